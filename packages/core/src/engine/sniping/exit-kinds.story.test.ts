import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

/** A world whose entry at 59510.6 is filled. */
async function openWorld(guard: object = {}, isLive = false): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive });
  worlds.push(world);
  await world.start();
  const set = await world.during(
    coreOf(world).call('set-setting', { name: 'risk-guard', value: guard, by: 'operator' }),
  );
  expect(set.ok || Object.keys(guard).length === 0).toBe(true);
  await world.startEngine(isLive ? { leverage: 1 } : {});
  world.trigger();
  await world.pass(400);
  world.show(59_510);
  await world.pass(1_500);
  expect(world.snipe()).toMatchObject({ state: 'open', entryPx: '59510.6' });
  return world;
}

function coreOf({ core }: SnipingWorld) {
  if (core === null) throw new Error('no core');
  return core;
}

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('a trade tells how it ended', () => {
  it('by the stop that was moved to its entry', async () => {
    const world = await openWorld({ breakevenArmBps: 10 });
    world.show(59_620);
    await world.pass(2_000);
    expect(world.snipe()).toMatchObject({ isBreakEven: true, stopMovedBy: 'break-even' });
    world.show(59_500);
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({
      state: 'closed',
      exit: 'break-even',
      reason: 'closed by the stop at the entry',
    });
  });

  it('by the stop that trailed, also after a restart', async () => {
    const world = await openWorld({ breakevenArmBps: 10, trailEnable: true, trailStepBps: 5, trailRearmBps: 1 });
    world.show(59_700);
    await world.pass(2_000);
    expect(world.snipe()).toMatchObject({ stopMovedBy: 'trail' });
    await world.restart();
    await world.pass(500);
    world.show(59_600);
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({
      state: 'closed',
      exit: 'trailing-stop',
      reason: 'closed by the trailing stop',
    });
  });

  it('by the kill switch', async () => {
    const world = await openWorld();
    await world.during(coreOf(world).call('kill-switch', { level: 3, reason: 'drill', by: 'operator' }));
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({
      state: 'closed',
      exit: 'kill-switch',
      reason: 'closed by the kill switch: drill',
    });
  });

  it('by a person', async () => {
    const world = await openWorld();
    await world.during(coreOf(world).call('close-all', { by: 'operator' }));
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'operator' });
  });

  it.each([
    ['liquidation', 'liquidated by the venue'],
    ['adl', 'closed by the auto-deleveraging of the venue'],
  ] as const)('by the venue: %s', async (cause, reason) => {
    const world = await openWorld({}, true);
    world.venue.closeByForce(cause);
    await world.pass(4_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: cause, reason });
  });
});
