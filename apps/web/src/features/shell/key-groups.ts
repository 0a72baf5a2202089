import type { KeyGroup } from '../../shared/key-list.tsx';
import { NAV_PAGES } from './nav-pages.ts';

/** Every key of the app, by where it acts. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    lines: [
      ['Ctrl/Cmd K', 'Search or run a command'],
      ['/', 'Filter of the focused table, else search'],
      ['Alt Shift K', 'Kill switch'],
      ['N', 'Notifications'],
      ['R', "Refresh the page's data"],
      ['T', 'UTC or local time'],
      ['D', 'Row height'],
      ['L', 'Light or dark'],
      ['[', 'Collapse the sidebar'],
      ['F', 'Focused panel over the whole width'],
      ['Alt T', 'Go to the toasts'],
      ['?', 'This list'],
      ['Esc', 'Close'],
    ],
  },
  { title: 'Pages', lines: NAV_PAGES.map((page) => [`g ${page.key}`, page.label]) },
  {
    title: 'Tables',
    lines: [
      ['↑ ↓ Home End', 'Move between rows'],
      ['Enter', 'Open the row'],
      ['Space', 'Pause or resume a live table'],
      ['E', 'Execute the focused opportunity'],
      ['1 2 3 4', 'Filter opportunities: all, ready, eval, blocked'],
    ],
  },
  {
    title: 'Chart',
    lines: [
      ['← →', 'Move the crosshair'],
      ['+ -', 'Zoom'],
      ['1 … 6', 'Timeframe'],
      ['H', 'What the chart shows'],
    ],
  },
  {
    title: 'Live tail and keys',
    lines: [
      ['J K', 'Next or previous row of the live tail'],
      ['A B', 'Pick a row for the comparison'],
      ['T', 'Test the focused exchange (API Keys)'],
    ],
  },
];
