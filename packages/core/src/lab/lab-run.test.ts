import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth } from '../domain/build-messages.fixture.ts';
import { LiquidationMessage, TradeMessage } from '../domain/index.ts';
import { runLab } from './lab-run.ts';
import { PlantedMarket } from './planted/planted-market.ts';
import type { Tape, TapeTarget } from './tape.ts';
import { TRIGGER_SETTINGS, TriggerStrategy } from './trigger-strategy.ts';

const T0 = 1_800_000_000_000;
type Step = readonly [atMs: number, act: (target: TapeTarget, atMs: number) => void];

function book(bid: number, ask: number): Step[1] {
  return ({ sink }, atMs) => sink.onBookSnapshot(0, buildDepth([[bid * 10, 5]], [[ask * 10, 5]]), atMs);
}

function trade(px: number, takerSide: 'BUY' | 'SELL'): Step[1] {
  const message = Object.assign(new TradeMessage(), { pxTicks: px * 10, qty: 100, takerSide });
  return ({ sink }, atMs) => sink.onTrade(0, message, atMs);
}

function liquidated(usd: number): Step[1] {
  const message = Object.assign(new LiquidationMessage(), { liquidatedSide: 'LONG', px: 60_000, qty: usd / 60_000 });
  return ({ sink }, atMs) => sink.onLiquidation(0, Object.assign(message, { venueMs: atMs }), atMs);
}

function tapeOf(steps: readonly Step[]): Tape {
  return {
    name: 'steps',
    instruments: [buildInstrument()],
    startMs: T0,
    open(target) {
      let at = 0;
      return {
        get nextMs() {
          const step = steps[at];
          return step === undefined ? Number.NaN : T0 + step[0];
        },
        load: () => Promise.resolve(false),
        deliver() {
          const step = steps[at] as Step;
          at += 1;
          step[1](target, T0 + step[0]);
        },
        close: () => Promise.resolve(),
      };
    },
  };
}

const run = (steps: readonly Step[], execution: 'ioc' | 'post-only') =>
  runLab({
    tape: tapeOf(steps),
    seed: 1,
    createStrategy: (world) => new TriggerStrategy(world, { arm: { ...TRIGGER_SETTINGS.arm, execution } }),
  });

describe('runLab', () => {
  it('gives identical decisions and trials when it plays a tape twice', async () => {
    const once = () =>
      runLab({
        tape: new PlantedMarket({ seed: 5, reversalBps: 20, hours: 4 }),
        seed: 9,
        createStrategy: (world) => new TriggerStrategy(world),
      });
    const [first, second] = [await once(), await once()];
    expect(first.decisions.length).toBeGreaterThan(5);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  it('never fills an order with the event that caused it: a taker meets the book of its arrival', async () => {
    const { trials } = await run(
      [
        [0, book(60_000, 60_001)],
        [10, liquidated(80_000)],
        [20, liquidated(80_000)],
        // The book of the decision is gone before any order can be there: the way takes at least 5 ms.
        [22, book(59_990, 59_991)],
        [200, book(60_300, 60_301)],
        [9_000, book(60_300, 60_301)],
      ],
      'ioc',
    );
    const signal = trials.find(({ plan }) => plan.kind === 'signal');
    expect(signal?.isFilled).toBe(true);
    expect(signal?.entryPx).toBeCloseTo(59_991, 6);
    expect(signal?.entryMs).toBeGreaterThan(T0 + 24);
    expect(signal?.exit).toBe('take-profit');
    expect(signal?.exitMs).toBeGreaterThan(T0 + 200);
  });

  it('leaves a resting order alone while trades do not reach its price, and fills it at its limit once they went through', async () => {
    const steps: readonly Step[] = [
      [0, book(60_000, 60_001)],
      [10, liquidated(80_000)],
      [20, liquidated(80_000)],
      // Before the order is there, then at a better price than its own.
      [21, trade(59_000, 'SELL')],
      [1_000, trade(59_950, 'SELL')],
      [2_000, trade(59_900, 'SELL')],
      [3_000, book(60_300, 60_301)],
      [9_000, book(60_300, 60_301)],
    ];
    const { trials } = await run(steps, 'post-only');
    const signal = trials.find(({ plan }) => plan.kind === 'signal');
    // 15 bps under the mid of 60000.5, on the tick below.
    expect(signal?.entryPx).toBeCloseTo(59_910.4, 6);
    expect(signal?.entryMs).toBe(T0 + 2_000);
  });

  it('counts what the end of the tape leaves open and gives it no result', async () => {
    const { trials, openTrials } = await run(
      [
        [0, book(60_000, 60_001)],
        [10, liquidated(80_000)],
        [20, liquidated(80_000)],
        [500, book(60_000, 60_001)],
      ],
      'ioc',
    );
    expect(trials).toEqual([]);
    expect(openTrials).toBe(5);
  });
});
