import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth, buildQuote } from '../domain/build-messages.fixture.ts';
import { LiquidationMessage, MarkMessage, TickerMessage, TradeMessage, type Instrument } from '../domain/index.ts';
import type { NormalisedLiquidation } from './liquidation-ring.ts';
import { MarketStore } from './market-store.ts';

interface Heard {
  readonly tops: number[];
  readonly resyncs: number[];
}

function storeOf(instruments: readonly Instrument[], over: { pxMax?: number } = {}): { store: MarketStore } & Heard {
  const tops: number[] = [];
  const resyncs: number[] = [];
  const store = new MarketStore(instruments, {
    listener: { onTopChanged: (ix) => tops.push(ix), onResyncNeeded: (ix) => resyncs.push(ix) },
    isQuoteChecked: true,
    pxMaxOf: () => over.pxMax ?? Number.NaN,
  });
  return { store, tops, resyncs };
}

const SNAPSHOT = buildDepth([[1000, 1]], [[1001, 2]], { seq: 10, venueMs: 5000 });

describe('MarketStore: books', () => {
  it('ignores deltas until a snapshot came', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookDelta(0, SNAPSHOT, 5001);
    expect(store.books[0]?.bids.isEmpty).toBe(true);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onBookDelta(
      0,
      buildDepth(
        [
          [1000, 0],
          [999, 4],
        ],
        [],
        { seq: 11 },
      ),
      5002,
    );
    expect([store.figures.bidPx[0], store.figures.bidQtyBase[0], store.figures.askPx[0]]).toEqual([99.9, 4, 100.1]);
  });

  it('resets a crossed book, counts it and asks for a new one', () => {
    const { store, resyncs } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onBookDelta(0, buildDepth([[1001, 1]], [], { seq: 11 }), 5002);
    expect(store.books[0]?.resetReason).toBe('crossed');
    expect(store.bookCounters('BINANCE')).toMatchObject({ crossed: 1, resets: { crossed: 1 } });
    expect(resyncs).toEqual([0]);
    expect(store.figures.bidPx[0]).toBeNaN();
  });

  it('tells when best prices change and not when only sizes or deeper levels do', () => {
    const { store, tops } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onBookDelta(
      0,
      buildDepth(
        [
          [1000, 9],
          [990, 9],
        ],
        [],
        { seq: 11 },
      ),
      5002,
    );
    expect(tops).toEqual([0]);
    store.onBookDelta(
      0,
      buildDepth(
        [],
        [
          [1001, 0],
          [1003, 1],
        ],
        { seq: 12 },
      ),
      5003,
    );
    store.onBookReset(0, 'sequence-gap', 5004);
    expect(tops).toEqual([0, 0, 0]);
  });

  it('reads levels for integrity checks on the wire scale', () => {
    const { store } = storeOf([buildInstrument({ qtyScale: 0.01 })]);
    store.onBookSnapshot(
      0,
      buildDepth(
        [
          [1000, 1],
          [998, 3],
        ],
        [[1001, 2]],
      ),
      1,
    );
    const ticks = new Int32Array(4);
    const qty = new Float64Array(4);
    expect(store.readLevels(0, 'bid', 4, ticks, qty)).toBe(2);
    expect([ticks[0], ticks[1], qty[0], qty[1]]).toEqual([1000, 998, 1, 3]);
  });

  it('keeps an unchanged book young by its heartbeats, and no dead one', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookAlive(0, 1, 9000);
    expect(store.books[0]?.recvMs).toBeNaN();
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onBookAlive(0, 8999, 9000);
    expect(store.books[0]?.recvMs).toBe(9000);
  });
});

describe('MarketStore: best prices', () => {
  it('takes a newer quote and drops an older one, by sequence', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onQuote(0, buildQuote([1002, 1], [1003, 1], { seq: 12 }), 5002);
    store.onQuote(0, buildQuote([900, 1], [901, 1], { seq: 11 }), 5003);
    expect([store.figures.bidPx[0], store.figures.askPx[0]]).toEqual([100.2, 100.3]);
    store.onBookDelta(0, buildDepth([[999, 5]], [], { seq: 11 }), 5004);
    expect(store.figures.bidPx[0]).toBe(100.2);
    store.onBookDelta(
      0,
      buildDepth(
        [[1001, 5]],
        [
          [1001, 0],
          [1004, 1],
        ],
        { seq: 13 },
      ),
      5005,
    );
    expect(store.figures.bidPx[0]).toBe(100.1);
  });

  it('goes by venue time where no sequence is shared', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onQuote(0, buildQuote([1002, 1], [1003, 1], { venueMs: 5000 }), 5002);
    store.onQuote(0, buildQuote([900, 1], [901, 1], { venueMs: 4999 }), 5003);
    expect(store.figures.bidPx[0]).toBe(100.2);
  });

  it('follows a snapshot whose numbering starts anew', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.onBookSnapshot(0, buildDepth([[500, 1]], [[501, 1]], { seq: 1 }), 5002);
    expect(store.figures.bidPx[0]).toBe(50);
  });

  it('checks quotes against books of the same sequence', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onQuote(0, buildQuote([1000, 1], [1001, 2], { seq: 10 }), 5000);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    expect([store.quoteChecks[0]?.checks, store.quoteChecks[0]?.mismatches]).toEqual([1, 0]);
  });
});

describe('MarketStore: price scale', () => {
  it('leaves out an instrument whose prices do not fit, with the reason', () => {
    const { store } = storeOf([buildInstrument({ pxTick: '0.0000000000001' }), buildInstrument({ venue: 'OKX' })]);
    expect(store.instruments.map((instrument) => instrument.venue)).toEqual(['OKX']);
    expect(store.rejected[0]?.error).toMatchObject({ code: 'INSTRUMENT_UNREPRESENTABLE' });
  });

  it('reads finer prices after the scale was raised, from the next snapshot on', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    expect(store.onScaleRaised(0, { pxDecimals: 3 })).toBe(true);
    store.onBookReset(0, 'off-tick', 5002);
    expect(store.books[0]?.resetReason).toBe('off-tick');
    store.onBookSnapshot(0, buildDepth([[100_005, 1]], [[100_100, 1]]), 5003);
    expect([store.figures.bidPx[0], store.figures.askPx[0]]).toEqual([100.005, 100.1]);
    expect(store.scales[0]).toEqual({ pxDecimals: 3 });
  });

  it('knows a best price by its ticks at the scale they were read with', () => {
    const { store, tops } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5001);
    store.rescale(0, 3);
    store.onBookSnapshot(0, SNAPSHOT, 5002);
    expect([store.figures.bidPx[0], store.figures.askPx[0]]).toEqual([1, 1.001]);
    expect(tops).toEqual([0, 0]);
    store.onQuote(0, buildQuote([1000, 7], [1001, 7], { seq: 12 }), 5003);
    expect([tops.length, store.figures.bidQtyBase[0]]).toEqual([2, 7]);
  });

  it('refuses a scale at which the prices leave int32 and keeps the old one', () => {
    const { store } = storeOf([buildInstrument()], { pxMax: 100_000 });
    const scale = store.rescale(0, 6);
    expect(scale).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_UNREPRESENTABLE' } });
    expect(store.scales[0]).toEqual({ pxDecimals: 1 });
  });
});

describe('MarketStore: other messages', () => {
  it('keeps the last value of what a message leaves out', () => {
    const { store } = storeOf([buildInstrument({ pxDivisor: 1000 })]);
    store.onMark(0, Object.assign(new MarkMessage(), { markPx: 5000, fundingRateFrac: 0.0001 }), 1);
    store.onMark(0, Object.assign(new MarkMessage(), { indexPx: 6000 }), 2);
    store.onTicker(0, Object.assign(new TickerMessage(), { lastPx: 7000, volumeQuote: 10 }), 3);
    store.onTicker(0, Object.assign(new TickerMessage(), { changeFrac: -0.5 }), 4);
    const { figures } = store;
    expect([figures.markPx[0], figures.indexPx[0], figures.fundingRateFrac[0]]).toEqual([5, 6, 0.0001]);
    expect([figures.lastPx[0], figures.volumeQuote[0], figures.changeFrac[0]]).toEqual([7, 10, -0.5]);
  });

  it('turns trades and liquidations into base units', () => {
    // KuCoin: contracts of 0.001 BTC; price tick 0.1.
    const { store } = storeOf([buildInstrument({ venue: 'KUCOIN', qtyScale: 0.001 })]);
    const trade = Object.assign(new TradeMessage(), { pxTicks: 600_001, qty: 20, venueMs: 120_000 });
    store.onTrade(0, trade, 120_050);
    expect(store.candles.takeChanged()).toMatchObject([{ openMs: 120_000, close: 60_000.1, volumeBase: 0.02 }]);
    const forced = Object.assign(new LiquidationMessage(), {
      px: 60_000,
      qty: 500,
      liquidatedSide: 'SHORT',
      venueMs: 1,
    });
    store.onLiquidation(0, forced, 2);
    expect(store.liquidations.takeAll()).toMatchObject([{ qtyBase: 0.5, usd: 30_000, liquidatedSide: 'SHORT' }]);
  });

  it('takes the clock offset out of the delay, and knows no median before it was measured', () => {
    const { store } = storeOf([buildInstrument()]);
    store.onBookSnapshot(0, SNAPSHOT, 5100);
    expect(store.medianDelayMs('BINANCE')).toBeNull();
    // The venue's clock is 70 ms behind ours: of the 100 ms seen 30 ms are the way.
    store.setClockOffset('BINANCE', -70);
    expect([store.medianDelayMs('BINANCE'), store.depthDelayMs(0)]).toEqual([30, 30]);
  });

  it('refuses an index that was never given out', () => {
    const { store } = storeOf([buildInstrument()]);
    expect(() => store.onMark(5, new MarkMessage(), 1)).toThrow('Invariant: no instrument');
    expect(() => store.onQuote(-1, buildQuote([1, 1], [2, 1]), 1)).toThrow('Invariant: no book');
  });
});

describe('MarketStore: who hears of liquidations', () => {
  const T0 = 1_700_000_000_000;
  const message = (venueMs: number): LiquidationMessage =>
    Object.assign(new LiquidationMessage(), { px: 100, qty: 1, venueMs });

  function hearing(): { store: MarketStore; heard: NormalisedLiquidation[] } {
    const heard: NormalisedLiquidation[] = [];
    const store = new MarketStore(
      [buildInstrument({ venue: 'OKX' }), buildInstrument({ venue: 'OKX', baseAsset: 'ETH' })],
      {
        isQuoteChecked: false,
        listener: {
          onTopChanged: () => undefined,
          onResyncNeeded: () => undefined,
          onLiquidation: (event) => void heard.push(event),
        },
      },
    );
    return { store, heard };
  }

  it('tells each once, after it was kept', () => {
    const { store, heard } = hearing();
    store.onLiquidation(0, message(T0), T0 + 40);
    store.onLiquidation(0, message(T0), T0 + 90);
    expect(heard).toEqual(store.liquidations.takeAll());
    expect(heard).toMatchObject([{ ix: 0, usd: 100, isInferred: false, recvMs: T0 + 40 }]);
  });

  it('keeps to itself what is history beside the books of the venue, and counts it', () => {
    const { store, heard } = hearing();
    store.onBookSnapshot(1, buildDepth([[1000, 1]], [[1001, 1]], { venueMs: T0 - 20 }), T0);
    store.onLiquidation(0, message(T0 - 30_021), T0);
    store.onLiquidation(0, message(T0 - 30_020), T0);
    expect(heard.map(({ venueMs }) => venueMs)).toEqual([T0 - 30_020]);
    expect(store.bookCounters('OKX').lateLiquidations).toBe(1);
    expect(store.liquidations.takeAll()).toHaveLength(2);
  });

  it('tells those of a recording of another year, whose books are as old', () => {
    const { store, heard } = hearing();
    const longAgoMs = T0 - 86_400_000 * 900;
    store.onBookSnapshot(0, buildDepth([[1000, 1]], [[1001, 1]], { venueMs: longAgoMs }), T0);
    store.onLiquidation(0, message(longAgoMs - 300), T0);
    expect(heard).toHaveLength(1);
  });
});
