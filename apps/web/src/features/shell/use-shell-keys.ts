import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { cyclePreference } from '../../lib/preferences.ts';
import { openDialog } from '../../shared/dialogs.ts';
import { NAV_PAGES } from './nav-pages.ts';

/** The keys of the frame; pages add their own. */
export function useShellKeys(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const pages = NAV_PAGES.map((page) => [`g ${page.key}`, () => void navigate({ to: page.path })] as const);
  useHotkeys({
    ...Object.fromEntries(pages),
    'mod+k': () => openDialog('palette'),
    'alt+shift+k': () => openDialog('kill-switch'),
    '/': focusFilter,
    '?': () => openDialog('shortcuts'),
    n: () => openDialog('notifications'),
    r: () => void client.invalidateQueries({ refetchType: 'active' }),
    f: focusPanel,
    t: () => cyclePreference('zone'),
    d: () => cyclePreference('density'),
    l: () => cyclePreference('theme'),
    '[': () => cyclePreference('sidebar'),
  });
}

/** The filter of the panel that holds the focus; without one the palette. */
function focusFilter(): void {
  const panel = document.activeElement?.closest('section');
  const filter = panel?.querySelector<HTMLInputElement>('input[type="search"], input[data-filter]');
  if (filter) filter.focus();
  else openDialog('palette');
}

/** Draws the panel that holds the focus over the whole width, or puts it back. */
function focusPanel(): void {
  const shown = document.querySelector('[data-focus-mode]');
  shown?.removeAttribute('data-focus-mode');
  document.querySelector('[data-holds-focus-mode]')?.removeAttribute('data-holds-focus-mode');
  const panel = document.activeElement?.closest('main section');
  if (!panel || panel === shown) return;
  panel.setAttribute('data-focus-mode', '');
  panel.parentElement?.closest('main section')?.setAttribute('data-holds-focus-mode', '');
}
