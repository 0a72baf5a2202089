import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClosedTrade } from '@riptide/core/ledger';
import { FillCache } from './fill-cache.ts';
import { openTradingTables } from './open-trading-tables.fixture.ts';

const ACCOUNT = 'OKX:paper';
const INSTRUMENT = 'BTCUSDT.PERP.OKX';

let db: Database.Database;
beforeEach(async () => {
  db = await openTradingTables();
});
afterEach(() => db.close());

function addFill(id: string, venueMs: number, instrumentId = INSTRUMENT): void {
  db.prepare(
    `insert into fill_row values (?, ?, ?, 1, 'BTCUSDT', 'v', 'c', 'BUY', '1', '1', '0', 'USDT', null, 'order', ?)`,
  ).run(ACCOUNT, instrumentId, id, venueMs);
}

function trade(n: number): ClosedTrade {
  return {
    tradeId: `t${n}`,
    account: ACCOUNT,
    instrumentId: INSTRUMENT,
    openMs: n * 10,
    closeMs: n * 10 + 5,
  } as Partial<ClosedTrade> as ClosedTrade;
}

describe('FillCache', () => {
  it('says what reading anew says after late fills, also when far more trades were asked for than it keeps', () => {
    const trades = Array.from({ length: 1_500 }, (_, n) => trade(n));
    for (let n = 0; n < trades.length; n += 3) addFill(`f${n}`, n * 10 + 1);
    const cache = new FillCache();
    const anew = (of: readonly ClosedTrade[]) => new FillCache().read(db, of);
    expect(cache.read(db, trades)).toEqual(anew(trades));
    addFill('late', 5);
    addFill('of another instrument', 5, 'ETHUSDT.PERP.OKX');
    addFill('late in a kept one', 14_000 + 3);
    expect(cache.read(db, trades)).toEqual(anew(trades));
    expect(
      cache
        .read(db, trades.slice(0, 3))
        .get('t0')
        ?.map(({ fillId }) => fillId),
    ).toEqual(['f0', 'late']);
  });

  it('reads a fill once', () => {
    addFill('f', 1);
    const cache = new FillCache();
    const of = [trade(0)];
    const first = cache.read(db, of).get('t0');
    expect(first).toHaveLength(1);
    expect(cache.read(db, of).get('t0')).toBe(first);
  });
});
