import { useEffect, useState, type ComponentType } from 'react';
import { problemText } from '../../lib/api-problem.ts';
import { preload } from '../../lib/lazy-part.tsx';
import { useRuntime } from '../../lib/runtime.tsx';
import { useAccount } from '../../shared/account.ts';
import { notify } from '../../shared/notify.ts';
import { initialsOf } from './account-name.ts';
import { USER_BUTTON } from './user-button.ts';
import type { UserMenuProps } from './user-menu.tsx';

type Menu = ComponentType<UserMenuProps>;

let loaded: Menu | null = null;

async function load(): Promise<Menu> {
  loaded ??= (await import('./user-menu.tsx')).UserMenu;
  return loaded;
}

preload(load);

/**
 * The button of the user menu: the menu behind it comes after the page, and opens at once where it was asked for before. One that can't be
 * loaded leaves the button, which asks for it again.
 */
export function UserMenuSlot({ onSignOut }: { onSignOut: () => void }) {
  const { clock } = useRuntime();
  const initials = initialsOf(useAccount());
  const [isWanted, setWanted] = useState(false);
  const [Shown, setShown] = useState<Menu | null>(() => loaded);
  useEffect(
    () =>
      preload(async () => {
        const menu = await load();
        // A component is a function, which a state would call.
        setShown(() => menu);
      }),
    [],
  );
  const open = async (): Promise<void> => {
    setWanted(true);
    try {
      const menu = await load();
      setShown(() => menu);
    } catch (e) {
      setWanted(false);
      notify({ tone: 'error', text: problemText(e, 'The menu could not be loaded'), atMs: clock.nowMs() });
    }
  };
  if (Shown !== null) return <Shown isOpenAtOnce={isWanted} onSignOut={onSignOut} />;
  return (
    <button
      type="button"
      aria-label={`${initials}, user menu`}
      aria-haspopup="menu"
      aria-expanded={false}
      className={USER_BUTTON}
      onClick={() => void open()}
    >
      <span aria-hidden>{initials}</span>
    </button>
  );
}
