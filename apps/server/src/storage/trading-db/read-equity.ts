import type { Database } from 'better-sqlite3';
import { VENUES, type ExecutionMode } from '@riptide/core/domain';

const STEPS_MAX = 500;
/** Accounts are written down once a minute. */
const STEP_MIN_MS = 60_000;

interface EquityRow {
  readonly atMs: number;
  readonly account: string;
  readonly cashUsd: string;
  readonly unrealisedUsd: string;
}

export interface EquityWish {
  readonly mode: ExecutionMode;
  readonly sinceMs: number;
  /** The time that the steps divide; absent: from the first point to the last one. */
  readonly spanMs?: number;
}

/** The last state of each account in each step, oldest first. Steps are whole multiples of their width since 1970. */
export interface EquityPoints {
  readonly stepMs: number;
  readonly rows: readonly EquityRow[];
}

export const NO_EQUITY: EquityPoints = { stepMs: STEP_MIN_MS, rows: [] };

/** Reads the equity of the accounts of a mode. Costs as much as there are steps, however many points there are. */
export function readEquity(db: Database, { mode, sinceMs, spanMs }: EquityWish): EquityPoints {
  const accounts = JSON.stringify(VENUES.map((venue) => `${venue}:${mode}`));
  const { firstMs, lastMs } = db
    .prepare(
      `select min((select at_ms from equity_point where account = a.value and at_ms >= @sinceMs order by at_ms limit 1)) as firstMs,
         max((select at_ms from equity_point where account = a.value and at_ms >= @sinceMs order by at_ms desc limit 1)) as lastMs
       from json_each(@accounts) a`,
    )
    .get({ sinceMs, accounts }) as { readonly firstMs: number | null; readonly lastMs: number | null };
  if (firstMs === null || lastMs === null) return NO_EQUITY;
  const stepMs = Math.max(STEP_MIN_MS, Math.ceil((spanMs ?? lastMs - firstMs) / STEPS_MAX));
  const rows = db
    .prepare(
      `with recursive step(n) as (select @first union all select n + 1 from step where n < @last)
       select p.at_ms as atMs, p.account, p.cash_usd as cashUsd, p.unrealised_usd as unrealisedUsd
       from step cross join json_each(@accounts) a cross join equity_point p on p.seq = (
         select seq from equity_point where account = a.value and at_ms >= max(@sinceMs, n * @stepMs) and at_ms < (n + 1) * @stepMs
         order by at_ms desc, seq desc limit 1)
       order by p.at_ms, p.seq`,
    )
    .all({
      accounts,
      sinceMs,
      stepMs,
      first: Math.floor(firstMs / stepMs),
      last: Math.floor(lastMs / stepMs),
    }) as EquityRow[];
  return { stepMs, rows };
}
