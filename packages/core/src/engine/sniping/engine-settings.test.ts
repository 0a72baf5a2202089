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
  await world.startEngine();
  return world;
}

describe('the settings of an engine', () => {
  it('stay as they are while it runs, all but the risk level', async () => {
    const world = await newWorld();
    const set = (value: object) => world.call('set-engine-settings', { engine: 'pas-trader', value, by: 'operator' });
    const before = world.fold.state.settingsOf('pas-trader');
    for (const value of [{ mode: 'monitor' }, { leverage: 3 }, { riskUsd: 50, riskLevel: 'high' }]) {
      expect(await set(value)).toMatchObject({ ok: false, error: { code: 'ENGINE_RUNNING' } });
    }
    await world.call('start-engine', { engine: 'pas-trader', settings: { leverage: 3 }, by: 'operator' });
    expect(world.fold.state.settingsOf('pas-trader')).toEqual(before);
    expect(await set({ riskLevel: 'low' })).toMatchObject({ ok: true });
    await world.call('stop-engine', { engine: 'pas-trader', by: 'operator' });
    expect(await set({ leverage: 3 })).toMatchObject({ ok: true, value: { view: { settings: { leverage: 3 } } } });
  });
});
