import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

async function newWorld(): Promise<SnipingWorld> {
  const world = new SnipingWorld();
  worlds.push(world);
  await world.start();
  return world;
}

describe('a decision whose shadows are in the air when the process dies', () => {
  it('is closed as interrupted once, is counted, and teaches nothing', async () => {
    const world = await newWorld();
    world.trigger();
    await world.pass(500);
    expect(world.recordsOf('decision')).toHaveLength(1);
    await world.restart();
    await world.restart();
    const outcomes = world.recordsOf('decision-outcome').map(({ outcome }) => outcome);
    expect(outcomes).toMatchObject([{ outcomes: [], isInterrupted: true }]);
    expect(world.sniping?.view().shadows.interrupted).toBe(1);
    expect(world.sniping?.view().arms.every(({ outcomes: n }) => n === 0)).toBe(true);
  });

  it('keeps the reward of its trade, which is learnt when that ends', async () => {
    const world = await newWorld();
    await world.startEngine();
    world.trigger();
    await world.pass(300);
    world.show(59_510);
    await world.pass(2_000);
    expect(world.snipe().state).toBe('open');
    await world.restart();
    expect(world.recordsOf('decision-outcome')).toHaveLength(0);
    world.show(59_900);
    await world.pass(6_000);
    expect(world.snipe().state).toBe('closed');
    const [told, ...more] = world.recordsOf('decision-outcome').map(({ outcome }) => outcome);
    expect(more).toEqual([]);
    expect(told?.outcomes).toMatchObject([{ isReal: true, isFilled: true }]);
    expect(told?.isInterrupted).toBeUndefined();
    expect(world.sniping?.view().shadows.interrupted).toBe(0);
  });

  it('tells the net of a trade that had ended before, over any number of restarts', async () => {
    const world = await newWorld();
    await world.startEngine();
    world.trigger();
    await world.pass(300);
    world.show(59_510);
    await world.pass(2_000);
    world.show(59_800);
    await world.pass(2_000);
    const { state, decisionId, netBps, arm } = world.snipe();
    expect(state).toBe('closed');
    expect(world.recordsOf('decision-outcome')).toHaveLength(0);
    await world.restart();
    await world.restart();
    const outcomes = world.recordsOf('decision-outcome').map(({ outcome }) => outcome);
    expect(outcomes).toMatchObject([
      { decisionId, chosenArmId: arm.armId, outcomes: [{ armId: arm.armId, isReal: true, isFilled: true, netBps }] },
    ]);
    const row = world.sniping?.view().decisions.find((each) => each.decisionId === decisionId);
    expect(row?.netBps).toBe(netBps);
    expect(world.sniping?.view().arms.find((each) => each.arm.armId === arm.armId)).toMatchObject({ realFills: 1 });
  });
});
