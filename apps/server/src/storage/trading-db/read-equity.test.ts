import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { planEquity, readEquity } from './read-equity.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW_MS = 20_000 * DAY_MS;
const open: Database.Database[] = [];

afterEach(() => open.splice(0).forEach((db) => db.close()));

/** An account that was written down once a minute until now. */
function accountOf(minutes: number): Database.Database {
  const db = new Database(':memory:');
  open.push(db);
  db.exec(
    'create table equity_point (seq integer primary key, account text, at_ms integer, cash_usd text, unrealised_usd text)',
  );
  db.exec('create index equity_point_account on equity_point (account, at_ms, seq)');
  const insert = db.prepare(`insert into equity_point values (?, 'BINANCE:paper', ?, '1', '0')`);
  for (let at = 0; at < minutes; at += 1) insert.run(at, NOW_MS - (minutes - at) * MINUTE_MS);
  return db;
}

function week(minutes: number) {
  const db = accountOf(minutes);
  const steps = planEquity(db, { mode: 'paper', sinceMs: NOW_MS - 7 * DAY_MS, spanMs: 7 * DAY_MS });
  if (steps === null) throw new Error('Invariant: there are points');
  return { stepMs: steps.stepMs, rows: readEquity(db, steps) };
}

it('gives a week of an account that is minutes old as a curve of minutes', () => {
  expect(week(8)).toMatchObject({ stepMs: MINUTE_MS, rows: { length: 8 } });
});

it('keeps steps as wide as the time asked for divides into, once they are many', () => {
  const { stepMs, rows } = week(7 * 1440);
  expect(stepMs).toBe((7 * DAY_MS) / 500);
  expect(rows.length).toBeGreaterThanOrEqual(500);
  expect(rows.length).toBeLessThanOrEqual(502);
});

it('never has more than twice the fewest steps where it halves them', () => {
  for (const minutes of [61, 300, 900]) {
    const { rows } = week(minutes);
    expect(rows.length).toBeGreaterThanOrEqual(Math.min(60, minutes));
    expect(rows.length).toBeLessThanOrEqual(125);
  }
});
