import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MonoNs } from '../../domain/index.ts';
import { CoreWorld } from './core-world.fixture.ts';
import { LOOP_LAG_KEY } from './loop-lag-guard.ts';

const LIMIT_MS = 1_000;
const CALM_MS = 5_000;
const SMALL = { qtyBase: '0.002' };

let world: CoreWorld;
/** What the monotonic clock is ahead of the timers: a loop that stood still. */
let stalledMs: number;

beforeEach(async () => {
  world = new CoreWorld();
  stalledMs = 0;
  const { clock } = world;
  const nowNs = clock.nowNs.bind(clock);
  clock.nowNs = () => (nowNs() + stalledMs * 1e6) as MonoNs;
  await world.start();
});
afterEach(() => world.stop());

async function stall(ms: number): Promise<void> {
  stalledMs += ms;
  await world.pass(100);
  world.show(60_000, 60_001);
}

const conditions = () => world.running().context.facts.conditions();
const BLOCKED = { ok: false, error: { code: 'RISK_OPEN_CONDITION' } };

describe('a hot thread that comes late', () => {
  it('refuses entries by a named condition, lets closing orders through, and goes on after a calm while', async () => {
    expect(await world.trade(SMALL)).toMatchObject({ ok: true });
    await stall(LIMIT_MS + 200);
    expect(conditions()).toMatchObject([{ key: LOOP_LAG_KEY, kind: 'slow-loop', account: null }]);
    expect(conditions()[0]?.text).toContain('1200 ms late, more than 1000 ms');
    expect(await world.trade(SMALL)).toMatchObject(BLOCKED);

    const [position] = world.running().view().positions;
    const closed = world.running().call('close-position', { positionId: position?.id ?? '', by: 'operator' });
    expect(await world.during(closed)).toMatchObject({ ok: true });

    await world.pass(CALM_MS - 1_000);
    expect(conditions()).toHaveLength(1);
    await world.pass(1_500);
    world.show(60_000, 60_001);
    expect(conditions()).toEqual([]);
    expect(await world.trade(SMALL)).toMatchObject({ ok: true });
  });

  it('counts the calm anew with every late timer', async () => {
    await stall(LIMIT_MS + 1);
    await world.pass(CALM_MS - 1_000);
    await stall(LIMIT_MS + 1);
    await world.pass(CALM_MS - 1_000);
    expect(conditions()).toHaveLength(1);
    await world.pass(1_500);
    expect(conditions()).toEqual([]);
  });

  it('takes a loop at the limit for one in time', async () => {
    await stall(LIMIT_MS);
    expect(conditions()).toEqual([]);
  });

  it('lifts the condition of the run before when it starts', async () => {
    await stall(LIMIT_MS + 1);
    await world.stop();
    await world.start();
    expect(conditions()).toEqual([]);
  });
});
