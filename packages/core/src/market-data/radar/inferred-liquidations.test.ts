import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';
import { MarketStore } from '../market-store.ts';
import { InferredLiquidations } from './inferred-liquidations.ts';
import { LiquidationRadar } from './liquidation-radar.ts';

const T0 = 1_700_000_000_000;
const [KUCOIN, BINANCE] = [0, 1];
const INSTRUMENTS = [
  buildInstrument({ venue: 'KUCOIN' }),
  buildInstrument(),
  buildInstrument({ venue: 'KUCOIN', kind: 'spot' }),
];

/** Two minutes of ten BTC a second on both sides, at 100, the mark where the index is. */
function calmWorld(ix = KUCOIN) {
  const told: NormalisedLiquidation[] = [];
  const figures = { markPx: new Float64Array(3).fill(100), indexPx: new Float64Array(3).fill(100) };
  const inferred = new InferredLiquidations({
    instruments: INSTRUMENTS,
    figures,
    onInferred: (event) => void told.push(event),
  });
  const trade = (afterMs: number, takerSide: 'BUY' | 'SELL', qtyBase: number): void => {
    const recvMs = T0 + afterMs;
    inferred.onTraded(ix, { px: 100, qtyBase, takerSide, atMs: recvMs - 20 }, recvMs);
  };
  for (let second = 0; second <= 120; second += 1) {
    trade(second * 1_000, 'BUY', 5);
    trade(second * 1_000 + 500, 'SELL', 5);
  }
  return { told, trade, figures };
}

const BURST_MS = 121_000;

describe('InferredLiquidations', () => {
  it('takes a one-sided burst of sells under a falling mark for closed longs', () => {
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = 99.9;
    trade(BURST_MS, 'SELL', 60);
    expect(told).toEqual([]);
    trade(BURST_MS + 300, 'SELL', 40);
    expect(told).toEqual([
      {
        ix: KUCOIN,
        liquidatedSide: 'LONG',
        px: 100,
        qtyBase: 100,
        usd: 10_000,
        isLowerBound: true,
        isInferred: true,
        venueMs: T0 + BURST_MS + 280,
        recvMs: T0 + BURST_MS + 300,
      },
    ]);
  });

  it('takes a one-sided burst of buys under a rising mark for closed shorts', () => {
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = 100.1;
    trade(BURST_MS, 'BUY', 150);
    expect(told).toMatchObject([{ liquidatedSide: 'SHORT', qtyBase: 150 }]);
  });

  it('tells at most one a second', () => {
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = 99.9;
    trade(BURST_MS, 'SELL', 150);
    trade(BURST_MS + 900, 'SELL', 150);
    expect(told).toHaveLength(1);
    trade(BURST_MS + 1_000, 'SELL', 300);
    expect(told).toHaveLength(2);
  });

  it.each([
    { name: 'too small against what a second usually brings', sells: 90, buys: 0, markPx: 99.9 },
    { name: 'of both sides', sells: 150, buys: 30, markPx: 99.9 },
    { name: 'while the mark stays with the index', sells: 150, buys: 0, markPx: 100 },
    { name: 'while the mark moves against it', sells: 150, buys: 0, markPx: 100.1 },
    { name: 'while the mark is not known', sells: 150, buys: 0, markPx: Number.NaN },
  ])('tells nothing of a burst $name', ({ sells, buys, markPx }) => {
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = markPx;
    if (buys > 0) trade(BURST_MS, 'BUY', buys);
    trade(BURST_MS + 1, 'SELL', sells);
    expect(told).toEqual([]);
  });

  it('tells nothing while the mark stands as far from the index as it usually does', () => {
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = 99.9;
    for (let second = 121; second < 1_500; second += 1) trade(second * 1_000, second % 2 === 0 ? 'BUY' : 'SELL', 10);
    trade(1_500_000, 'SELL', 150);
    expect(told).toEqual([]);
  });

  it('counts silent seconds, so that a quiet market makes a smaller burst stand out', () => {
    const { told, trade, figures } = calmWorld();
    trade(BURST_MS + 600_000, 'BUY', 1);
    figures.markPx[KUCOIN] = 99.9;
    trade(BURST_MS + 601_000, 'SELL', 51);
    expect(told).toMatchObject([{ qtyBase: 51, liquidatedSide: 'LONG' }]);
  });

  it.each([
    { name: 'the spot market', ix: 2 },
    { name: 'another venue', ix: BINANCE },
  ])('watches perps of KuCoin only: nothing from $name', ({ ix }) => {
    const { told, trade, figures } = calmWorld(ix);
    figures.markPx[ix] = 99.9;
    trade(BURST_MS, 'SELL', 500);
    expect(told).toEqual([]);
  });

  it('goes through the store to the screens, and never into a threshold', () => {
    const radar = new LiquidationRadar({ instruments: INSTRUMENTS });
    const readings: unknown[] = [];
    const store = new MarketStore(INSTRUMENTS, {
      isQuoteChecked: false,
      listener: {
        onTopChanged: () => undefined,
        onResyncNeeded: () => undefined,
        onLiquidation: (event) => void readings.push(radar.onLiquidation(event)),
      },
    });
    const { told, trade, figures } = calmWorld();
    figures.markPx[KUCOIN] = 99.9;
    trade(BURST_MS, 'SELL', 150);
    for (const event of told) store.addLiquidation(event);
    expect(store.liquidations.takeAll()).toMatchObject([{ isInferred: true }]);
    expect(readings).toEqual([null]);
    expect(radar.counters.inferred).toBe(1);
  });
});
