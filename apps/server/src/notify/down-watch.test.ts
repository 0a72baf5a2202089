import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '@riptide/core/kernel';
import { DownWatch } from './down-watch.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
});
afterEach(() => world.close());

const open = () => {
  const { repository, desk } = world.notifier;
  return DownWatch.open({ repository, desk, clock: world.clock, log: silentLog() });
};
const titles = () => world.notifier.desk.centre.notifications.map(({ title }) => title);

describe('DownWatch', () => {
  it('tells at the next start that the product was gone, not that it was stopped or restarted at once', async () => {
    const first = await open();
    await first.close();
    world.clock.advance(3_600_000);
    const second = await open();
    expect(titles()).toEqual([]);
    // As after a kill: no close.
    world.clock.advance(5_000);
    await expect.poll(() => world.notifier.repository.cursor('alive-ms')).toBe(world.clock.nowMs());
    world.clock.advance(4_000);
    const third = await open();
    expect(titles()).toEqual([]);
    await second.close();
    await third.close();
    await world.notifier.repository.saveCursor('alive-ms', world.clock.nowMs() - 60_000);
    const fourth = await open();
    expect(world.notifier.desk.centre.notifications).toMatchObject([
      { event: 'product_down', severity: 'CRITICAL', title: 'Riptide was down for 60 s' },
    ]);
    await fourth.close();
  });
});
