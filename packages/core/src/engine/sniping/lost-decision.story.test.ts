import { afterEach, describe, expect, it } from 'vitest';
import type { Oraculis } from '../../strategies/index.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

/** Plays a trade to its end; the process dies after the record with this number, and starts again. */
async function play(crashAfter: number | null): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive: true });
  worlds.push(world);
  world.crashAfter = crashAfter;
  await world.start();
  await world.startEngine({ leverage: 1 });
  world.trigger();
  await world.pass(300);
  world.show(59_510);
  await world.pass(2_000);
  world.show(59_900);
  await world.pass(6_000);
  return world;
}

describe('a trade whose process dies before the row of its decision is written', () => {
  it('gets a decision made of the trade, tells what it earned, and teaches nothing', async () => {
    const whole = await play(null);
    const { records } = whole.journal;
    const at = records.findIndex(({ kind }) => kind === 'decision');
    const begun = records.findIndex(({ kind }) => kind === 'snipe');
    expect(records.slice(begun, at).map(({ kind }) => kind)).toEqual(['snipe', 'intent', 'order', 'order-report']);
    const told = whole.recordsOf('decision')[0]?.decision;

    // Dead after the record of the trade, of its intent, of its order, and of what the venue said.
    for (let last = begun + 1; last <= at; last += 1) {
      const world = await play(last);
      expect(world.crashes).toBe(1);
      expect(world.snipe().state).toBe('closed');
      const [row, ...more] = world.recordsOf('decision').map(({ decision }) => decision);
      expect(more).toEqual([]);
      expect(row).toMatchObject({
        decisionId: told?.decisionId,
        atMs: told?.atMs,
        engine: 'pas-trader',
        symbol: told?.symbol,
        venue: told?.venue,
        liquidatedSide: told?.liquidatedSide,
        chosenArmId: told?.chosenArmId,
        action: 'traded',
        snipeId: world.snipe().snipeId,
        trigger: { clusterId: told?.trigger.clusterId, windowUsd: null, thresholdUsd: null },
        gates: [],
        values: {},
        context: [],
        propensity: null,
      });
      expect(row?.reason).toContain('rebuilt from its trade');
      const outcomes = world.recordsOf('decision-outcome').map(({ outcome }) => outcome);
      expect(outcomes).toMatchObject([{ decisionId: row?.decisionId, outcomes: [{ isReal: true, isFilled: true }] }]);
      expect(outcomes[0]?.outcomes[0]?.netBps).toBe(world.snipe().netBps);
      const learner = world.fold.state.learner as Oraculis;
      expect([learner.decisionsLearnt, JSON.stringify(learner.snapshot()).includes('10 finite')]).toEqual([0, false]);
      expect(world.sniping?.view().decisions.some(({ decisionId }) => decisionId === row?.decisionId)).toBe(true);
      await world.restart();
      expect(world.recordsOf('decision')).toHaveLength(1);
    }
  }, 60_000);

  it('is told from a trade whose decision is only too old to be kept', async () => {
    const world = await play(null);
    const { state } = world.fold;
    expect(state.undecided()).toEqual([]);
    const saved = JSON.parse(JSON.stringify(state.snapshot())) as ReturnType<typeof state.snapshot>;
    world.fold.restore({ ...saved, decisions: { ...saved.decisions, decisions: [] } });
    expect(world.fold.state.undecided()).toEqual([]);
  });
});
