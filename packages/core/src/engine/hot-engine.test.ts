import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth, buildQuote, type TickLevel } from '../domain/build-messages.fixture.ts';
import {
  LiquidationMessage,
  MarkMessage,
  VENUES,
  type FeedStatus,
  type Instrument,
  type MarketFeed,
} from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { createHotEngine, type HotEngine, type HotEngineOptions } from './hot-engine.ts';

const T0 = 1_700_000_000_000;
const BINANCE = buildInstrument();
const KUCOIN = buildInstrument({ venue: 'KUCOIN' });
const ID = 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.KUCOIN';

class FakeFeed implements MarketFeed {
  readonly resynced: number[] = [];
  readonly venue: MarketFeed['venue'];
  constructor(venue: MarketFeed['venue']) {
    this.venue = venue;
  }
  start(): void {
    throw new Error('Invariant: the engine never starts a feed');
  }
  resync(ix: number): void {
    this.resynced.push(ix);
  }
  status(): FeedStatus {
    const decode = {
      fast: 1,
      keyed: 0,
      slow: 0,
      control: 0,
      malformed: 0,
      unknown: 0,
      stale: 0,
      gaps: 0,
      resyncs: 0,
      offTick: 0,
    };
    return { venue: this.venue, connections: [], decode };
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }
}

interface Scene {
  readonly clock: VirtualClock;
  readonly engine: HotEngine;
  /** Replaces the book of an instrument now. */
  book(ix: number, bid: TickLevel, ask: TickLevel): void;
  /** Lets time pass in ticks of 100 ms; `each` runs before every tick. */
  pass(ms: number, each?: () => void): void;
}

function sceneOf(instruments: readonly Instrument[] = [BINANCE, KUCOIN], options: HotEngineOptions = {}): Scene {
  const clock = new VirtualClock(T0);
  const engine = createHotEngine({ instruments, clock, options });
  for (const venue of VENUES) engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
  return {
    clock,
    engine,
    book: (ix, bid, ask) =>
      engine.sink.onBookSnapshot(ix, buildDepth([bid], [ask], { venueMs: clock.nowMs() - 20 }), clock.nowMs()),
    pass(ms, each) {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.advance(100);
        each?.();
        engine.tick();
      }
    },
  };
}

function startScanner(engine: HotEngine, minEntryNetBps = 10): void {
  engine.command({ kind: 'start-scanner', minEntryNetBps, maxPositionUsd: 1000, venues: VENUES });
}

/** BINANCE 1000.0 / 1000.1, KUCOIN 1005.0 / 1005.1: buying BINANCE and selling KUCOIN is 48.9 bps gross, 37.9 after 11 of fees. */
function apart({ book }: Scene): void {
  book(0, [10_000, 5], [10_001, 5]);
  book(1, [10_050, 5], [10_051, 5]);
}

function together({ book }: Scene): void {
  book(0, [10_000, 5], [10_001, 5]);
  book(1, [10_000, 5], [10_001, 5]);
}

describe('opportunities', () => {
  it('finds a gap at once, prices it from depth and tells why it is not executable yet', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    apart(scene);
    const [view] = scene.engine.takeBatch().opportunities;
    // Mid (1000.1 + 1005) / 2 = 1002.55; 4.9 / 1002.55 = 48.8754 bps; - 5 - 6 - 1 reserve = 36.8754.
    // Size: 1000 USD / 1002.55 = 0.99745 -> 0.997.
    expect(view).toMatchObject({ id: ID, symbol: 'BTCUSDT', asset: 'BTC', mode: 'futures-futures', qtyBase: 0.997 });
    expect(view?.grossBps).toBeCloseTo(48.8754, 3);
    expect(view?.entryNetBps).toBeCloseTo(36.8754, 3);
    expect([view?.buy.bestPx, view?.sell.bestPx, view?.buy.feeSource]).toEqual([1000.1, 1005, 'tier']);
    expect([view?.policy, view?.policyReason]).toEqual(['evaluation_only', 'usual exit spread is not known yet']);
    expect(view?.exitSpreadSamples).toBe(0);
  });

  it('is executable once the usual exit spread is known and closing pays', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    scene.pass(40_000, () => together(scene));
    apart(scene);
    const view = scene.engine.takeBatch().opportunities.find((one) => one.id === ID);
    // Usual exit: buy back at 1000.1 what is sold at 1000.0: 1.0 bps. Nothing moved before, so there is no reserve.
    expect(view?.exitSpreadBps).toBeCloseTo(1, 3);
    expect(view?.exitSpreadSamples).toBe(30);
    expect(view?.roundTripNetBps).toBeCloseTo(48.8754 - 11 - 11 - 1, 2);
    expect([view?.policy, view?.policyReason]).toEqual(['executable', null]);
  });

  it('opens and closes with the edge, and counts it once', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    scene.pass(500, () => together(scene));
    const openMs = scene.clock.nowMs();
    scene.pass(6000, () => apart(scene));
    const open = scene.engine.takeBatch();
    expect(open.scanner).toMatchObject({ isScanning: true, found: 1, pairs: 2 });
    expect(open.opportunities[0]?.aliveSinceMs).toBe(openMs + 100);
    expect(open.opportunities[0]?.confidence).toBeCloseTo(0.098, 2);
    scene.pass(100, () => together(scene));
    const closed = scene.engine.takeBatch();
    expect([closed.removed, closed.opportunities]).toEqual([[ID], []]);
    expect(scene.engine.takeBatch().removed).toEqual([]);
  });

  it('blocks the rows of a book that fell silent, by time alone', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    apart(scene);
    scene.pass(1500);
    expect(scene.engine.takeBatch().opportunities[0]?.policy).toBe('evaluation_only');
    scene.pass(100);
    const [view] = scene.engine.takeBatch().opportunities;
    expect([view?.policy, view?.policyReason]).toEqual(['blocked', 'BINANCE perp book is older than 1500 ms']);
    expect(view?.buy.bookAgeMs).toBe(1600);
    expect(scene.clock.nowMs() - (view?.buy.bookMs ?? 0)).toBeGreaterThanOrEqual(1600);
  });

  it('keeps a row with its last figures, blocked, while its book is rebuilt, and then lets it go', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    apart(scene);
    scene.engine.takeBatch();
    scene.engine.sink.onBookReset(1, 'sequence-gap', scene.clock.nowMs());
    scene.pass(100);
    const [view] = scene.engine.takeBatch().opportunities;
    expect(view).toMatchObject({ id: ID, qtyBase: 0.997, policy: 'blocked' });
    expect(view?.policyReason).toBe('KUCOIN perp book is being rebuilt (sequence-gap)');
    scene.pass(10_000);
    expect(scene.engine.takeBatch().removed).toEqual([ID]);
  });

  it('is not fooled by a best quote the book does not hold', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    together(scene);
    const now = scene.clock.nowMs();
    scene.engine.sink.onQuote(1, buildQuote([10_050, 5], [10_051, 5], { venueMs: now }), now);
    scene.pass(100);
    expect(scene.engine.takeBatch().opportunities).toEqual([]);
  });

  it('tells the best entry net while nothing passes the minimum', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    scene.pass(200, () => together(scene));
    const { scanner, opportunities } = scene.engine.takeBatch();
    // (1000.0 - 1000.1) / 1000.05 = -0.99995 bps - 11 - 1 reserve
    expect(scanner.bestEntryNetBps).toBeCloseTo(-12.99995, 3);
    expect(opportunities).toEqual([]);
  });

  it('does not take the mistaken price of another coin for the best', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    scene.pass(300, () => {
      scene.book(0, [10_000, 5], [10_001, 5]);
      scene.book(1, [20_000, 5], [20_001, 5]);
    });
    const { scanner, opportunities } = scene.engine.takeBatch();
    expect(opportunities.map((one) => one.policyReason)).toEqual([expect.stringContaining('check symbol mapping')]);
    expect(scanner.found).toBe(0);
    expect(scanner.bestEntryNetBps ?? Number.NEGATIVE_INFINITY).toBeLessThan(0);
  });

  it('blocks pairs whose index prices disagree', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    const now = scene.clock.nowMs();
    scene.engine.sink.onMark(0, Object.assign(new MarkMessage(), { indexPx: 1000 }), now);
    scene.engine.sink.onMark(1, Object.assign(new MarkMessage(), { indexPx: 1011 }), now);
    apart(scene);
    expect(scene.engine.takeBatch().opportunities[0]?.policyReason).toContain('index prices are more than 1 % apart');
  });

  it('compares only the venues of the session, and nothing once stopped', () => {
    const scene = sceneOf();
    const { engine } = scene;
    engine.command({ kind: 'start-scanner', minEntryNetBps: 10, maxPositionUsd: 1000, venues: ['BINANCE', 'OKX'] });
    scene.pass(100, () => apart(scene));
    expect(engine.takeBatch()).toMatchObject({ opportunities: [], scanner: { pairs: 0, venues: ['BINANCE', 'OKX'] } });
    startScanner(engine);
    scene.pass(100, () => apart(scene));
    expect(engine.takeBatch().opportunities).toHaveLength(1);
    engine.command({ kind: 'stop-scanner' });
    expect(engine.takeBatch()).toMatchObject({ removed: [ID], scanner: { isScanning: false, bestEntryNetBps: null } });
    scene.pass(100, () => apart(scene));
    expect(engine.takeBatch().opportunities).toEqual([]);
  });

  it('keeps no more rows than allowed: those with the best net', () => {
    const assets = ['BTC', 'ETH', 'SOL'];
    const instruments = assets.flatMap((baseAsset) => [
      buildInstrument({ baseAsset }),
      buildInstrument({ baseAsset, venue: 'KUCOIN' }),
    ]);
    const scene = sceneOf(instruments, { scanner: { rowsMax: 2 } });
    scene.pass(100, () =>
      assets.forEach((_, nth) => {
        scene.book(nth * 2, [10_000, 5], [10_001, 5]);
        scene.book(nth * 2 + 1, [10_030 + nth * 10, 5], [10_031 + nth * 10, 5]);
      }),
    );
    startScanner(scene.engine);
    scene.pass(100);
    expect(scene.engine.takeBatch().opportunities.map((one) => one.asset)).toEqual(['ETH', 'SOL']);
  });
});

describe('batches', () => {
  it('carry only what changed, and number themselves', () => {
    const scene = sceneOf();
    together(scene);
    const first = scene.engine.takeBatch();
    expect([first.seq, first.atMs, first.instruments.map((one) => one.ix)]).toEqual([1, T0, [0, 1]]);
    expect(first.instruments[0]).toMatchObject({ bidPx: 1000, askPx: 1000.1, bidQtyBase: 5, bookLive: true });
    const now = scene.clock.nowMs();
    scene.engine.sink.onMark(1, Object.assign(new MarkMessage(), { markPx: 999, fundingRateFrac: 0.0001 }), now);
    const second = scene.engine.takeBatch();
    expect([second.seq, second.instruments.map((one) => [one.ix, one.markPx])]).toEqual([2, [[1, 999]]]);
    expect(second.instruments[0]?.lastPx).toBeNaN();
  });

  it('can be cloned to another thread', () => {
    const scene = sceneOf();
    startScanner(scene.engine);
    apart(scene);
    const batch = scene.engine.takeBatch();
    expect(structuredClone(batch)).toEqual(batch);
  });

  it('carry each liquidation once, in base units', () => {
    const scene = sceneOf();
    const liquidation = Object.assign(new LiquidationMessage(), { px: 1000, qty: 2, isLowerBound: true, venueMs: T0 });
    scene.engine.sink.onLiquidation(0, liquidation, T0 + 5);
    scene.engine.sink.onLiquidation(0, liquidation, T0 + 9);
    expect(scene.engine.takeBatch().liquidations).toMatchObject([
      { ix: 0, usd: 2000, isLowerBound: true, isInferred: false },
    ]);
    expect(scene.engine.takeBatch().liquidations).toEqual([]);
  });

  it('report every venue with a feed each half second', () => {
    const scene = sceneOf();
    scene.engine.setFeeds([new FakeFeed('BINANCE'), new FakeFeed('KUCOIN')]);
    together(scene);
    scene.engine.sink.onBookReset(1, 'silent', T0);
    const { venues } = scene.engine.takeBatch();
    expect(venues?.map((view) => [view.venue, view.booksLive, view.booksTotal, view.latencyMs])).toEqual([
      ['BINANCE', 1, 1, 20],
      ['KUCOIN', 0, 1, 20],
    ]);
    scene.clock.advance(499);
    expect(scene.engine.takeBatch().venues).toBeNull();
    scene.clock.advance(1);
    expect(scene.engine.takeBatch().venues).toHaveLength(2);
  });
});

describe('faults', () => {
  it('asks the feed of a crossed book for a new one, once, after the message is done', () => {
    const scene = sceneOf();
    const feed = new FakeFeed('KUCOIN');
    scene.engine.setFeeds([new FakeFeed('BINANCE'), feed]);
    scene.book(1, [10_001, 1], [10_000, 1]);
    expect(feed.resynced).toEqual([]);
    scene.pass(300);
    expect(feed.resynced).toEqual([1]);
    expect(scene.engine.takeBatch().venues?.[1]).toMatchObject({ crossed: 1, booksLive: 0 });
  });

  it('survives a message it cannot take: counted, shown, book reset and asked for again', () => {
    const scene = sceneOf();
    const feed = new FakeFeed('BINANCE');
    scene.engine.setFeeds([feed]);
    together(scene);
    scene.engine.sink.onBookDelta(0, buildDepth([[9_990, Number.NaN]], []), T0);
    scene.pass(100);
    const { venues } = scene.engine.takeBatch();
    expect(venues?.[0]).toMatchObject({ sinkFaults: 1, booksLive: 0 });
    expect(venues?.[0]?.lastSinkFault).toContain('BTCUSDT.PERP.BINANCE: Invariant: level size NaN');
    expect(feed.resynced).toEqual([0]);
    scene.book(0, [10_000, 1], [10_001, 1]);
    expect(scene.engine.store.books[0]?.isLive).toBe(true);
  });

  it('survives a message for an index nobody gave out', () => {
    const scene = sceneOf();
    scene.engine.setFeeds([new FakeFeed('BINANCE')]);
    scene.engine.sink.onMark(77, new MarkMessage(), T0);
    expect(scene.engine.takeBatch().venues?.[0]).toMatchObject({ sinkFaults: 1 });
  });

  it('leaves out an instrument it cannot represent and goes on with the others', () => {
    const { engine } = sceneOf([buildInstrument({ pxTick: 'x' }), KUCOIN]);
    expect(engine.instruments.map((one) => one.venue)).toEqual(['KUCOIN']);
    expect(engine.rejected.map(({ error }) => error.code)).toEqual(['INSTRUMENT_UNREPRESENTABLE']);
    expect(engine.scales).toEqual([{ pxDecimals: 1 }]);
  });
});
