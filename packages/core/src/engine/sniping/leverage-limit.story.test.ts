import { expect, it } from 'vitest';
import { SnipingWorld } from './sniping-world.fixture.ts';

it('enters with no more leverage than the limit, where the setting of the engine is higher', async () => {
  const world = new SnipingWorld();
  try {
    await world.start();
    await world.startEngine({ leverage: 10 });
    const limits = { name: 'risk-limits', value: { maxLeverage: 5.5 }, by: 'operator' } as const;
    await world.during(world.core!.call('set-setting', limits));
    world.trigger();
    await world.pass(200);
    expect(world.recordsOf('order').map(({ order }) => [order.role, order.leverage])).toEqual([['entry', 5]]);
  } finally {
    world.crash();
  }
});
