import type { LivePrice, Opportunity, PositionRow } from '@riptide/contracts/calls';
import { formatBps, formatChangePct, formatPnl, formatPx, formatQty } from '../../lib/format.ts';

/** One line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  readonly note: string;
  /** Further words it is found by. */
  readonly words: string;
  readonly act: PaletteAct;
}

export const PALETTE_GROUPS = [
  'Recent',
  'Audit',
  'Positions',
  'Opportunities',
  'Symbols',
  'Pages',
  'Settings',
  'Orders',
  'Commands',
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

type PaletteAct = { readonly kind: 'go'; readonly to: string } | { readonly kind: 'run'; readonly command: string };

const go = (to: string): PaletteAct => ({ kind: 'go', to });

/** Open positions, and the way to close each, which asks on its own page. */
export function positionItems(positions: readonly PositionRow[]): PaletteItem[] {
  return positions.flatMap((position): PaletteItem[] => {
    const { id, symbol, venue } = position;
    const side = position.side === 'long' ? 'Long' : 'Short';
    return [
      {
        id: `position:${id}`,
        group: 'Positions',
        title: `${symbol} ${side} ${formatQty(position.size)} on ${venue}`,
        note: `open position, ${formatPnl(position.pnl)}`,
        words: 'position',
        act: go(`/app/trading?position=${encodeURIComponent(id)}`),
      },
      {
        id: `close:${id}`,
        group: 'Positions',
        title: `Close ${symbol} on ${venue}`,
        note: 'asks first',
        words: 'close position',
        act: go(`/app/trading?position=${encodeURIComponent(id)}&close=1`),
      },
    ];
  });
}

/** Each symbol with its chart and its opportunities. */
export function symbolItems(prices: readonly LivePrice[]): PaletteItem[] {
  return prices.map(({ symbol, price, change_24h }) => ({
    id: `symbol:${symbol}`,
    group: 'Symbols',
    title: `${symbol} chart`,
    note: `${formatPx(price)}, ${formatChangePct(change_24h)}`,
    words: 'chart candles price',
    act: go(`/app/trading?symbol=${encodeURIComponent(symbol)}`),
  }));
}

/** The best opportunities that can be executed. */
export function opportunityItems(rows: readonly Opportunity[], most: number): PaletteItem[] {
  return rows
    .filter((row) => row.policy === 'executable')
    .sort((one, other) => (other.net_bps ?? -1e9) - (one.net_bps ?? -1e9))
    .slice(0, most)
    .map((row) => ({
      id: `opportunity:${row.id}`,
      group: 'Opportunities',
      title: `${row.asset} ${row.buy_exchange} → ${row.sell_exchange}`,
      note: `ready, ${formatBps(row.net_bps)} bps net`,
      words: 'opportunity arbitrage execute',
      act: go(`/app/arbitrage?row=${encodeURIComponent(row.id)}`),
    }));
}

/** An audit row by the number that was typed: as a trade and as an event. */
export function auditItems(typed: string): PaletteItem[] {
  const id = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  if (id === undefined) return [];
  return (['trades', 'events'] as const).map((tab) => ({
    id: `audit:${tab}:${id}`,
    group: 'Audit',
    title: `Audit ${tab === 'trades' ? 'trade' : 'event'} #${id}`,
    note: 'opens the row in the audit log',
    words: `#${id} ${id}`,
    act: go(`/app/pro-dashboard?auditTab=${tab}&auditId=${id}`),
  }));
}

/** Settings by the name of their field. */
export const SETTING_ITEMS: readonly PaletteItem[] = (
  [
    ['risk', 'Max Position Size USD'],
    ['risk', 'Daily Loss Limit %'],
    ['risk', 'Max Leverage'],
    ['risk', 'Stop Loss %'],
    ['notifications', 'Trade notifications'],
    ['notifications', 'Arbitrage alerts'],
    ['notifications', 'Quiet hours and channels'],
    ['security', 'Change Gate Password'],
    ['security', 'Gate sessions'],
    ['security', 'Two-factor authentication'],
    ['appearance', 'Theme, colours and row height'],
    ['appearance', 'Sounds'],
    ['data', 'Backup and retention'],
    ['keyboard', 'Keyboard shortcuts'],
    ['help', 'Glossary'],
    ['about', 'Version and licences'],
  ] as const
).map(([section, title]) => ({
  id: `setting:${title}`,
  group: 'Settings',
  title,
  note: `Settings, ${section}`,
  words: 'settings',
  act: go(`/app/settings?section=${section}`),
}));

/** What can be done from anywhere. What moves money opens its own dialog or page, which asks. */
export const COMMAND_ITEMS: readonly PaletteItem[] = (
  [
    ['kill-switch', 'Kill switch', 'opens its dialog', 'stop panic emergency close all'],
    ['go-live', 'Go-live checklist', 'opens its dialog', 'live paper switch venue'],
    ['notifications', 'Show notifications', 'N', 'bell alerts'],
    ['refresh', "Refresh the page's data", 'R', 'reload'],
    ['theme', 'Light or dark', 'L', 'appearance'],
    ['density', 'Row height', 'D', 'appearance compact'],
    ['zone', 'UTC or local time', 'T', 'time zone'],
    ['sidebar', 'Collapse or expand the sidebar', '[', 'rail'],
    ['shortcuts', 'Keyboard shortcuts', '?', 'keys help'],
    ['account', 'Account Login', 'opens its dialog', 'sign in register'],
    ['copy-link', 'Copy link to this page', '', 'share address'],
  ] as const
).map(([command, title, note, words]) => ({
  id: `command:${command}`,
  group: 'Commands',
  title,
  note,
  words: `> ${words}`,
  act: { kind: 'run', command },
}));

/** Pages that hold a command which starts, stops or sends something. */
export const ENGINE_ITEMS: readonly PaletteItem[] = (
  [
    ['Start or stop trading', '/app/trading', 'engine pas trader oraculis'],
    ['Start or stop the arbitrage scanner', '/app/arbitrage', 'scanner'],
    ['Add a cooldown', '/app/pro-dashboard?panel=cooldowns', 'cooldown'],
    ['Add an exchange key', '/app/api-keys', 'api key connect venue'],
  ] as const
).map(([title, to, words]) => ({
  id: `command:${to}:${title}`,
  group: 'Commands',
  title,
  note: 'asks there',
  words: `> ${words}`,
  act: go(to),
}));

/** Ranks an item against what was typed: every word must occur; one that begins a word of the title counts most. */
export function rankItem(item: Pick<PaletteItem, 'title' | 'note' | 'words'>, typed: string): number {
  const wanted = typed
    .toLowerCase()
    .replace(/^[>#]\s*/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return 1;
  const title = item.title.toLowerCase();
  const rest = `${item.words} ${item.note}`.toLowerCase();
  let score = 0;
  for (const word of wanted) {
    if (title.startsWith(word)) score += 4;
    else if (title.includes(` ${word}`)) score += 3;
    else if (title.includes(word)) score += 2;
    else if (rest.includes(word)) score += 1;
    else return 0;
  }
  return score;
}
