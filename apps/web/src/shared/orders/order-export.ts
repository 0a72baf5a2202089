import type { OrderRow } from '@riptide/contracts/calls';
import { csvTime, exported } from '../data-table/exported.ts';

const NAMES = [
  'order_id',
  'symbol',
  'venue',
  'mode',
  'market',
  'side',
  'type',
  'tif',
  'role',
  'status',
  'qty',
  'filled_qty',
  'price',
  'trigger_price',
  'avg_price',
  'reduce_only',
  'ours',
] as const;

/** What open_orders.csv holds. */
export const ORDER_EXPORT = [
  ...NAMES.map((name) => exported<OrderRow>(name, (row) => row[name])),
  exported<OrderRow>('created_at', (row) => csvTime(row.created_at)),
  exported<OrderRow>('updated_at', (row) => csvTime(row.updated_at)),
];
