import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClosedTradeCache } from './closed-trade-cache.ts';
import { openTradingTables } from './open-trading-tables.fixture.ts';

let db: Database.Database;
let cache: ClosedTradeCache;
beforeEach(async () => {
  db = await openTradingTables();
  cache = new ClosedTradeCache();
});
afterEach(() => db.close());

function write(seq: number, tradeId: string, closeMs: number, more: object = {}): void {
  db.prepare('insert or replace into closed_trade values (?, ?, ?, ?, ?, null, ?, ?)').run(
    tradeId,
    seq,
    'OKX:paper',
    'paper',
    'BTCUSDT',
    closeMs,
    JSON.stringify({ tradeId, closeMs, ...more }),
  );
  reach(seq);
}

function reach(seq: number): void {
  db.prepare('insert or replace into journal_state values (1, ?, 0)').run(seq);
}

/** As reading all of them anew says it. */
function all(): unknown {
  return new ClosedTradeCache().read(db, 'paper');
}

describe('ClosedTradeCache', () => {
  it('says what reading everything anew says, after additions, changes, removals and all at once', () => {
    const now = () => cache.read(db, 'paper');
    write(1, 'b', 20);
    write(2, 'a', 10);
    expect(now().map(({ tradeId }) => tradeId)).toEqual(['a', 'b']);
    const steps: (() => void)[] = [
      () => write(3, 'c', 15),
      () => write(4, 'a', 30, { source: 'late' }),
      () => write(4, 'c', 15, { source: 'of the same record' }),
      () => db.exec("delete from closed_trade where trade_id = 'b'"),
      () => {
        db.exec("delete from closed_trade where trade_id = 'c'");
        write(8, 'd', 5);
      },
      () => db.exec("update closed_trade set mode = 'archived'"),
    ];
    for (const [at, step] of steps.entries()) {
      step();
      reach(10 + at);
      expect(now()).toEqual(all());
      reach(20 + at);
      expect(now()).toEqual(all());
      reach(1);
      expect(now()).toEqual(all());
    }
  });

  it('names one trade and the legs of an arbitrage, as they stand now', () => {
    write(1, 'a', 10, { arbId: 'x' });
    write(2, 'b', 20);
    write(3, 'c', 5, { arbId: 'x' });
    expect(cache.readOne(db, 'paper', 'b')).toEqual({ tradeId: 'b', closeMs: 20 });
    expect([cache.readOne(db, 'live', 'b'), cache.readOne(db, 'paper', 'gone')]).toEqual([null, null]);
    const legs = () => cache.readLegs(db, 'paper', 'x').map(({ tradeId }) => tradeId);
    expect(legs()).toEqual(['c', 'a']);
    write(4, 'd', 7, { arbId: 'x' });
    expect(legs()).toEqual(['c', 'd', 'a']);
    expect(cache.readLegs(db, 'paper', 'y')).toEqual([]);
  });

  it('parses only what is new', () => {
    for (let n = 1; n <= 500; n += 1) write(n, `t${n}`, n);
    cache.read(db, 'paper');
    const parse = vi.spyOn(JSON, 'parse');
    reach(501);
    cache.read(db, 'paper');
    write(502, 'late', 502);
    cache.read(db, 'paper');
    expect(parse.mock.calls.length).toBeLessThanOrEqual(2);
    parse.mockRestore();
  });
});
