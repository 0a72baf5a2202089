import { useNavigate } from '@tanstack/react-router';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cyclePreference, setPreferences, usePreferences, type Preferences } from '../../lib/preferences.ts';
import { useAccount } from '../../shared/account.ts';
import { openDialog } from '../../shared/dialogs.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { initialsOf, nameOf, wordAccount } from './account-name.ts';
import { USER_BUTTON } from './user-button.ts';

const PNL_WORDS: readonly { readonly value: Preferences['pnl']; readonly label: string }[] = [
  { value: 'standard', label: 'Green up, red down' },
  { value: 'reversed', label: 'Red up, green down' },
  { value: 'cb', label: 'Blue up, orange down' },
  { value: 'mono', label: 'One colour, signs only' },
];

const ITEM =
  'flex min-h-8 cursor-default items-center gap-2 rounded-ctl px-2.5 text-sm outline-none data-[highlighted]:bg-bg3 max-sm:min-h-11';

export interface UserMenuProps {
  readonly isOpenAtOnce: boolean;
  readonly onSignOut: () => void;
}

/** Who is here, the pages and switches that belong to them, and the way out. */
export function UserMenu({ isOpenAtOnce, onSignOut }: UserMenuProps) {
  const navigate = useNavigate();
  const account = useAccount();
  const name = nameOf(account);
  const initials = initialsOf(account);
  const { theme, density, pnl } = usePreferences();
  return (
    <DropdownMenu.Root modal={false} defaultOpen={isOpenAtOnce}>
      <DropdownMenu.Trigger aria-label={`${initials}, user menu`} className={USER_BUTTON}>
        <span aria-hidden>{initials}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-40 w-60 animate-pop rounded-panel border border-line2 bg-bg2 p-1.5 shadow-pop"
        >
          <DropdownMenu.Label className="px-2.5 pt-1 pb-2">
            <span className="block truncate font-semibold">{name}</span>
            <span className="text-2xs text-fg3">{wordAccount(account)}</span>
          </DropdownMenu.Label>
          <Item onSelect={() => void navigate({ to: '/app/settings' })}>Settings</Item>
          <Item onSelect={() => void navigate({ to: '/app/api-keys' })}>API Keys</Item>
          <Separator />
          <Item hint="L" onSelect={() => cyclePreference('theme')}>
            {theme === 'dark' ? 'Light theme' : 'Dark theme'}
          </Item>
          <Item hint="D" onSelect={() => cyclePreference('density')}>
            Row height: {density}
          </Item>
          <DropdownMenu.RadioGroup
            value={pnl}
            onValueChange={(value) => setPreferences({ pnl: value as Preferences['pnl'] })}
            aria-label="Up and down colours"
          >
            {PNL_WORDS.map((word) => (
              <DropdownMenu.RadioItem
                key={word.value}
                value={word.value}
                onSelect={(event) => event.preventDefault()}
                className={ITEM}
              >
                <span aria-hidden className="grid size-3.5 place-items-center rounded-full border border-ctl">
                  <DropdownMenu.ItemIndicator className="size-1.5 rounded-full bg-accent" />
                </span>
                {word.label}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <Separator />
          <Item hint="?" onSelect={() => openDialog('shortcuts')}>
            Keyboard shortcuts
          </Item>
          {account === null ? (
            <Item onSelect={() => openDialog('account')}>Switch to Account Login</Item>
          ) : account.user.is_verified ? null : (
            <Item onSelect={() => openDialog('account')}>Verify your email</Item>
          )}
          <Item onSelect={onSignOut}>Sign Out</Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ children, hint, onSelect }: { children: ReactNode; hint?: string; onSelect: () => void }) {
  return (
    <DropdownMenu.Item className={ITEM} onSelect={onSelect}>
      <span className="flex-1">{children}</span>
      {hint === undefined ? null : <Kbd>{hint}</Kbd>}
    </DropdownMenu.Item>
  );
}

function Separator() {
  return <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line2" />;
}
