import type { Database } from 'better-sqlite3';
import type { ArbTrade, CarryRound } from '@riptide/core/domain';

export interface ArbitrageFilter {
  readonly state: string | null;
  readonly symbol: string | null;
  /** Only what was begun before, not included; null from the newest on. */
  readonly beforeMs: number | null;
  readonly limit: number;
}

interface Row {
  readonly payload: string;
}

/** Reads arbitrages, newest first, with all of the millisecond in which the page ends; and how many pass the filter without `beforeMs`. */
export function readArbitrages(
  db: Database,
  { state, symbol, beforeMs, limit }: ArbitrageFilter,
): { readonly rows: readonly ArbTrade[]; readonly total: number } {
  const of = '(@state is null or state = @state) and (@symbol is null or symbol = @symbol)';
  const where = `where ${of} and (@beforeMs is null or started_ms < @beforeMs)`;
  const bounds = { state, symbol };
  const rows = db
    .prepare(
      `select payload from arbitrage_row ${where} and started_ms >= coalesce((select started_ms from arbitrage_row ${where}
        order by started_ms desc, seq desc limit 1 offset @last), 0) order by started_ms desc, arb_id desc`,
    )
    .all({ ...bounds, beforeMs, last: limit - 1 }) as Row[];
  const counted = db.prepare(`select count(*) as total from arbitrage_row where ${of}`).get(bounds) as {
    readonly total: number;
  };
  return { rows: rows.map(({ payload }) => JSON.parse(payload) as ArbTrade), total: counted.total };
}

/** Reads one arbitrage; null when there is none. */
export function readArbitrage(db: Database, arbId: string): ArbTrade | null {
  const row = db.prepare('select payload from arbitrage_row where arb_id = ?').get(arbId) as Row | undefined;
  return row === undefined ? null : (JSON.parse(row.payload) as ArbTrade);
}

/** Reads carry rounds that have ended, newest first, with all of the millisecond in which the page ends; and how many there are. */
export function readEndedRounds(
  db: Database,
  { beforeMs, limit }: Pick<ArbitrageFilter, 'beforeMs' | 'limit'>,
): { readonly rows: readonly CarryRound[]; readonly total: number } {
  const ended = `state in ('closed', 'failed')`;
  const where = `where ${ended} and (@beforeMs is null or created_ms < @beforeMs)`;
  const rows = db
    .prepare(
      `select payload from carry_round_row ${where} and created_ms >= coalesce((select created_ms from carry_round_row ${where}
        order by created_ms desc limit 1 offset @last), 0) order by created_ms desc, round_id desc`,
    )
    .all({ beforeMs, last: limit - 1 }) as Row[];
  const counted = db.prepare(`select count(*) as total from carry_round_row where ${ended}`).get() as {
    readonly total: number;
  };
  return { rows: rows.map(({ payload }) => JSON.parse(payload) as CarryRound), total: counted.total };
}
