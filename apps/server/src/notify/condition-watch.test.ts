import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Condition } from '@riptide/core/domain';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
  await world.notifier.start();
});
afterEach(() => world.close());

const condition = (key: string, kind: Condition['kind']): Condition => ({
  key,
  kind,
  account: 'BYBIT:live',
  instrumentId: 'BTCUSDT.PERP.BYBIT',
  text: 'it is so',
  sinceMs: world.clock.nowMs(),
});
const show = (conditions: readonly Condition[], isReady = true) =>
  world.link.update(['trading', 'state', buildTradingState({ conditions, isReady })]);
const titles = async (afterMs: number): Promise<readonly string[]> => {
  world.clock.advance(afterMs);
  await world.notifier.desk.accept([]);
  return world.notifier.desk.centre.notifications.map(({ title }) => title);
};

describe('ConditionWatch', () => {
  it('tells nothing of a stop that is missing for the moment between a fill and the stop', async () => {
    show([condition('u', 'unprotected')]);
    expect(await titles(2_500)).toEqual([]);
    show([]);
    expect(await titles(10_000)).toEqual([]);
    show([condition('u', 'unprotected')]);
    expect(await titles(3_500)).toEqual(['A position has no stop']);
    expect(world.notifier.desk.centre.notifications[0]).toMatchObject({
      severity: 'CRITICAL',
      body: 'It is so. New risk waits until it is settled.',
      symbol: 'BTCUSDT',
      venues: ['BYBIT'],
    });
  });

  it('tells a leg that stands alone at once, once, and that it is settled and what is left', async () => {
    const naked = condition('n', 'naked');
    const halted = condition('h', 'halted');
    show([naked, halted]);
    expect(await titles(500)).toEqual(['New risk is halted', 'A leg stands alone']);
    expect((await titles(60_000)).length).toBe(2);
    show([halted]);
    expect((await titles(500))[0]).toBe('Settled: a leg stands alone');
    expect(world.notifier.desk.centre.notifications[0]?.body).toBe('1 other thing holds new risk back.');
  });

  it('tells an engine that comes late again and again once, and that it is settled when it was in time for five minutes', async () => {
    const late = condition('slow-loop', 'slow-loop');
    for (let times = 0; times < 8; times += 1) {
      show([late]);
      expect(await titles(10_000)).toEqual(['The engine comes late']);
      show([]);
      expect(await titles(60_000)).toEqual(['The engine comes late']);
    }
    expect((await titles(240_500))[0]).toBe('Settled: the engine comes late');
    expect(world.notifier.desk.centre.notifications[0]?.body).toBe(
      'Nothing holds new risk back any more. It came 8 times.',
    );
    show([late]);
    expect(await titles(500)).toHaveLength(3);
  });

  it('is not told again, nor settled, by a restart of the server or an engine that is not ready', async () => {
    const naked = condition('n', 'naked');
    show([naked]);
    expect(await titles(500)).toHaveLength(1);
    show([], false);
    expect(await titles(5_000)).toHaveLength(1);
    await world.restart();
    show([naked]);
    await world.notifier.start();
    expect(await titles(5_000)).toHaveLength(1);
    await world.restart();
    show([]);
    await world.notifier.start();
    expect(await titles(500)).toEqual(['Settled', 'A leg stands alone']);
  });
});
