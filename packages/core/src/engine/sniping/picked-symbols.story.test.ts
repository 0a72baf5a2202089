import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

async function started(settings: object): Promise<SnipingWorld> {
  const world = new SnipingWorld();
  worlds.push(world);
  await world.start();
  await world.startEngine({ symbols: ['ETHUSDT'], ...settings });
  return world;
}

const pickedBy = (world: SnipingWorld) =>
  world.sniping?.view().engines.find(({ engine }) => engine === 'pas-trader')?.picked;

describe('an engine that picks symbols by itself', () => {
  it('tells which, and why, and trades them', async () => {
    const world = await started({ autoPick: true });
    const [row, ...more] = pickedBy(world) ?? [];
    expect(more).toEqual([]);
    expect(row?.symbol).toBe('BTCUSDT');
    expect(row?.reason).toContain('24 h volume');
    world.trigger();
    await world.pass(500);
    expect(world.recordsOf('decision')[0]?.decision).toMatchObject({ symbol: 'BTCUSDT', action: 'traded' });
  });

  it('picks nothing that its universe does not let through, and then trades nothing of it', async () => {
    const world = await started({ autoPick: true, minDayVolumeUsd: 2e9 });
    expect(pickedBy(world)).toEqual([]);
    world.trigger();
    await world.pass(500);
    expect(world.recordsOf('decision')[0]?.decision).toMatchObject({ action: 'blocked' });
  });

  it.each([{ autoPick: false }, { autoPick: true, symbols: ['BTCUSDT'] }])('picks nothing: %o', async (settings) => {
    expect(pickedBy(await started(settings))).toEqual([]);
  });
});
