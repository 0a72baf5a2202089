import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth, buildQuote } from '../domain/build-messages.fixture.ts';
import { MarkMessage, TradeMessage, VENUES, type Instrument } from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { NO_KNOWLEDGE, type ArbKnowledge } from '../strategies/index.ts';
import type { OpportunityView } from './hot-batch.ts';
import { createHotEngine, type HotEngine } from './hot-engine.ts';

const T0 = 1_700_000_000_000;
const PERPS = [buildInstrument(), buildInstrument({ venue: 'KUCOIN' })];
/** Buying BINANCE and selling KUCOIN at these pays 48.9 bps gross, 25.9 after four fees and the usual exit. */
const LOW = 10_000;
const HIGH = 10_050;

/** Two or more books that stand together for 40 s, so that usual exits are known, and then apart. */
class Scene {
  readonly clock = new VirtualClock(T0);
  readonly engine: HotEngine;
  /** Every policy that a row was told with since the books stand apart. */
  readonly told: OpportunityView[] = [];
  private readonly ticks: number[];

  constructor(instruments: readonly Instrument[] = PERPS, isSpotFuturesExecutable = false) {
    this.engine = createHotEngine({
      instruments,
      clock: this.clock,
      options: { scanner: { isSpotFuturesExecutable } },
    });
    for (const venue of VENUES) this.engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
    this.engine.command({ kind: 'start-scanner', minEntryNetBps: 10, maxPositionUsd: 1000, venues: VENUES });
    this.ticks = instruments.map(() => LOW);
    this.pass(40_000);
    this.told.length = 0;
  }

  set(ix: number, ticks: number): void {
    this.ticks[ix] = ticks;
  }

  trade(ix: number, pxTicks: number): void {
    const venueMs = this.clock.nowMs();
    const trade = Object.assign(new TradeMessage(), { pxTicks, qty: 1, takerSide: 'BUY', venueMs });
    this.engine.sink.onTrade(ix, trade, venueMs);
  }

  mark(ix: number, indexPx: number): void {
    this.engine.sink.onMark(ix, Object.assign(new MarkMessage(), { indexPx }), this.clock.nowMs());
  }

  /** Lets time pass in ticks of 100 ms; every book is told anew before each, `each` after that. */
  pass(ms: number, each?: (passedMs: number) => void): void {
    for (let passed = 0; passed < ms; passed += 100) {
      this.clock.advance(100);
      this.ticks.forEach((ticks, ix) => {
        const depth = buildDepth([[ticks, 5]], [[ticks + 1, 5]], { venueMs: this.clock.nowMs() - 20 });
        this.engine.sink.onBookSnapshot(ix, depth, this.clock.nowMs());
      });
      each?.(passed);
      this.engine.tick();
      this.told.push(...this.engine.takeBatch().opportunities);
    }
  }

  get policies(): readonly string[] {
    return [...new Set(this.told.map(({ policy }) => policy))];
  }

  get lastReason(): string | null {
    return this.told.at(-1)?.policyReason ?? null;
  }
}

describe('a pair that pays', () => {
  it('is executable when nothing speaks against it: the control of what follows', () => {
    const scene = new Scene();
    scene.set(1, HIGH);
    scene.pass(3000);
    expect(scene.policies).toEqual(['executable']);
  });

  it('is never executable between two coins with one ticker, told by their indices', () => {
    const scene = new Scene();
    scene.mark(0, 1000);
    scene.mark(1, 1011);
    scene.set(1, HIGH);
    scene.pass(30_000);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('index prices are more than 1 % apart: check symbol mapping');
  });

  it('is never executable between a perp without an index and a spot that the other venues price otherwise', () => {
    const spot = buildInstrument({ kind: 'spot' });
    const others = (['KUCOIN', 'OKX', 'BYBIT'] as const).map((venue) => buildInstrument({ venue }));
    const isControl = new Scene([spot, ...others], true);
    isControl.set(0, LOW - 90);
    isControl.pass(3000);
    expect(isControl.policies).toContain('executable');
    const scene = new Scene([spot, ...others], true);
    scene.set(0, LOW - 150);
    scene.pass(30_000);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe(
      'BINANCE spot price is more than 1 % away from the other venues: check symbol mapping',
    );
  });

  it.each([10, 1000])('is never executable with a multiplier of %i forgotten', (multiplier) => {
    const scene = new Scene();
    scene.set(1, LOW * multiplier + HIGH - LOW);
    scene.pass(30_000);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe(`prices are ${multiplier} to 1: a wrong multiplier, check symbol mapping`);
  });

  it('is never executable on a book that stopped', () => {
    const scene = new Scene();
    scene.set(1, HIGH);
    scene.pass(100);
    scene.told.length = 0;
    for (let passed = 0; passed < 30_000; passed += 100) {
      scene.clock.advance(100);
      scene.engine.tick();
      if (passed >= 1500) scene.told.push(...scene.engine.takeBatch().opportunities);
      else scene.engine.takeBatch();
    }
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('BINANCE perp book is older than 1500 ms');
  });

  it('is never executable while its venue has halted it, and is again when that ends', () => {
    const scene = new Scene();
    scene.engine.command({ kind: 'set-trading', ix: 1, isTrading: false });
    scene.set(1, HIGH);
    scene.pass(30_000);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('KUCOIN perp is halted at the venue');
    scene.engine.command({ kind: 'set-trading', ix: 1, isTrading: true });
    scene.pass(200);
    expect(scene.told.at(-1)?.policy).toBe('executable');
  });

  it('is never executable when it was listed as halted', () => {
    const scene = new Scene([PERPS[0] as Instrument, buildInstrument({ venue: 'KUCOIN', isTrading: false })]);
    scene.set(1, HIGH);
    scene.pass(10_000);
    expect(scene.policies).toEqual(['blocked']);
  });

  it.each([
    ['locked', 0],
    ['crossed', 2],
  ])('is never executable while its best prices are %s', (_, by) => {
    const scene = new Scene();
    scene.set(1, HIGH);
    scene.pass(30_000, () => {
      const venueMs = scene.clock.nowMs();
      scene.engine.sink.onQuote(1, buildQuote([HIGH + by, 5], [HIGH, 5], { venueMs }), venueMs);
    });
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('KUCOIN perp best bid is not under its best ask: the book is locked or crossed');
  });

  it.each([0, 1, 2])('is never executable at a price that flickers by %i ticks while the index moves on', (flicker) => {
    const scene = new Scene();
    scene.mark(0, 1000);
    scene.mark(1, 1000);
    scene.pass(2000);
    // The market goes up by half a percent. BINANCE tells the old price again and again, more or less.
    const stay = (passedMs: number): void => scene.set(0, LOW + flicker * (Math.floor(passedMs / 300) % 2));
    scene.set(1, HIGH);
    scene.mark(0, 1005);
    scene.mark(1, 1005);
    scene.pass(5000, stay);
    scene.told.length = 0;
    scene.pass(300_000, stay);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('BINANCE perp price has been left behind by the market for over 3000 ms');
    // It awakes far from the market, and is believed when the gap is closed.
    scene.set(0, LOW + 12);
    scene.pass(3000);
    expect(scene.policies).toEqual(['blocked']);
    scene.mark(0, 1001);
    scene.mark(1, 1001);
    scene.pass(1100);
    expect(scene.told.at(-1)?.policy).toBe('executable');
  });

  it('is believed where it moved away by itself while the market stood', () => {
    const scene = new Scene();
    scene.mark(0, 1000);
    scene.mark(1, 1000);
    scene.pass(2000);
    scene.set(1, HIGH);
    scene.told.length = 0;
    scene.pass(20_000);
    expect(scene.policies).toEqual(['executable']);
  });

  it('is never executable where it stands away from the other venues and nobody trades there', () => {
    const venues = (['BINANCE', 'KUCOIN', 'OKX'] as const).map((venue) => buildInstrument({ venue }));
    const play = (traded: readonly number[]): Scene => {
      const scene = new Scene(venues);
      scene.set(0, LOW - 50);
      scene.trade(0, LOW - 50);
      scene.pass(7000, () => traded.forEach((ix) => scene.trade(ix, LOW)));
      scene.told.length = 0;
      scene.pass(20_000, () => traded.forEach((ix) => scene.trade(ix, LOW)));
      return scene;
    };
    expect(play([0, 1, 2]).policies).toEqual(['executable']);
    expect(play([1, 2]).policies).toEqual(['blocked']);
  });

  it('is never executable at a price that stands still while the other venues move on', () => {
    const venues = (['BINANCE', 'KUCOIN', 'OKX'] as const).map((venue) => buildInstrument({ venue }));
    const scene = new Scene(venues);
    scene.set(1, HIGH);
    scene.set(2, HIGH);
    scene.pass(5000);
    scene.told.length = 0;
    // The two that moved stand still as well, but so does all they are held against.
    scene.pass(30_000);
    const fromStill = scene.told.filter(({ buy }) => buy.venue === 'BINANCE');
    expect(fromStill.length).toBeGreaterThan(20);
    expect(fromStill.every(({ policy }) => policy === 'blocked')).toBe(true);
  });

  it('is never executable at a spread that is too good, by the bound of the settings', () => {
    const scene = new Scene();
    scene.set(1, LOW + 350);
    scene.pass(10_000);
    expect(scene.policies).toEqual(['blocked']);
    expect(scene.lastReason).toBe('spread is over 300 bps, too good to be true: check symbol mapping');
    scene.engine.scanner.configure({ maxGrossBps: 400 });
    scene.pass(200);
    expect(scene.told.at(-1)?.policy).toBe('executable');
  });
});

describe('spot that is sold', () => {
  const SPOT_PERP = [buildInstrument(), buildInstrument({ venue: 'OKX', kind: 'spot' })];
  const playWith = (over: Partial<ArbKnowledge>): Scene => {
    const scene = new Scene(SPOT_PERP, true);
    scene.engine.scanner.knowledge = { ...NO_KNOWLEDGE, ...over };
    scene.set(1, HIGH);
    scene.pass(3000);
    return scene;
  };

  it('is only evaluated at its loan rate, which is taken off and named', () => {
    const scene = playWith({ borrowPerHourFrac: () => 0.00001 });
    expect(scene.policies).toEqual(['evaluation_only']);
    expect(scene.lastReason).toBe(
      'selling spot short needs a loan of BTC at OKX: 0.001 % an hour, 0.1 bps over the hold; loans are only evaluated',
    );
    expect(scene.told.at(-1)?.borrowBps).toBeCloseTo(0.1, 10);
  });

  it('is only evaluated where the coin cannot be borrowed', () => {
    const scene = playWith({ borrowPerHourFrac: () => null });
    expect(scene.policies).toEqual(['evaluation_only']);
    expect(scene.lastReason).toBe("selling spot short: BTC can't be borrowed at OKX and the account holds too little");
  });

  it('is executable where the account holds the size', () => {
    expect(playWith({ inventoryBase: () => 0.5 }).policies).toEqual(['evaluation_only']);
    expect(playWith({ inventoryBase: () => 1 }).told.at(-1)).toMatchObject({ policy: 'executable', borrowBps: 0 });
  });
});

describe('what the accounts pay', () => {
  it('replaces the lowest tier at the gate, in the figures and in what is told of their source', () => {
    const scene = new Scene();
    // 13 bps apart: 2 net at the lowest tiers, 10.5 when both accounts pay a bit over 1.
    scene.set(1, LOW + 14);
    scene.pass(1000);
    expect(scene.told.map(({ policyReason }) => policyReason?.slice(0, 9))).toContain('entry net');
    scene.engine.scanner.knowledge = { ...NO_KNOWLEDGE, takerBps: (ix) => (ix === 0 ? 0.5 : 1) };
    scene.pass(1100);
    const last = scene.told.at(-1);
    expect([last?.buy.feeBps, last?.buy.feeSource, last?.sell.feeBps, last?.sell.feeSource]).toEqual([
      0.5,
      'account',
      1,
      'account',
    ]);
    expect(last?.policy).toBe('executable');
    expect([...scene.engine.scanner.table.touchFeesBps]).toEqual([1.5, 1.5, 1.5, 1.5]);
  });
});
