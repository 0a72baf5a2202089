import type { TrailingOrderRow, VenueName } from '@riptide/contracts/calls';
import type { Column } from '../../../shared/data-table/column.ts';
import { csvTime, exported } from '../../../shared/data-table/exported.ts';

const NAMES = [
  'side',
  'quantity',
  'entry_price',
  'initial_tp_price',
  'current_tp_price',
  'best_price',
  'trailing_distance_pct',
  'max_trailing_pct',
  'state',
  'client_order_id',
  'reason',
] as const;

/** Gives what trailing_orders.csv holds; an order acts on the account its venue trades on, whose mode is `modeOf`. */
export function trailingExport(modeOf: (venue: VenueName) => string | null): readonly Column<TrailingOrderRow>[] {
  return [
    exported('order_id', (row) => row.order_id),
    exported('symbol', (row) => row.symbol),
    exported('venue', (row) => row.venue),
    exported('mode', (row) => modeOf(row.venue)),
    ...NAMES.map((name) => exported<TrailingOrderRow>(name, (row) => row[name])),
    exported('created_at', (row) => csvTime(row.created_at)),
    exported('updated_at', (row) => csvTime(row.updated_at)),
  ];
}
