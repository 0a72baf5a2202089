import type Database from 'better-sqlite3';
import { fc, test } from '@fast-check/vitest';
import { beforeAll, describe, expect, it } from 'vitest';
import { EquityCache } from './equity-cache.ts';
import { openTradingTables } from './open-trading-tables.fixture.ts';
import type { EquityWish } from './read-equity.ts';

/**
 * In words: a course that goes on from what was read before is the course that reading everything anew gives, after any points, late ones
 * among them, archived accounts and points that were taken away, while time passes.
 */
const NOW_MS = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const account = fc.constantFrom('OKX:paper', 'BYBIT:paper', 'OKX:live');
const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('point' as const),
      account,
      lateMinutes: fc.oneof({ arbitrary: fc.constant(0), weight: 4 }, fc.integer({ min: 0, max: 3_000 })),
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 900 }) }),
    weight: 4,
  },
  fc.record({ kind: fc.constant('archive' as const), account }),
  fc.record({ kind: fc.constant('prune' as const), count: fc.integer({ min: 1, max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let db: Database.Database;
let seq = 0;
let nowMs = NOW_MS;
beforeAll(async () => {
  db = await openTradingTables();
});

function apply(given: Step): void {
  seq += 2;
  if (given.kind === 'wait') nowMs += given.minutes * MINUTE_MS;
  else if (given.kind === 'point')
    db.prepare('insert into equity_point values (?, ?, ?, ?, ?)').run(
      seq,
      nowMs - given.lateMinutes * MINUTE_MS,
      given.account,
      String(seq),
      '0',
    );
  else if (given.kind === 'archive')
    db.prepare(`update equity_point set account = account || ':archived' where account = ?`).run(given.account);
  else
    db.prepare('delete from equity_point where seq in (select seq from equity_point order by seq limit ?)').run(
      given.count,
    );
}

function wishes(): EquityWish[] {
  const spans = [DAY_MS, 7 * DAY_MS].flatMap((spanMs) => [
    { sinceMs: nowMs - spanMs, spanMs },
    { sinceMs: nowMs - spanMs },
  ]);
  return (['paper', 'live'] as const).flatMap((mode) => spans.map((span) => ({ ...span, mode })));
}

describe('EquityCache', () => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 60 })], { numRuns: 60 })(
    'says what reading everything anew says',
    (steps) => {
      db.exec('delete from equity_point');
      const cache = new EquityCache();
      for (const given of steps) {
        apply(given);
        for (const wish of wishes()) expect(cache.read(db, wish)).toEqual(new EquityCache().read(db, wish));
      }
    },
  );

  it('forgets a record that went though a later one tells of an earlier time', () => {
    db.exec('delete from equity_point');
    const cache = new EquityCache();
    const wish = { mode: 'paper', sinceMs: NOW_MS - DAY_MS, spanMs: DAY_MS } as const;
    const point = db.prepare(`insert into equity_point values (?, ?, 'OKX:paper', '1', '0')`);
    point.run(1, NOW_MS);
    point.run(2, NOW_MS - MINUTE_MS);
    expect(cache.read(db, wish).rows).toHaveLength(2);
    db.exec('delete from equity_point where seq = 1');
    expect(cache.read(db, wish).rows.map(({ seq: left }) => left)).toEqual([2]);
  });

  it('returns the very same course while no point came, so that what is made of it is made once', () => {
    db.exec('delete from equity_point');
    const cache = new EquityCache();
    const wish = { mode: 'paper', sinceMs: NOW_MS - DAY_MS, spanMs: DAY_MS } as const;
    const point = db.prepare(`insert into equity_point values (?, ?, 'OKX:paper', '1', '0')`);
    point.run(1, NOW_MS - MINUTE_MS);
    const first = cache.read(db, wish);
    expect(cache.read(db, { ...wish, sinceMs: wish.sinceMs + 1_000 })).toBe(first);
    point.run(2, NOW_MS);
    expect(cache.read(db, wish)).not.toBe(first);
  });
});
