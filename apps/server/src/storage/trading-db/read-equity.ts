import type { Database } from 'better-sqlite3';
import { VENUES, type ExecutionMode } from '@riptide/core/domain';
import { prepared } from './prepared.ts';

const STEPS_MAX = 500;
const STEPS_MIN = 60;
/** Accounts are written down once a minute. */
const STEP_MIN_MS = 60_000;

export interface EquityRow {
  /** Number of the record. */
  readonly seq: number;
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

/** The steps that a wish comes to. */
export interface EquitySteps {
  readonly accounts: readonly string[];
  readonly sinceMs: number;
  readonly stepMs: number;
  /** Of the first and the last point there is. */
  readonly firstMs: number;
  readonly lastMs: number;
}

export const NO_EQUITY: EquityPoints = { stepMs: STEP_MIN_MS, rows: [] };

/** Returns the steps of a wish; null where there is no point since then. */
export function planEquity(db: Database, { mode, sinceMs, spanMs }: EquityWish): EquitySteps | null {
  const accounts = VENUES.map((venue) => `${venue}:${mode}`);
  const { firstMs, lastMs } = prepared(
    db,
    `select min((select at_ms from equity_point where account = a.value and at_ms >= @sinceMs order by at_ms limit 1)) as firstMs,
       max((select at_ms from equity_point where account = a.value and at_ms >= @sinceMs order by at_ms desc limit 1)) as lastMs
     from json_each(@accounts) a`,
  ).get({ sinceMs, accounts: JSON.stringify(accounts) }) as {
    readonly firstMs: number | null;
    readonly lastMs: number | null;
  };
  if (firstMs === null || lastMs === null) return null;
  // Whole minutes where the span grows with every point: the steps stay the same for hours.
  const stepMs =
    spanMs === undefined
      ? Math.max(1, Math.ceil((lastMs - firstMs) / STEPS_MAX / STEP_MIN_MS)) * STEP_MIN_MS
      : stepFor(lastMs - firstMs, spanMs);
  return { accounts, sinceMs, stepMs, firstMs, lastMs };
}

/** A young account has little of the time it is asked for: halved until that little is a curve too. */
function stepFor(knownMs: number, spanMs: number): number {
  let stepMs = Math.max(STEP_MIN_MS, Math.ceil(spanMs / STEPS_MAX));
  while (stepMs > STEP_MIN_MS && knownMs / stepMs < STEPS_MIN) stepMs = Math.max(STEP_MIN_MS, Math.ceil(stepMs / 2));
  return stepMs;
}

/** Reads the last point of each account in each step. Costs as much as there are steps, however many points there are. */
export function readEquity(
  db: Database,
  { accounts, sinceMs, stepMs, firstMs, lastMs }: EquitySteps,
): readonly EquityRow[] {
  return prepared(
    db,
    `with recursive step(n) as (select @first union all select n + 1 from step where n < @last)
     select p.seq, p.at_ms as atMs, p.account, p.cash_usd as cashUsd, p.unrealised_usd as unrealisedUsd
     from step cross join json_each(@accounts) a cross join equity_point p on p.seq = (
       select seq from equity_point where account = a.value and at_ms >= max(@sinceMs, n * @stepMs) and at_ms < (n + 1) * @stepMs
       order by at_ms desc, seq desc limit 1)
     order by p.at_ms, p.seq`,
  ).all({
    accounts: JSON.stringify(accounts),
    sinceMs,
    stepMs,
    first: Math.floor(firstMs / stepMs),
    last: Math.floor(lastMs / stepMs),
  }) as EquityRow[];
}
