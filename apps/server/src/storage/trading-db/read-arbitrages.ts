import type { Database } from 'better-sqlite3';
import type { ArbTrade, CarryRound } from '@riptide/core/domain';
import { prepared } from './prepared.ts';

export interface ArbitrageFilter {
  readonly state: string | null;
  readonly symbol: string | null;
  /** Only what was begun before, not included; null from the newest on. */
  readonly beforeMs: number | null;
  readonly limit: number;
}

/** After everything. */
const NEVER_MS = Number.MAX_SAFE_INTEGER;

interface Row {
  readonly payload: string;
}

/** Reads arbitrages, newest first, with all of the millisecond in which the page ends; and how many pass the filter without `beforeMs`. */
export function readArbitrages(
  db: Database,
  { state, symbol, beforeMs, limit }: ArbitrageFilter,
): { readonly rows: readonly ArbTrade[]; readonly total: number } {
  // WHY: a condition that is not asked for must not stand there: only then is the index of what is asked for entered.
  const of = ['started_ms >= 0'];
  if (state !== null) of.push('state = @state');
  if (symbol !== null) of.push('symbol = @symbol');
  const where = `where ${of.join(' and ')} and started_ms < @before`;
  const bounds = { state: state ?? '', symbol: symbol ?? '' };
  const rows = prepared(
    db,
    `select payload from arbitrage_row ${where} and started_ms >= coalesce((select started_ms from arbitrage_row ${where}
        order by started_ms desc limit 1 offset @last), 0) order by started_ms desc, arb_id desc`,
  ).all({ ...bounds, before: beforeMs ?? NEVER_MS, last: limit - 1 }) as Row[];
  const counted = prepared(db, `select count(*) as total from arbitrage_row where ${of.join(' and ')}`).get(bounds) as {
    readonly total: number;
  };
  return { rows: rows.map(({ payload }) => JSON.parse(payload) as ArbTrade), total: counted.total };
}

/** Reads one arbitrage; null when there is none. */
export function readArbitrage(db: Database, arbId: string): ArbTrade | null {
  const row = prepared(db, 'select payload from arbitrage_row where arb_id = ?').get(arbId) as Row | undefined;
  return row === undefined ? null : (JSON.parse(row.payload) as ArbTrade);
}

/** Reads carry rounds that have ended, newest first, with all of the millisecond in which the page ends; and how many there are. */
export function readEndedRounds(
  db: Database,
  { beforeMs, limit }: Pick<ArbitrageFilter, 'beforeMs' | 'limit'>,
): { readonly rows: readonly CarryRound[]; readonly total: number } {
  const ended = `state in ('closed', 'failed')`;
  const where = `where ${ended} and created_ms < @before`;
  const rows = prepared(
    db,
    `select payload from carry_round_row ${where} and created_ms >= coalesce((select created_ms from carry_round_row ${where}
        order by created_ms desc limit 1 offset @last), 0) order by created_ms desc, round_id desc`,
  ).all({ before: beforeMs ?? NEVER_MS, last: limit - 1 }) as Row[];
  const counted = prepared(db, `select count(*) as total from carry_round_row where ${ended}`).get() as {
    readonly total: number;
  };
  return { rows: rows.map(({ payload }) => JSON.parse(payload) as CarryRound), total: counted.total };
}
