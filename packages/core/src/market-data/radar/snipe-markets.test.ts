import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { epochMs, MarkMessage, TickerMessage, TradeMessage } from '../../domain/index.ts';
import { MarketStore } from '../market-store.ts';
import { SnipeMarkets } from './snipe-markets.ts';

const T0 = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const PERP = 0;

function world() {
  const instruments = [
    buildInstrument({ listedMs: epochMs(T0 - 21 * DAY_MS) }),
    buildInstrument({ kind: 'spot' }),
    buildInstrument({ venue: 'KUCOIN', symbol: 'BTCUSD', isInverse: true }),
  ];
  const heard: number[] = [];
  let markets: SnipeMarkets | null = null;
  const store = new MarketStore(instruments, {
    isQuoteChecked: false,
    listener: {
      onTopChanged: () => undefined,
      onResyncNeeded: () => undefined,
      onTraded: (ix, trade, recvMs) => {
        heard.push(ix);
        markets?.onTraded(ix, trade, recvMs);
      },
    },
  });
  markets = new SnipeMarkets({ store });
  return { store, markets, heard };
}

describe('SnipeMarkets', () => {
  it('knows nothing before the first message, and makes no number up', () => {
    const market = world().markets.marketOf(1, T0);
    const { instrumentId, venue, symbol, vwapMinutes, isVwapWarmed, ...figures } = market;
    expect([instrumentId, venue, symbol, vwapMinutes, isVwapWarmed]).toEqual([
      'BTCUSDT.SPOT.BINANCE',
      'BINANCE',
      'BTCUSDT',
      0,
      false,
    ]);
    expect(new Set(Object.values(figures))).toEqual(new Set([Number.NaN]));
  });

  it('reads book, mark, day figures, averages and age of the listing', () => {
    const { store, markets } = world();
    const bids = [
      [10_000, 1],
      [9_991, 2],
      [9_990, 50],
    ] as const;
    const asks = [
      [10_002, 3],
      [10_011, 4],
      [10_012, 50],
    ] as const;
    store.onBookSnapshot(PERP, buildDepth(bids, asks, { venueMs: T0 - 30 }), T0);
    store.onMark(
      PERP,
      Object.assign(new MarkMessage(), { markPx: 1_000.5, fundingRateFrac: 1e-4, nextFundingMs: T0 + 9 }),
      T0,
    );
    store.onTicker(PERP, Object.assign(new TickerMessage(), { changeFrac: -0.05, volumeQuote: 2e7 }), T0);
    store.onTrade(PERP, Object.assign(new TradeMessage(), { pxTicks: 9_999, qty: 2, venueMs: T0 - 20 }), T0 + 10);
    store.setClockOffset('BINANCE', 5);
    const market = markets.marketOf(PERP, T0 + 110);
    // Mid 1000.1: within 10 bps are prices from 999.0999 to 1001.1001.
    expect(market.bidDepthUsd).toBeCloseTo(1_000 + 2 * 999.1, 6);
    expect(market.askDepthUsd).toBeCloseTo(3 * 1_000.2 + 4 * 1_001.1, 6);
    expect(market).toMatchObject({
      bidPx: 1_000,
      askPx: 1_000.2,
      midPx: 1_000.1,
      markPx: 1_000.5,
      bookAgeMs: 110,
      vwapPx: 999.9,
      vwapAgeMs: 100,
      vwapMinutes: 1,
      fundingRateFrac: 1e-4,
      nextFundingMs: T0 + 9,
      dayChangeFrac: -0.05,
      dayQuoteVolume: 2e7,
      listedDays: 21,
      delayMs: 35,
    });
    expect(markets.marketOf(PERP, T0 - 1).listedDays).toBe(20);
  });

  it('has neither prices nor an age of a book that was reset', () => {
    const { store, markets } = world();
    store.onBookSnapshot(PERP, buildDepth([[10_000, 1]], [[10_002, 3]]), T0);
    store.onBookReset(PERP, 'sequence-gap', T0 + 5);
    const { bookAgeMs, midPx, bidDepthUsd } = markets.marketOf(PERP, T0 + 10);
    expect([bookAgeMs, midPx, bidDepthUsd]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('watches perps that pay in their quote from the start, and others when asked', () => {
    const { store, markets, heard } = world();
    const trade = Object.assign(new TradeMessage(), { pxTicks: 9_999, qty: 2 });
    for (const ix of [0, 1, 2]) store.onTrade(ix, trade, T0);
    expect(heard).toEqual([PERP]);
    markets.watch(1);
    store.onTrade(1, trade, T0);
    expect(markets.marketOf(1, T0).vwapPx).toBe(999.9);
  });

  it('takes history for a start', () => {
    const { markets } = world();
    const openMs = Math.floor(T0 / 60_000) * 60_000 - 60_000;
    markets.warm(PERP, [{ openMs, open: 10, high: 12, low: 9, close: 12, volumeBase: 2 }], T0);
    expect(markets.marketOf(PERP, T0)).toMatchObject({ vwapPx: 11, isVwapWarmed: true, vwapAgeMs: Number.NaN });
  });
});
