import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';
import {
  NO_EQUITY,
  planEquity,
  readEquity,
  type EquityPoints,
  type EquityRow,
  type EquitySteps,
  type EquityWish,
} from './read-equity.ts';

/** Two modes and the few ranges that are asked for. */
const COURSES_MAX = 16;

interface Kept {
  /** Newest record among all points when it was read. */
  readonly seq: number;
  readonly sinceMs: number;
  readonly points: EquityPoints;
}

/** Courses of the equity. Points are only ever added: those that came since are taken in, and a course without any is the very one that was returned before. */
export class EquityCache {
  private readonly kept = new Map<string, Kept>();

  /** Returns the equity of the accounts of a mode since a time, at most some hundred steps, oldest first. */
  read(db: Database, wish: EquityWish): EquityPoints {
    return db.transaction(() => this.readNow(db, wish))();
  }

  clear(): void {
    this.kept.clear();
  }

  private readNow(db: Database, wish: EquityWish): EquityPoints {
    const steps = planEquity(db, wish);
    if (steps === null) return NO_EQUITY;
    const seq = prepared(db, 'select max(seq) from equity_point').pluck().get() as number;
    const key = `${wish.mode}|${steps.stepMs}`;
    const kept = this.kept.get(key);
    const points =
      kept !== undefined && kept.seq <= seq && kept.sinceMs <= steps.sinceMs && stillStand(db, kept.points.rows)
        ? continued(db, kept, steps)
        : { stepMs: steps.stepMs, rows: readEquity(db, steps) };
    this.kept.delete(key);
    this.kept.set(key, { seq, sinceMs: steps.sinceMs, points });
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= COURSES_MAX) break;
      this.kept.delete(oldest);
    }
    return points;
  }
}

/**
 * Tells whether the first record of each account is still that account's: records go in the order in which they came, or all at once to the
 * archive. The first that came need not be the oldest: a point may come late.
 */
function stillStand(db: Database, rows: readonly EquityRow[]): boolean {
  const oldest = new Map<string, number>();
  for (const { account, seq } of rows) oldest.set(account, Math.min(seq, oldest.get(account) ?? seq));
  const accountOf = prepared(db, 'select account from equity_point where seq = ?').pluck();
  return [...oldest].every(([account, seq]) => accountOf.get(seq) === account);
}

/** Takes in the points that came since and leaves out the steps that are over the far edge now. */
function continued(db: Database, { seq, points }: Kept, { accounts, sinceMs, stepMs }: EquitySteps): EquityPoints {
  const came = prepared(
    db,
    `select seq, at_ms as atMs, account, cash_usd as cashUsd, unrealised_usd as unrealisedUsd from equity_point
     where seq > ? and at_ms >= ? order by seq`,
  ).all(seq, sinceMs) as EquityRow[];
  const added = came.filter(({ account }) => accounts.includes(account));
  const isWhole = (points.rows[0]?.atMs ?? sinceMs) >= sinceMs;
  if (added.length === 0 && isWhole) return points;
  const stepOf = ({ atMs, account }: EquityRow): string => `${Math.floor(atMs / stepMs)}|${account}`;
  const last = new Map(points.rows.filter(({ atMs }) => atMs >= sinceMs).map((row) => [stepOf(row), row]));
  for (const row of added) {
    const known = last.get(stepOf(row));
    if (known === undefined || byTime(known, row) < 0) last.set(stepOf(row), row);
  }
  return { stepMs, rows: [...last.values()].sort(byTime) };
}

function byTime(one: EquityRow, other: EquityRow): number {
  return one.atMs - other.atMs || one.seq - other.seq;
}
