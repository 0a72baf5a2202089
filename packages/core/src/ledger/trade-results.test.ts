import { describe, expect, it } from 'vitest';
import { netQuoteOf } from './closed-trade.ts';
import { performanceOf } from './performance.ts';
import { books, fill, SPOT, T0, usdt } from './stories/build-ledger.fixture.ts';
import { knownLegs, resultsOf, type RatedTrade } from './trade-results.ts';

const DAY_MS = 86_400_000;
const BUY_LEG = 'Pa00000000001be0100';
const SELL_LEG = 'Pa00000000001se0100';
const OTHER = 'BTCUSDT.PERP.BYBIT';

/** A pair that won 1 by losing 4 on one leg and gaining 5 on the other, the second leg closed a day later. */
function pair(): RatedTrade[] {
  const ledger = books([
    fill({ fillId: '1', clientOrderId: BUY_LEG, px: '100' }),
    fill({ fillId: '2', clientOrderId: SELL_LEG, instrumentId: OTHER, side: 'SELL', px: '105' }),
    fill({ fillId: '3', clientOrderId: 'Pa00000000001bx0100', side: 'SELL', px: '96', venueMs: T0 + 1_000 }),
    fill({
      fillId: '4',
      clientOrderId: 'Pa00000000001sx0100',
      instrumentId: OTHER,
      px: '100',
      venueMs: T0 + DAY_MS + 1_000,
    }),
  ]);
  return ledger.closedTrades().map((trade) => ({ trade, netUsd: netQuoteOf(trade, usdt) }));
}

describe('resultsOf', () => {
  it('makes one result of both legs, in the period in which the last one closed', () => {
    const figures = performanceOf(resultsOf(pair()));
    expect(figures).toMatchObject({
      totalTrades: 1,
      wins: 1,
      winRateFrac: 1,
      netUsd: '1',
      bestUsd: '1',
      worstUsd: '1',
    });
    expect(figures.daily).toEqual([{ dayMs: T0 + DAY_MS, netUsd: '1', trades: 1 }]);
    expect(figures.bySymbol).toEqual([{ symbol: 'BTCUSDT', netUsd: '1', trades: 1, wins: 1 }]);
  });

  it('counts the money of a leg whose pair is still open, and no trade', () => {
    const [first] = pair();
    const results = resultsOf([first!], new Set(['a00000000001']));
    expect(performanceOf(results)).toMatchObject({ totalTrades: 0, wins: 0, winRateFrac: null, netUsd: '-4' });
  });

  it('knows no net of a pair of which a leg has none', () => {
    const [first, second] = pair();
    const results = resultsOf([{ ...first!, netUsd: null }, second!]);
    expect(performanceOf(results)).toMatchObject({ totalTrades: 1, unknownTrades: 1, netUsd: '0' });
    expect(knownLegs(results)).toEqual([]);
  });
});

describe('dust', () => {
  const dust = (qtyBase: string) =>
    ({
      kind: 'dust',
      dust: { account: 'BINANCE:paper', instrumentId: SPOT, qtyBase, fromArbId: null, text: '' },
    }) as const;
  const spot = { instrumentId: SPOT } as const;
  const left = [
    fill({ ...spot, fillId: '1', qtyBase: '1', px: '100', fee: '0.001', feeAsset: 'BTC' }),
    fill({ ...spot, fillId: '2', qtyBase: '0.99', px: '110', side: 'SELL', fee: '0.1', venueMs: T0 + 5 }),
  ];

  it('ends the trade that left it, whose gain is that of what was sold', () => {
    expect(books(left).closedTrades()).toEqual([]);
    const ledger = books([...left, dust('0.009')]);
    expect(ledger.positions()).toEqual([]);
    // 0.99 sold at 10 more than they cost, the fee of the buy at its price and that of the sale.
    const [trade] = ledger.closedTrades();
    expect(trade).toMatchObject({ grossQuote: '9.9', feesQuote: '0.2', closeMs: T0 + 5 });
    expect(ledger.dustOf(SPOT).costQuote.toString()).toBe('0.9');
  });

  it('leaves what is more than dust open', () => {
    expect(books([...left, dust('0.008')]).closedTrades()).toEqual([]);
  });

  it('is sold after the coins of the open trade, with a share of the fee, at its own cost', () => {
    const ledger = books([
      ...left,
      dust('0.009'),
      fill({ ...spot, fillId: '3', qtyBase: '0.991', px: '200', venueMs: T0 + 10 }),
      fill({ ...spot, fillId: '4', qtyBase: '1', px: '200', side: 'SELL', fee: '1', venueMs: T0 + 15 }),
    ]);
    const [, own, ofDust] = ledger.closedTrades();
    expect(own).toMatchObject({ grossQuote: '0', feesQuote: '0.991' });
    expect(ofDust).toMatchObject({ isDust: true, grossQuote: '0.9', feesQuote: '0.009', avgEntryPx: '100' });
    const figures = performanceOf(ledger.closedTrades().map((trade) => resultsOf([{ trade, netUsd: '1' }])[0]!));
    expect(figures).toMatchObject({ totalTrades: 2, netUsd: '3' });
    expect(ledger.dustOf(SPOT).qtyBase.toString()).toBe('0');
  });

  it('takes a fill of before it that is told late into the trade', () => {
    const [buy, sell] = left;
    const late = fill({ ...spot, fillId: '5', qtyBase: '0.009', px: '110', side: 'SELL', venueMs: T0 + 4 });
    const ledger = books([buy!, sell!, dust('0.009'), late]);
    expect(ledger.closedTrades()).toHaveLength(1);
    expect(ledger.closedTrades()[0]).toMatchObject({ grossQuote: '9.99' });
    expect(ledger.dustOf(SPOT).qtyBase.toString()).toBe('0');
  });
});
