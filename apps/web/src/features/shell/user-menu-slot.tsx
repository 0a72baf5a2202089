import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useAccount } from '../../shared/account.ts';
import { initialsOf } from './account-name.ts';
import { USER_BUTTON } from './user-button.ts';

const UserMenu = lazyPart(() => import('./user-menu.tsx').then((each) => each.UserMenu));

/** The button of the user menu: the menu behind it comes after the page, and opens at once where it was asked for before. */
export function UserMenuSlot({ onSignOut }: { onSignOut: () => void }) {
  const initials = initialsOf(useAccount());
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense
      fallback={
        <button
          type="button"
          aria-label={`${initials}, user menu`}
          aria-haspopup="menu"
          aria-expanded={false}
          className={USER_BUTTON}
          onClick={() => setWanted(true)}
        >
          <span aria-hidden>{initials}</span>
        </button>
      }
    >
      <UserMenu isOpenAtOnce={isWanted} onSignOut={onSignOut} />
    </Suspense>
  );
}
