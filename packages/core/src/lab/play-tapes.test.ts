import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PAS_SETTINGS } from '../strategies/index.ts';
import { PlantedMarket } from './planted/planted-market.ts';
import { playFrozen, playTapes, type PlayTapesOptions } from './play-tapes.ts';
import { SnipingStrategy } from './sniping-strategy.ts';

const T0 = 1_800_000_000_000;
const HOURS = 2;
const AFTER_MS = (HOURS + 1) * 3_600_000;
const SETTINGS = { ...DEFAULT_PAS_SETTINGS, symbols: ['BTCUSDT'], minDisplacementBps: 30 };

interface Learnt {
  readonly isFrozen: boolean;
  readonly ledger: { readonly decisions: number };
}

const tapeAt = (nth: number): PlantedMarket =>
  new PlantedMarket({ seed: nth + 1, reversalBps: 40, hours: HOURS, startMs: T0 + nth * AFTER_MS });

function options(tapes: readonly PlantedMarket[]): PlayTapesOptions {
  return {
    tapes,
    seed: 1,
    isLearning: true,
    createStrategy: (world, learner) =>
      new SnipingStrategy(world, {
        engines: ['oraculis'],
        settings: SETTINGS,
        paperUsdt: '10000',
        warmUpMinutes: 10,
        learner,
      }),
  };
}

const knowledge = (learnt: string | null | undefined): Learnt => JSON.parse(learnt ?? 'null') as Learnt;

/** Two tapes, given in the wrong order; one play for the tests that only look at it. */
const play = options([tapeAt(1), tapeAt(0)]);
let once: Awaited<ReturnType<typeof playTapes>>;
beforeAll(async () => {
  once = await playTapes(play);
}, 120_000);

describe('playTapes', () => {
  it('learns across tapes in the order of time, whatever order they are given in', async () => {
    const alone = await playTapes(options([tapeAt(1)]));
    const { runs } = once;
    expect(runs.map(({ startMs }) => startMs)).toEqual([T0, T0 + AFTER_MS]);
    const [first, second] = runs.map(({ learnt }) => knowledge(learnt).ledger.decisions);
    expect(first).toBeGreaterThan(3);
    expect(second).toBe((first ?? 0) + knowledge(alone.runs[0]?.learnt).ledger.decisions);
  }, 120_000);

  it('refuses tapes that overlap', async () => {
    const overlapping = new PlantedMarket({ seed: 2, reversalBps: 40, hours: 1, startMs: T0 + 60_000 });
    await expect(playTapes(options([tapeAt(0), overlapping]))).rejects.toThrow(/order of time/u);
  }, 120_000);
});

describe('playFrozen', () => {
  it('judges with what was known at the split: the last 40 % of the decisions teach nothing', async () => {
    const { runs, frozenFromMs } = await playFrozen(play, once);
    const timesMs = once.runs.flatMap((run) =>
      run.decisions.map(({ atMs }) => atMs).filter((atMs) => atMs >= run.countsFromMs),
    );
    expect(frozenFromMs).toBe(timesMs[Math.floor(timesMs.length * 0.6)]);
    // The first tape ended before the split: it is kept as it was played.
    expect(runs[0]).toBe(once.runs[0]);
    const [before, after] = [knowledge(runs[0]?.learnt), knowledge(runs[1]?.learnt)];
    expect(before.isFrozen).toBe(false);
    expect(after.isFrozen).toBe(true);
    const rewards = (learnt: string | null | undefined) =>
      (JSON.parse(learnt ?? 'null') as { readonly recent: unknown }).recent;
    const toSplit = await playTapes({
      ...play,
      createStrategy: (world, learner) => play.createStrategy(world, { ...learner, freezeAtMs: frozenFromMs }),
    });
    expect(rewards(runs[1]?.learnt)).toEqual(rewards(toSplit.runs[1]?.learnt));
    expect(rewards(runs[1]?.learnt)).not.toEqual(rewards(once.runs[1]?.learnt));
    // Up to the split both passes are one and the same.
    const upTo = (decisions: readonly { readonly atMs: number }[] = []) =>
      JSON.stringify(decisions.filter(({ atMs }) => atMs < (frozenFromMs ?? 0)));
    expect(upTo(runs[1]?.decisions)).toBe(upTo(once.runs[1]?.decisions));
  }, 120_000);
});
