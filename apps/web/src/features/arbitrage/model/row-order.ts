import type { Opportunity } from '@riptide/contracts/calls';
import type { SortColumn, SortState } from './arbitrage-search.ts';
import {
  POLICY_WORDS,
  edgeBps,
  isMappingDoubtful,
  type EdgeKind,
} from '../../../shared/opportunities/opportunity-view.ts';

/** A row that is gone stays this long at the end of the list. */
const GONE_KEPT_MS = 2000;

/** Rows in their order on screen; those in `goneAtMs` live no more and show their last figures. */
export interface RowPicture {
  readonly rows: readonly Opportunity[];
  readonly goneAtMs: ReadonlyMap<string, number>;
  readonly orderKey: string;
}

export interface RowOrder {
  readonly sort: SortState;
  readonly kind: EdgeKind;
}

export interface PictureContext extends RowOrder {
  readonly nowMs: number;
  readonly isFrozen: boolean;
}

export const NO_ROWS: RowPicture = { rows: [], goneAtMs: new Map(), orderKey: '' };

/** Names an order, to tell whether it changed. */
export function orderKeyOf({ sort, kind }: RowOrder): string {
  return `${kind} ${sort.column} ${String(sort.isFalling)}`;
}

/**
 * Takes the next picture of the live rows.
 *
 * Frozen, only the order stands: rows keep their place with their figures of now, new ones come last, gone ones stay. Else the
 * rows are ordered anew and gone ones leave the ranking for the end, then the list. A changed order always applies at once.
 */
export function takePicture(before: RowPicture, live: readonly Opportunity[], context: PictureContext): RowPicture {
  const { sort, kind, nowMs, isFrozen } = context;
  const orderKey = orderKeyOf({ sort, kind });
  const liveById = new Map(live.map((row) => [row.id, row]));
  const goneAtMs = new Map<string, number>();
  const gone: Opportunity[] = [];
  const keepsPlaces = isFrozen && orderKey === before.orderKey;
  for (const row of before.rows) {
    if (liveById.has(row.id)) continue;
    const sinceMs = before.goneAtMs.get(row.id) ?? nowMs;
    if (!keepsPlaces && nowMs - sinceMs >= GONE_KEPT_MS) continue;
    goneAtMs.set(row.id, sinceMs);
    gone.push(row);
  }
  if (!keepsPlaces) return { rows: [...orderRows(live, { sort, kind }), ...gone], goneAtMs, orderKey };
  const known = new Set(before.rows.map((row) => row.id));
  const added = orderRows(
    live.filter((row) => !known.has(row.id)),
    { sort, kind },
  );
  return { rows: [...before.rows.map((row) => liveById.get(row.id) ?? row), ...added], goneAtMs, orderKey };
}

/**
 * Orders rows by a column. Unknown figures come last either way; by edge, doubtful mappings come after all others, and while no
 * round trip is known yet the entry edge ranks in its place.
 */
export function orderRows(rows: readonly Opportunity[], { sort, kind }: RowOrder): readonly Opportunity[] {
  const isCollecting = kind === 'round' && rows.every((row) => row.round_trip_net_bps === null);
  const valueOf = VALUES[sort.column](isCollecting ? 'entry' : kind);
  const sign = sort.isFalling ? -1 : 1;
  const isEdge = sort.column === 'edge';
  return [...rows].sort(
    (one, other) =>
      (isEdge ? Number(isMappingDoubtful(one)) - Number(isMappingDoubtful(other)) : 0) ||
      compareValues(valueOf(one), valueOf(other), sign) ||
      other.entry_net_bps - one.entry_net_bps ||
      (one.id < other.id ? -1 : 1),
  );
}

type Value = string | number | null;

const VALUES: Readonly<Record<SortColumn, (kind: EdgeKind) => (row: Opportunity) => Value>> = {
  asset: () => (row) => row.asset,
  gross: () => (row) => row.gross_bps,
  edge: (kind) => (row) => edgeBps(row, kind),
  volume: () => (row) => row.volume_usd,
  // The older the time, the greater the age.
  age: () => (row) => -row.timestamp,
  capacity: () => (row) => row.capacity_usd,
  status: () => (row) => POLICY_WORDS[row.policy],
};

function compareValues(one: Value, other: Value, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'string' || typeof other === 'string')
    return sign * String(one).localeCompare(String(other), 'en');
  return sign * (one - other);
}
