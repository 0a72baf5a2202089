import { csvTime, exported } from '../data-table/exported.ts';
import type { PositionLine } from './position-columns.tsx';

const NAMES = [
  'symbol',
  'venue',
  'mode',
  'market',
  'side',
  'size',
  'entry_price',
  'mark_price',
  'liquidation_price',
  'unrealized_pnl',
  'roe_pct',
  'notional',
  'leverage',
  'margin_usd',
  'stop_price',
  'take_profit_price',
  'protected',
  'fees',
  'funding',
  'realized_pnl',
] as const;

/** What positions.csv holds: everything of a position in a column of its own, unrounded. */
export const POSITION_EXPORT = [
  ...NAMES.map((name) => exported<PositionLine>(name, (row) => row[name])),
  exported<PositionLine>('price_stale_since', (row) => csvTime(row.price_stale_since)),
  exported<PositionLine>('opened_at', (row) => csvTime(row.opened_at)),
  exported<PositionLine>('reason', (row) => row.reason ?? null),
];
