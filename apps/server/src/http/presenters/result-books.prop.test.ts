import type Database from 'better-sqlite3';
import { fc, test } from '@fast-check/vitest';
import { beforeAll, describe, expect } from 'vitest';
import { decimal, toDecimalString } from '@riptide/core/domain';
import { netQuoteOf, performanceOf, resultsOf, resultsOfPeriod, type ClosedTrade } from '@riptide/core/ledger';
import { FakeEngineLink } from '../../link/fake-engine-link.fixture.ts';
import { ClosedTradeCache } from '../../storage/trading-db/closed-trade-cache.ts';
import { openTradingTables } from '../../storage/trading-db/open-trading-tables.fixture.ts';
import { bookOf, spanOfDays } from './result-books.ts';

/**
 * In words: what screens are told of closed trades is what all rows of the database add up to, after any closes, late fees, removals,
 * archived accounts and restarts, by the same statements as the product writes them with.
 */
const NOW_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const ACCOUNTS = ['OKX:paper', 'BYBIT:paper'] as const;

const amount = fc.integer({ min: -900, max: 900 }).map((n) => toDecimalString(decimal(n).div(100)));
const id = fc.nat({ max: 12 });
const step = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      id,
      account: fc.constantFrom(...ACCOUNTS),
      hoursAgo: fc.integer({ min: 0, max: 800 }),
      gross: amount,
      fees: amount,
      source: fc.constantFrom('operator' as const, 'arbitrage' as const),
      isOfRecordBefore: fc.boolean(),
    }),
    weight: 5,
  },
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('archive' as const), account: fc.constantFrom(...ACCOUNTS) }),
  fc.record({ kind: fc.constant('other-record' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let db: Database.Database;
let seq = 0;
beforeAll(async () => {
  db = await openTradingTables();
});

function apply(given: Step): void {
  // More can come of a record that was read before; it shows with the next one.
  if (given.kind === 'write' && given.isOfRecordBefore) write(given);
  seq += 1;
  if (given.kind === 'write' && !given.isOfRecordBefore) write(given);
  if (given.kind === 'remove') db.prepare('delete from closed_trade where trade_id = ?').run(`t${given.id}`);
  if (given.kind === 'archive')
    db.prepare(
      `update closed_trade set mode = 'archived', trade_id = trade_id || ? where account = ? and mode <> 'archived'`,
    ).run(`@${seq}`, given.account);
  db.prepare('insert or replace into journal_state values (1, ?, 0)').run(seq);
}

function write(given: Extract<Step, { kind: 'write' }>): void {
  const closeMs = NOW_MS - given.hoursAgo * HOUR_MS;
  const trade: ClosedTrade = {
    tradeId: `t${given.id}`,
    account: given.account,
    instrumentId: 'BTCUSDT.PERP.OKX',
    quoteAsset: 'USDT',
    side: 'LONG',
    openMs: closeMs - HOUR_MS,
    closeMs,
    holdMs: HOUR_MS,
    qtyBase: '1',
    avgEntryPx: '1',
    avgExitPx: '1',
    grossQuote: given.gross,
    feesQuote: given.fees,
    otherFees: [],
    fundingQuote: '0',
    otherQuote: '0',
    source: given.source,
    entryOrders: 1,
  };
  db.prepare(
    `insert into closed_trade values (?, ?, ?, 'paper', 'BTCUSDT', ?, ?, ?) on conflict (trade_id) do update
      set seq = excluded.seq, source = excluded.source, close_ms = excluded.close_ms, payload = excluded.payload
      where payload <> excluded.payload`,
  ).run(trade.tradeId, seq, given.account, given.source, closeMs, JSON.stringify(trade));
}

/** All rows as the database has them, added up without anything that was kept. */
function anew(engine: 'all' | 'trading' | 'arbitrage'): readonly unknown[] {
  const rows = db.prepare(`select payload from closed_trade where mode = 'paper' order by close_ms, trade_id`).all();
  const trades = (rows as { readonly payload: string }[]).map(({ payload }) => JSON.parse(payload) as ClosedTrade);
  const wanted = trades.filter(
    ({ source }) => engine === 'all' || (source === 'arbitrage') === (engine === 'arbitrage'),
  );
  const all = resultsOf(wanted.map((trade) => ({ trade, netUsd: netQuoteOf(trade, () => null) })));
  return ([7, 30] as const).map((days) => {
    const { equity, ...figures } = performanceOf(resultsOfPeriod(all, { nowMs: NOW_MS, days }));
    return [
      figures.totalTrades,
      figures.wins,
      figures.netUsd,
      figures.maxDrawdownUsd,
      figures.sharpe,
      figures.daily,
      figures.bySymbol,
      equity.map(({ netUsd }) => netUsd),
    ];
  });
}

describe('results as screens are told of them', () => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 40 })], { numRuns: 60 })(
    'are those of all rows of the database',
    (steps) => {
      db.exec('delete from closed_trade');
      let link = new FakeEngineLink();
      let cache = new ClosedTradeCache();
      for (const given of steps) {
        if (given.kind === 'restart') [link, cache] = [new FakeEngineLink(), new ClosedTradeCache()];
        apply(given);
        for (const engine of ['all', 'trading', 'arbitrage'] as const) {
          const book = bookOf(link, cache.read(db, 'paper'), { mode: 'paper', engine });
          const told = ([7, 30] as const).map((days) => {
            const span = spanOfDays(book, { days, nowMs: NOW_MS });
            const { counted, wins, net, drawdown } = span.sums;
            const course = span.course(1_000).map((point) => toDecimalString(point.net));
            return [
              counted,
              wins,
              toDecimalString(net),
              toDecimalString(drawdown),
              span.sharpe(),
              span.daily(),
              span.bySymbol(),
              course,
            ];
          });
          expect(told).toEqual(anew(engine));
        }
      }
    },
  );
});
