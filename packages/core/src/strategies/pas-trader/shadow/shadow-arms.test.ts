import { describe, expect, it } from 'vitest';
import { ARM_IDS } from '../arms.ts';
import { ShadowWorld } from './build-shadow.fixture.ts';

/** 10 bps away from 100: a bid at 99.90. */
const POST = 'fade-10-35x25-post';
const TAKER = 'fade-10-35x25-ioc';
const HORIZON_MS = 600_000;

/** Plays until every arm has ended: quiet, then past every life and horizon. */
function finish(world: ShadowWorld, fromMs: number): void {
  for (let ms = fromMs; ms < fromMs + HORIZON_MS + 120_000; ms += 10_000) world.arms.onTick(ms);
}

describe('a resting entry', () => {
  it('does not fill by what traded before it arrived, nor in the event of its arrival', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.trade(99, 1_000, 'SELL', 79);
    world.trade(99, 1_000, 'SELL', 80);
    finish(world, 1_000);
    expect(world.outcomeOf(POST)).toMatchObject({
      isFilled: false,
      netBps: 0,
      feesBps: 0,
      exit: 'none',
      entryPx: null,
    });
  });

  it('fills when a trade goes through its price, however small', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.arms.onTick(80);
    world.trade(99.89, 0.001, 'SELL', 90);
    finish(world, 1_000);
    expect(world.outcomeOf(POST)).toMatchObject({ isFilled: true, entryPx: 99.9, exit: 'time' });
  });

  it('stands behind what was shown at its price, and needs its own size on top', () => {
    // 100 shown at 99.90 when it joined; its own size is 1,000 / 100 = 10.
    for (const [tradedBase, isFilled] of [
      [109.9, false],
      [110, true],
    ] as const) {
      const world = new ShadowWorld();
      world.begin(0);
      world.arms.onTick(80);
      world.trade(99.9, 60, 'SELL', 90);
      world.trade(99.9, tradedBase - 60, 'SELL', 95);
      finish(world, 1_000);
      expect(world.outcomeOf(POST)?.isFilled).toBe(isFilled);
    }
  });

  it('is not served by buyers at its price', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.arms.onTick(80);
    world.trade(99.9, 1_000, 'BUY', 90);
    finish(world, 1_000);
    expect(world.outcomeOf(POST)?.isFilled).toBe(false);
  });

  it('fills when the other side of the book goes through it, not when it only meets it', () => {
    for (const [midPx, isFilled] of [
      [99.89, false],
      [99.88, true],
    ] as const) {
      const world = new ShadowWorld();
      world.begin(0, { settings: { maxReprices: 0 } });
      world.arms.onTick(80);
      world.show(midPx, 90);
      finish(world, 1_000);
      expect(world.outcomeOf(POST)?.isFilled).toBe(isFilled);
    }
  });

  it('is repriced after its life and fills at the new price', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.arms.onTick(80);
    world.show(100.05, 20_080);
    world.arms.onTick(20_160);
    // 100.05 less 10 bps is 99.94995, down to the tick.
    world.trade(99.93, 1, 'SELL', 20_200);
    finish(world, 21_000);
    expect(world.outcomeOf(POST)).toMatchObject({ isFilled: true, entryPx: 99.94 });
  });

  it('is missed where the queue before it can not be seen and nothing trades through', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.arms.onTick(80);
    // The book shows ten levels, to 99.90; 25 bps away is 99.75.
    world.trade(99.75, 1e9, 'SELL', 90);
    finish(world, 1_000);
    expect(world.outcomeOf('fade-25-35x25-post')?.isFilled).toBe(false);
  });
});

describe('a taker entry', () => {
  it('walks the book shown when it arrives, up to its limit', () => {
    const world = new ShadowWorld();
    world.begin(0);
    // Ten units: four at 100.03, then six at 100.04.
    world.book.asks = [
      [100.03, 4],
      [100.04, 100],
    ];
    world.arms.onBook('DOGEUSDT.PERP.BINANCE', 79);
    world.arms.onBook('DOGEUSDT.PERP.BINANCE', 80);
    finish(world, 1_000);
    const outcome = world.outcomeOf(TAKER);
    expect(outcome?.entryPx).toBeCloseTo((4 * 100.03 + 6 * 100.04) / 10, 9);
  });

  it('takes what is within its limit and leaves the rest', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.book.asks = [
      [100.1, 1],
      [100.11, 100],
    ];
    world.arms.onTick(80);
    finish(world, 1_000);
    expect(world.outcomeOf(TAKER)).toMatchObject({ isFilled: true, entryPx: 100.1 });
  });

  it('misses a market that left', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.show(100.5, 80);
    finish(world, 1_000);
    expect(world.outcomeOf(TAKER)).toMatchObject({ isFilled: false, netBps: 0 });
  });

  it('waits 2 s for a book and no longer', () => {
    for (const [backMs, isFilled] of [
      [2_079, true],
      [2_081, false],
    ] as const) {
      const world = new ShadowWorld();
      world.begin(0);
      world.book.clear();
      world.arms.onTick(80);
      world.arms.onTick(Math.min(backMs, 2_080));
      world.show(100, backMs);
      finish(world, 3_000);
      expect(world.outcomeOf(TAKER)?.isFilled).toBe(isFilled);
    }
  });
});

describe('an open shadow', () => {
  function opened(): ShadowWorld {
    const world = new ShadowWorld();
    world.begin(0);
    // Bought at 100.01 by the taker arms; target of 35 bps 100.37, stop of 25 bps 99.76.
    world.arms.onTick(80);
    return world;
  }

  it('takes its profit as a maker when the market goes through its target', () => {
    const world = opened();
    world.arms.onTick(160);
    world.trade(100.38, 1, 'BUY', 200);
    finish(world, 1_000);
    // Bought at 100.01, 35 bps above is 100.360035, up to the tick 100.37: 35.9964 bps less 5 and 2.007.
    const outcome = world.outcomeOf(TAKER);
    expect(outcome).toMatchObject({ exit: 'take-profit', entryPx: 100.01, exitPx: 100.37, heldMs: 120, isReal: false });
    expect(outcome?.netBps).toBeCloseTo(((100.37 - 100.01) / 100.01) * 1e4 - 5 - (2 * 100.37) / 100.01, 9);
  });

  it('has no target before that order has arrived', () => {
    const world = opened();
    world.trade(100.38, 1, 'BUY', 159);
    finish(world, 1_000);
    expect(world.outcomeOf(TAKER)?.exit).toBe('time');
  });

  it('is stopped at the book that is shown after the delay, not at the stop', () => {
    const world = opened();
    world.show(99.7, 1_000);
    world.show(99.5, 1_079);
    world.show(99.4, 1_080);
    finish(world, 2_000);
    const outcome = world.outcomeOf(TAKER);
    expect(outcome).toMatchObject({ exit: 'stop-loss', exitPx: 99.39, heldMs: 1_000 });
    expect(outcome?.netBps).toBeCloseTo(((99.39 - 100.01) / 100.01) * 1e4 - 5 - (5 * 99.39) / 100.01, 9);
  });

  it('earns going down where it followed closed longs', () => {
    const world = opened();
    world.arms.onTick(160);
    // Sold at 99.99; 35 bps below is 99.640035, down to the tick.
    world.trade(99.63, 1, 'SELL', 200);
    finish(world, 1_000);
    const outcome = world.outcomeOf('follow-10-35x25-ioc');
    expect(outcome).toMatchObject({ exit: 'take-profit', entryPx: 99.99, exitPx: 99.64 });
    expect(outcome?.netBps).toBeCloseTo(((99.99 - 99.64) / 99.99) * 1e4 - 5 - (2 * 99.64) / 99.99, 9);
  });

  it('leaves over several books where one does not hold enough', () => {
    const world = opened();
    world.show(99.7, 1_000);
    world.book.bids = [[99.5, 4]];
    world.arms.onTick(1_080);
    world.book.bids = [[99.3, 100]];
    world.arms.onTick(1_090);
    finish(world, 2_000);
    const qtyBase = 10;
    expect(world.outcomeOf(TAKER)?.exitPx).toBeCloseTo((4 * 99.5 + (qtyBase - 4) * 99.3) / qtyBase, 9);
  });

  it('ends by time, at the book', () => {
    const world = opened();
    world.arms.onTick(80 + HORIZON_MS - 1);
    world.arms.onTick(80 + HORIZON_MS);
    world.show(100.2, 160 + HORIZON_MS);
    finish(world, 1_000_000);
    expect(world.outcomeOf(TAKER)).toMatchObject({ exit: 'time', exitPx: 100.19, heldMs: HORIZON_MS + 80 });
  });
});

describe('ShadowArms', () => {
  it('tells one outcome per arm, once, when all have ended', () => {
    const world = new ShadowWorld();
    expect(world.begin(0)).toBe(true);
    world.arms.onTick(80);
    expect(world.told).toEqual([]);
    finish(world, 1_000);
    expect(world.told).toHaveLength(1);
    expect(world.told[0]?.outcomes.map((outcome) => outcome.armId)).toEqual(ARM_IDS);
    expect(world.told[0]).toMatchObject({ decisionId: 'd1', liquidatedSide: 'LONG', context: [1, 0.5], propensity: 1 });
    expect(world.arms.pending()).toEqual([]);
    expect(world.arms.counters).toEqual({ begun: 1, refused: 0, told: 1, closedEarly: 0 });
  });

  it('follows nothing without a book, and no decision twice', () => {
    const world = new ShadowWorld();
    world.book.clear();
    expect(world.begin(0)).toBe(false);
    world.book.showAround(100);
    expect([world.begin(1), world.begin(2)]).toEqual([true, false]);
    expect(world.arms.counters.refused).toBe(2);
  });

  it('waits for the real trade of the chosen arm and puts it in the place of its shadow', () => {
    const world = new ShadowWorld();
    world.begin(0, { real: POST });
    finish(world, 80);
    expect(world.told).toEqual([]);
    expect(world.arms.pending()).toMatchObject([{ openArms: 0, isRealAwaited: true }]);
    const real = {
      armId: POST,
      isFilled: true,
      isReal: true,
      netBps: 12.5,
      feesBps: 4,
      entryPx: 99.9,
      exitPx: 100.06,
    } as const;
    world.arms.settleReal('d1', { ...real, exit: 'take-profit', heldMs: 4_000 }, 800_000);
    expect(world.outcomeOf(POST)).toMatchObject(real);
    expect(world.told[0]?.outcomes.filter((outcome) => outcome.isReal)).toHaveLength(1);
  });

  it('lets the shadow stand when the real trade will never be known', () => {
    const world = new ShadowWorld();
    world.begin(0, { real: POST });
    finish(world, 80);
    world.arms.settleReal('d1', null, 800_000);
    expect(world.outcomeOf(POST)?.isReal).toBe(false);
  });

  it('closes the shadows of the oldest decision at the market when there are too many, and waits for its trade', () => {
    const world = new ShadowWorld(2);
    world.begin(0, { id: 'd1', real: POST });
    world.begin(1, { id: 'd2' });
    world.show(100.1, 200);
    world.begin(300, { id: 'd3' });
    expect(world.told).toEqual([]);
    const real = {
      armId: POST,
      isFilled: true,
      isReal: true,
      netBps: 8,
      feesBps: 4,
      entryPx: 99.9,
      exitPx: 100,
    } as const;
    world.arms.settleReal('d1', { ...real, exit: 'take-profit', heldMs: 700_000 }, 700_300);
    expect(world.told.map((outcome) => outcome.decisionId)).toEqual(['d1']);
    // Entered at 100.01 by the book of the arrival at 200? No: that book shows 100.11, beyond the limit of 100.10.
    expect(world.outcomeOf(TAKER)).toMatchObject({ isFilled: false });
    expect(world.outcomeOf('fade-15-35x25-ioc')).toMatchObject({ isFilled: false });
    expect(world.outcomeOf('follow-10-35x25-ioc')).toMatchObject({ exit: 'time', entryPx: 100.09, exitPx: 100.11 });
    expect(world.outcomeOf(POST)).toMatchObject(real);
    expect(world.arms.pending().map((each) => each.decisionId)).toEqual(['d2', 'd3']);
    expect(world.arms.counters.closedEarly).toBe(1);
  });

  it('closes at the last price it saw when there is no book any more', () => {
    const world = new ShadowWorld(1);
    world.begin(0);
    world.show(100, 80);
    world.book.clear();
    world.arms.onTick(90);
    expect(world.begin(100, { id: 'd2' })).toBe(false);
    expect(world.told).toEqual([]);
    world.book.showAround(100.2);
    expect(world.begin(110, { id: 'd3' })).toBe(true);
    expect(world.outcomeOf(TAKER)).toMatchObject({ exit: 'time', entryPx: 100.01, exitPx: 100.19 });
  });

  it('keeps decisions of other instruments apart', () => {
    const world = new ShadowWorld();
    world.begin(0);
    world.arms.onTick(80);
    world.arms.onTrade('BTCUSDT.PERP.BINANCE', { px: 1, qtyBase: 1e9, takerSide: 'SELL' }, 100);
    finish(world, 1_000);
    expect(world.outcomeOf(POST)?.isFilled).toBe(false);
  });
});
