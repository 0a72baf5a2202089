import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('Oraculis', () => {
  it('abstains while it knows nothing, trades by itself what it has learnt, and remembers it over a restart', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    await world.startEngine(
      { cooldownMs: 0, shadowHorizonMs: 20_000, thresholdBy: 'fixed', windowMs: 5_000 },
      'oraculis',
    );
    for (let cascade = 0; cascade < 30; cascade += 1) {
      world.trigger();
      await world.pass(200);
      world.show(59_480);
      await world.pass(1_000);
      world.show(60_000);
      world.print(60_000);
      await world.pass(25_000);
    }
    const decisions = world.recordsOf('decision').map(({ decision }) => decision);
    expect(decisions[0]).toMatchObject({ engine: 'oraculis', chosenBy: 'oraculis', action: 'abstained' });
    expect(decisions[0]?.reason).toMatch(/^no arm is certain enough yet \(0 decisions learnt; best arm /u);
    const last = decisions.at(-1);
    expect(last).toMatchObject({ engine: 'oraculis', action: 'traded' });
    expect(last?.chosenArmId).toMatch(/^fade-/u);
    expect(world.recordsOf('order')[0]?.order.source).toBe('oraculis');
    expect(world.recordsOf('decision-outcome').length).toBeGreaterThan(25);
    const before = world.fold.snapshot().learner;
    await world.restart();
    expect(world.fold.snapshot().learner).toEqual(before);
  });

  it('is changed by people only with what passes, and told field by field what does not', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    const by = 'operator';
    const bad = await world.call('learner-change', { change: { kind: 'import', policy: { kind: 'x' } }, by });
    expect(bad).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    if (bad.ok) throw new Error('it passed');
    expect(bad.error.detail).toContain('arms must be an object');
    const state = await world.call('learner-state', {});
    if (!state.ok) throw new Error('no state');
    const again = await world.call('learner-change', { change: { kind: 'import', policy: state.value.policy }, by });
    expect(again.ok).toBe(true);
    await world.call('learner-change', { change: { kind: 'freeze' }, by });
    await world.restart();
    const frozen = await world.call('learner-state', {});
    expect(frozen).toMatchObject({ ok: true, value: { view: { isFrozen: true } } });
  });
});
