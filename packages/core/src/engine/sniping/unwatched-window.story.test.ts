import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('the windows of the radar after a start', () => {
  it('are lower bounds until they have been watched whole, in the view and in decisions', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    await world.pass(301_000);
    world.trigger();
    expect(world.sniping?.view().candidates).toMatchObject([{ isLowerBound: false }]);
    await world.restart();
    await world.pass(2_000);
    world.trigger();
    expect(world.sniping?.view().candidates).toMatchObject([{ isLowerBound: true }]);
    await world.pass(500);
    const decided = world.recordsOf('decision').map(({ decision }) => decision.trigger.isLowerBound);
    expect(decided).toEqual([false, true]);
  });
});
