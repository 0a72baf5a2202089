import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

async function newWorld(): Promise<SnipingWorld> {
  const world = new SnipingWorld();
  worlds.push(world);
  await world.start();
  await world.startEngine();
  return world;
}

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('an engine that is started and stopped', () => {
  it('says that it runs already, and that it does not', async () => {
    const world = await newWorld();
    const again = await world.call('start-engine', { engine: 'pas-trader', by: 'operator' });
    expect(again).toMatchObject({ ok: true, value: { isAlready: true, view: { isRunning: true } } });
    await world.call('stop-engine', { engine: 'pas-trader', by: 'operator' });
    const twice = await world.call('stop-engine', { engine: 'pas-trader', by: 'operator' });
    expect(twice).toMatchObject({ ok: true, value: { isAlready: true } });
  });

  it('starts a second after the other, and stops half a second after it', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    await world.call('start-all', { by: 'operator' });
    await world.call('stop-all', { by: 'operator' });
    const runs = world.recordsOf('engine-run');
    expect(runs.map(({ engine, isRunning }) => `${engine} ${String(isRunning)}`)).toEqual([
      'pas-trader true',
      'oraculis true',
      'pas-trader false',
      'oraculis false',
    ]);
    const at = runs.map(({ atMs }) => atMs);
    expect((at[1] as number) - (at[0] as number)).toBe(1_000);
    expect((at[3] as number) - (at[2] as number)).toBe(500);
  });

  it('gives way in the middle to a newer wish, says how far it came, and answers the same wish only once', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    const starts = [world.call('start-all', { by: 'one' }), world.call('start-all', { by: 'another' })];
    await world.pass(300);
    const stop = world.call('stop-all', { by: 'operator' });
    for (const start of starts) {
      expect(await start).toMatchObject({
        ok: false,
        error: { code: 'ENGINE_SUPERSEDED', outcome: 'not-sent', detail: 'PAS Trader was started, Oraculis was not' },
      });
    }
    expect(await stop).toMatchObject({ ok: true });
    expect(world.recordsOf('engine-run').map(({ isRunning, by }) => `${String(isRunning)} by ${by}`)).toEqual([
      'true by one',
      'false by operator',
    ]);
  });

  it('is stopped by the kill switch and stays so over a restart, until a person starts it again', async () => {
    const world = await newWorld();
    const core = world.core;
    if (core === null) throw new Error('no core');
    await world.during(core.call('kill-switch', { level: 1, reason: 'drill', by: 'operator' }));
    expect(await world.call('start-engine', { engine: 'pas-trader', by: 'operator' })).toMatchObject({
      ok: false,
      error: { code: 'RISK_KILL_SWITCH' },
    });
    await world.restart();
    expect(world.fold.state.runOf('pas-trader')).toMatchObject({ isRunning: false, reason: 'kill switch' });
    await world.during((world.core as NonNullable<typeof core>).call('release-kill-switch', { by: 'operator' }));
    expect(world.fold.state.runOf('pas-trader').isRunning).toBe(false);
    const started = await world.call('start-engine', { engine: 'pas-trader', by: 'operator' });
    expect(started).toMatchObject({ ok: true, value: { isAlready: false } });
  });
});
