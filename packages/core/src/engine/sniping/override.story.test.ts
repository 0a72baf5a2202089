import { afterEach, describe, expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

const DAY_MS = 86_400_000;
const WORD = { subject: 'pas-trader', phrase: 'TRADE WITHOUT VERDICT', by: 'operator' } as const;
let world: SnipingWorld;

afterEach(() => world.crash());

async function given(days: number): Promise<void> {
  world = new SnipingWorld();
  await world.start();
  await world.call('verdict-override', { ...WORD, days });
}

const events = (name: string) => world.recordsOf('event').filter(({ event }) => JSON.stringify(event).includes(name));
const ends = () => world.recordsOf('verdict-override-end');
const held = () => world.fold.state.overrideOf('pas-trader');

describe('the word that an engine may trade without a verdict', () => {
  it('is told in days that are counted right', async () => {
    await given(1);
    expect(JSON.stringify(events('verdict_override'))).toContain('for 1 day, by');
  });

  it('ends by the clock, which is told once, also over a restart', async () => {
    await given(1);
    await world.pass(2_000);
    expect(ends()).toEqual([]);
    world.crash();
    world.clock.advance(DAY_MS);
    await world.start();
    await world.pass(2_000);
    await world.restart();
    await world.pass(2_000);
    expect(ends()).toMatchObject([{ subject: 'pas-trader', by: 'clock' }]);
    expect(events('verdict_override_ended')).toHaveLength(1);
    await world.call('verdict-override', { ...WORD, days: 2 });
    await world.pass(2_000);
    expect(held()).toMatchObject({ isEnded: false });
  });

  it('is taken back at once by a person, who is named', async () => {
    await given(7);
    const taken = await world.call('verdict-override-end', { subject: 'pas-trader', by: 'ann' });
    expect(taken).toMatchObject({ ok: true, value: { isAlready: false } });
    expect(ends()).toMatchObject([{ by: 'ann' }]);
    expect(held()?.expiresMs).toBeLessThanOrEqual(world.clock.nowMs());
    expect(JSON.stringify(events('verdict_override_ended'))).toContain('ann took back');
    const again = await world.call('verdict-override-end', { subject: 'pas-trader', by: 'ann' });
    expect(again).toMatchObject({ ok: true, value: { isAlready: true } });
    expect(ends()).toHaveLength(1);
  });
});
