import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startScene, type Scene, type SeenTrade, type VenueUnderTest } from './scene.ts';

const RATE_LIMITED = '{"code":"429000","msg":"too many requests"}';
const SOON = { timeout: 20_000, interval: 50 } as const;

/** The data cards of the conformance suite; every venue passes all of them. Numbers have gaps so that cards can be inserted. */
export function describeMarketData(under: VenueUnderTest): void {
  describe(`${under.venue} market data`, () => {
    describeHealthy(under);
    describeFrameFaults(under);
    describeSocketFaults(under);
    describeCommands(under);
    if (under.snapshotPath !== null) describeSnapshotFaults(under, under.snapshotPath);
  });
}

function allLive(scene: Scene): Promise<void> {
  return vi.waitFor(() => expect(scene.liveBooks()).toBe(scene.instruments.length), SOON);
}

function describeHealthy(under: VenueUnderTest): void {
  describe('on a healthy venue', () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await startScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it('D10 loads instruments whose names, steps and sizes are whole', async () => {
      const listed = await scene.reference.loadInstruments();
      expect(listed.ok).toBe(true);
      const instruments = listed.ok ? listed.value : [];
      expect(instruments.filter((one) => one.kind === 'perp').length).toBeGreaterThanOrEqual(30);
      expect(instruments.filter((one) => one.kind === 'spot').length).toBeGreaterThanOrEqual(30);
      expect(new Set(instruments.map((one) => one.id)).size).toBe(instruments.length);
      for (const one of instruments) {
        expect(Number(one.pxTick), one.id).toBeGreaterThan(0);
        expect(Number(one.qtyStep), one.id).toBeGreaterThan(0);
        expect(one.qtyScale, one.id).toBeGreaterThan(0);
        expect(one.symbol, one.id).toMatch(/^[A-Z0-9]+$/);
      }
      expect(scene.ixOf('BTCUSDT', 'perp'), 'XBT is BTC everywhere').toBeGreaterThanOrEqual(0);
      expect(scene.ixOf('PEPEUSDT', 'perp'), 'a multiplier name is its bare asset').toBeGreaterThanOrEqual(0);
    });

    it('D12 gives candles, day figures and the clock', async () => {
      const btc = scene.instruments[scene.ixOf('BTCUSDT', 'perp')]!;
      const candles = await scene.reference.fetchCandles(btc, '1m', 100);
      expect(candles.ok && candles.value.length).toBe(100);
      const opens = candles.ok ? candles.value.map((candle) => candle.openMs) : [];
      expect(opens).toEqual(opens.toSorted((a, b) => a - b));
      const tickers = await scene.reference.fetchDayTickers('perp');
      expect(tickers.ok && tickers.value.some((one) => one.wireSymbol === btc.wireSymbol && one.lastPx > 0)).toBe(true);
      const time = await scene.reference.measureClock();
      expect(time.ok && Math.abs(time.value.offsetMs)).toBeLessThan(1_000);
    });

    it('D14 gives every settlement of a long span once, in order, with its rate', async () => {
      const btc = scene.instruments[scene.ixOf('BTCUSDT', 'perp')]!;
      const intervalMs = (btc.fundingIntervalHours ?? 8) * 3_600_000;
      const nowMs = Date.now();
      const sinceMs = nowMs - 80 * 86_400_000;
      const told = await scene.reference.fetchFundingHistory(btc, sinceMs);
      const times = told.ok ? told.value.map(({ venueMs }) => venueMs) : [];
      const wanted: number[] = [];
      for (let atMs = Math.ceil(sinceMs / intervalMs) * intervalMs; atMs <= nowMs; atMs += intervalMs)
        wanted.push(atMs);
      expect(times).toEqual(wanted);
      for (const { rateFrac, markPx } of told.ok ? told.value : []) {
        expect(Math.abs(Number(rateFrac))).toBeLessThan(0.05);
        if (markPx !== null) expect(Number(markPx)).toBeGreaterThan(0);
      }
      const spot = scene.instruments[scene.ixOf('BTCUSDT', 'spot')]!;
      expect(await scene.reference.fetchFundingHistory(spot, sinceMs)).toMatchObject({
        ok: false,
        error: { code: 'INPUT_INVALID' },
      });
    });

    it('D20 builds every book from snapshot and deltas, uncrossed, and equal to the quotes of the same sequence', async () => {
      await allLive(scene);
      await vi.waitFor(
        () => expect(scene.feed.status().decode.keyed + scene.feed.status().decode.fast).toBeGreaterThan(500),
        SOON,
      );
      const { decode } = scene.feed.status();
      expect(decode).toMatchObject({ malformed: 0, unknown: 0, gaps: 0, offTick: 0 });
      const mismatches = scene.store.quoteChecks.reduce((sum, check) => sum + check.mismatches, 0);
      expect(mismatches).toBe(0);
    });

    it('D30 calls the aggressor of a trade the taker', async () => {
      // A trade moves the book, and the book's frame may come first: the mid before the last change is what the taker met.
      const judged = (): SeenTrade[] =>
        scene.trades.filter(({ midTicks, pxTicks }) => !Number.isNaN(midTicks) && pxTicks !== midTicks);
      await vi.waitFor(() => expect(judged().length).toBeGreaterThan(300), SOON);
      const right = judged().filter(({ takerSide, pxTicks, midTicks }) => (takerSide === 'BUY') === pxTicks > midTicks);
      // Trades and books may come over two sockets, so a busy machine blurs the mid; sides taken the wrong way round stay far below half.
      expect(right.length / judged().length).toBeGreaterThan(0.5);
    });

    it('D50 gives mark, index and funding of every perp', async () => {
      const perps = scene.instruments.flatMap((one, ix) => (one.kind === 'perp' ? [ix] : []));
      await vi.waitFor(() => {
        for (const ix of perps) {
          const mark = scene.marks.get(ix);
          expect(mark, scene.instruments[ix]!.id).toBeDefined();
          expect(Math.abs(mark!.markPx / mark!.indexPx - 1)).toBeLessThan(0.05);
          expect(Math.abs(mark!.fundingRateFrac)).toBeLessThan(0.05);
        }
      }, SOON);
    });

    it.runIf(under.hasLiquidations)(
      'D40 tells whose position was closed by force',
      async () => {
        // Those that come by themselves hit any asset at any venue, at any time: this one is asked for, and lasts as long as it takes.
        const wanted = { asset: 'BTC', liquidatedSide: 'LONG', usd: 20_000 } as const;
        const isStarted = scene.sim
          .control(under.venue)
          .startCascade({ ...wanted, durationMs: 60_000, pushFrac: 0.004, revertFrac: 0, revertMs: 1 });
        expect(isStarted).toBe(true);
        const ix = scene.ixOf('BTCUSDT', 'perp');
        const of = (side: 'LONG' | 'SHORT'): number =>
          scene.liquidations.filter((one) => one.ix === ix && one.liquidatedSide === side).length;
        await vi.waitFor(() => expect(of('LONG')).toBeGreaterThan(of('SHORT') + 2), { timeout: 60_000, interval: 100 });
        for (const { ix: at, px } of scene.liquidations) {
          const last = scene.store.figures.lastPx[at]! * scene.instruments[at]!.pxDivisor;
          if (!Number.isNaN(last)) expect(Math.abs(px / last - 1)).toBeLessThan(0.2);
        }
      },
      70_000,
    );
  });
}

function describeFrameFaults(under: VenueUnderTest): void {
  describe('when frames go wrong', () => {
    let scene: Scene;
    let ix: number;
    beforeAll(async () => {
      scene = await startScene(under);
      await allLive(scene);
      ix = scene.ixOf('BTCUSDT', 'perp');
    }, 40_000);
    afterAll(() => scene.stop());

    const fault = (kind: Parameters<Scene['faults']['frame']>[0]['kind'], count = 1): void => {
      scene.faults.frame({ kind, topic: under.depthTopic, wireSymbol: scene.instruments[ix]!.wireSymbol, count });
    };
    const counters = () => scene.store.bookCounters(under.venue);
    const resets = (): number => Object.values(counters().resets).reduce((sum, count) => sum + count, 0);

    it('D22 finds a lost frame, drops the book and builds it anew', async () => {
      const before = { gaps: scene.feed.status().decode.gaps, resets: resets() };
      fault('drop', 2);
      await vi.waitFor(() => expect(scene.feed.status().decode.gaps).toBeGreaterThan(before.gaps), SOON);
      expect(resets()).toBeGreaterThan(before.resets);
      await allLive(scene);
    });

    it('D24 takes a doubled frame once', async () => {
      fault('duplicate', 3);
      const seen = scene.feed.status().decode.keyed + scene.feed.status().decode.fast;
      await vi.waitFor(
        () => expect(scene.feed.status().decode.keyed + scene.feed.status().decode.fast).toBeGreaterThan(seen + 200),
        SOON,
      );
      await allLive(scene);
      expect(scene.store.quoteChecks.reduce((sum, check) => sum + check.mismatches, 0)).toBe(0);
    });

    it('D25 never applies frames out of order', async () => {
      const before = scene.feed.status().decode;
      const count = before.gaps + before.stale;
      fault('swap-with-next', 3);
      await vi.waitFor(() => {
        const { gaps, stale } = scene.feed.status().decode;
        expect(gaps + stale).toBeGreaterThan(count);
      }, SOON);
      await allLive(scene);
    });

    it('D26 drops a crossed book and asks for a new one', async () => {
      const before = counters().crossed;
      // Some may meet a book that is just being rebuilt and is right to drop them.
      fault('cross-book', 5);
      await vi.waitFor(() => expect(counters().crossed).toBeGreaterThan(before), SOON);
      await allLive(scene);
    });

    it.each(['truncate', 'wrong-type'] as const)('D27 counts a frame that is wrong (%s) and goes on', async (kind) => {
      const before = scene.feed.status().decode.malformed;
      fault(kind);
      await vi.waitFor(() => expect(scene.feed.status().decode.malformed).toBeGreaterThan(before), SOON);
      await allLive(scene);
    });

    it('D28 counts a channel nobody asked for and goes on', async () => {
      const before = scene.feed.status().decode.unknown;
      fault('unknown-channel');
      await vi.waitFor(() => expect(scene.feed.status().decode.unknown).toBeGreaterThan(before), SOON);
      await allLive(scene);
    });
  });
}

function describeSocketFaults(under: VenueUnderTest): void {
  describe('when sockets and requests fail', () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await startScene(under, { dataSilenceMs: 1_500 });
      await allLive(scene);
    }, 40_000);
    afterAll(() => scene.stop());

    const reconnects = (): number => scene.feed.status().connections.reduce((sum, one) => sum + one.reconnects, 0);
    const lastReasons = (): (string | null)[] => scene.feed.status().connections.map((one) => one.lastCloseReason);

    it.each([1008, 1011])('D60 comes back after close %i with every subscription', async (code) => {
      const before = reconnects();
      scene.faults.closeSockets(code, 'as planned');
      await vi.waitFor(() => expect(reconnects()).toBeGreaterThan(before), SOON);
      expect(lastReasons()).toContain(`close-${code}`);
      await allLive(scene);
    });

    it('D62 comes back after the connection is cut, and no book stays tradeable meanwhile', async () => {
      scene.faults.dropSockets();
      await vi.waitFor(() => expect(scene.liveBooks()).toBeLessThan(scene.instruments.length), SOON);
      await allLive(scene);
    });

    it('D64 drops a socket that pongs without data', async () => {
      scene.faults.silence(true);
      await vi.waitFor(() => expect(lastReasons()).toContain('silent'), SOON);
      scene.faults.heal();
      await allLive(scene);
    });
  });
}

function describeCommands(under: VenueUnderTest): void {
  describe('when it is told something at an odd time', () => {
    const odd = [0, 1, -1, 100_000, Number.NaN];

    it('D70 takes a resync of any instrument before its book is there, while books come, while sockets are gone, and after the stop', async () => {
      const scene = await startScene(under);
      try {
        const resyncAll = (): void => odd.forEach((ix) => scene.feed.resync(ix));
        expect(resyncAll).not.toThrow();
        await allLive(scene);
        expect(resyncAll).not.toThrow();
        scene.faults.dropSockets();
        await vi.waitFor(() => expect(scene.liveBooks()).toBeLessThan(scene.instruments.length), SOON);
        expect(resyncAll).not.toThrow();
        await allLive(scene);
        await scene.feed.stop();
        expect(resyncAll).not.toThrow();
      } finally {
        await scene.stop();
      }
    }, 40_000);

    it('D72 stops within a second with every timer cancelled, whatever is under way, and says nothing afterwards', async () => {
      const scene = await startScene(under);
      try {
        await allLive(scene);
        scene.faults.hangRest('/');
        scene.feed.resync(0);
        scene.faults.dropSockets();
        await vi.waitFor(() => expect(scene.liveBooks()).toBe(0), SOON);
        const startMs = Date.now();
        await scene.feed.stop();
        await vi.waitFor(() => expect(scene.timers()).toBe(0), { timeout: 1_000, interval: 20 });
        expect(Date.now() - startMs).toBeLessThan(1_000);
        expect(scene.feed.status().connections.every(({ state }) => state === 'closed')).toBe(true);
        const trades = scene.trades.length;
        const framesOut = scene.sim.counters(under.venue).framesOut;
        scene.faults.heal();
        await scene.feed.stop();
        expect([scene.trades.length, scene.liveBooks()]).toEqual([trades, 0]);
        expect(scene.sim.counters(under.venue).framesOut).toBe(framesOut);
      } finally {
        await scene.stop();
      }
    }, 40_000);
  });
}

function describeSnapshotFaults(under: VenueUnderTest, snapshotPath: string): void {
  describe('when snapshots fail', () => {
    let scene: Scene;
    beforeEach(async () => {
      scene = await startScene(under);
      await allLive(scene);
    }, 40_000);
    afterEach(() => scene.stop());

    it('D66 lives through snapshots that never come', async () => {
      scene.faults.hangRest(snapshotPath);
      scene.faults.dropSockets();
      await vi.waitFor(() => expect(scene.liveBooks()).toBeLessThan(scene.instruments.length), SOON);
      const trades = scene.trades.length;
      await vi.waitFor(() => expect(scene.trades.length).toBeGreaterThan(trades), SOON);
      expect(scene.liveBooks()).toBeLessThan(scene.instruments.length);
      scene.faults.heal();
      await allLive(scene);
    }, 60_000);

    it('D68 waits as long as the venue says after a rate limit', async () => {
      scene.faults.failRest(snapshotPath, 429, RATE_LIMITED, 2, { 'retry-after': '1' });
      scene.faults.dropSockets();
      await vi.waitFor(() => expect(scene.liveBooks()).toBeLessThan(scene.instruments.length), SOON);
      await allLive(scene);
    }, 60_000);
  });
}
