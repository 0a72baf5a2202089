import type { AuditTallyTable } from './audit-tables.ts';
import { TallyCounts } from './tally-counts.ts';

/** A row as the end of its time is judged. Results count for nothing but their place. */
export interface PrunableRow {
  readonly kind: 'trade' | 'result' | 'event';
  readonly id: number;
  readonly created_ms: number;
  readonly symbol: string | null;
  readonly venues: string;
  readonly severity: string;
  readonly hash: Buffer;
}

/** What one step of retention takes away. */
export interface PrunePlan {
  /** Every row up to it goes. */
  readonly untilId: number;
  readonly hash: Buffer;
  readonly rows: number;
  /** With negative counts. */
  readonly tallies: readonly Readonly<AuditTallyTable>[];
}

/**
 * Plans a step: the oldest rows of a chain, in its order, as far as they are old enough. Only a beginning of a chain may go, so one row
 * that is young (a clock that was set back) keeps those behind it.
 */
export function planPrune(oldest: readonly PrunableRow[], cutMs: number): PrunePlan | null {
  const young = oldest.findIndex(({ created_ms: createdMs }) => createdMs >= cutMs);
  const gone = young < 0 ? oldest : oldest.slice(0, young);
  const last = gone.at(-1);
  if (last === undefined) return null;
  const counts = new TallyCounts();
  for (const { kind, created_ms: createdMs, symbol, venues, severity } of gone)
    if (kind !== 'result') counts.add(kind, { createdMs, symbol, venues, severity }, -1);
  return { untilId: last.id, hash: last.hash, rows: gone.length, tallies: counts.tallies() };
}

const TRADES = `select 'trade' as kind, id, created_ms, symbol, venues, '' as severity, hash from audit_trade`;
const RESULTS = `select 'result' as kind, id, created_ms, null as symbol, '' as venues, '' as severity, hash from audit_result`;
const EVENTS = `select 'event' as kind, id, created_ms, symbol, venues, severity, hash from audit_event`;

/** Returns the statement that reads the oldest rows of a chain; one value: how many. */
export function oldestSql(hasTrades: boolean): string {
  const parts = hasTrades ? [TRADES, RESULTS, EVENTS] : [EVENTS];
  return `${parts.join(' union all ')} order by id limit ?`;
}

export const SAVE_CHECKPOINT = `insert into audit_checkpoint
  select ?, ?, ?, ? + coalesce((select max(rows) from audit_checkpoint), 0)`;
