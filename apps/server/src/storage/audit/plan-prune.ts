import { ALL_SYMBOLS, dayOf } from './audit-tables.ts';

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
  readonly tallies: readonly {
    readonly kind: 'trade' | 'event';
    readonly day: number;
    readonly symbol: string;
    readonly venues: string;
    readonly severity: string;
    readonly count: number;
  }[];
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
  const counts = new Map<string, PrunePlan['tallies'][number]>();
  for (const { kind, created_ms: createdMs, symbol, venues, severity } of gone) {
    if (kind === 'result') continue;
    for (const name of [symbol ?? '', ALL_SYMBOLS]) {
      const key = JSON.stringify([kind, dayOf(createdMs), name, venues, severity]);
      const count = (counts.get(key)?.count ?? 0) - 1;
      counts.set(key, { kind, day: dayOf(createdMs), symbol: name, venues, severity, count });
    }
  }
  return { untilId: last.id, hash: last.hash, rows: gone.length, tallies: [...counts.values()] };
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
