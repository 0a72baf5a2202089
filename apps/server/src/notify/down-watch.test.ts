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
  const audit = (event: string, data: Readonly<Record<string, string | number>>) =>
    void world.audited.push({ event, data });
  return DownWatch.open({ repository, desk, clock: world.clock, log: silentLog(), audit });
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
      {
        event: 'product_down',
        severity: 'CRITICAL',
        title: 'Riptide was down for 60 s',
        body: expect.stringMatching(/from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d to [-\d]{10} [:\d]{8} UTC without/),
      },
    ]);
    expect(world.audited).toEqual([{ event: 'server_was_down', data: { seconds: 60 } }]);
    await fourth.close();
  });

  it('tells once that the data folder was restored, and of which backup', async () => {
    const { repository, desk } = world.notifier;
    await repository.saveCursor('alive-ms', 0);
    await repository.saveCursor('restored-from-ms', Date.UTC(2027, 0, 2, 3, 4, 5));
    await (await open()).close();
    await (await open()).close();
    expect(desk.centre.notifications).toMatchObject([
      {
        severity: 'WARN',
        title: 'Riptide was restored from a backup',
        body: expect.stringContaining('2027-01-02T03:04:05.000Z'),
      },
    ]);
    expect(world.audited).toEqual([{ event: 'restored_from_backup', data: { backup: '2027-01-02T03:04:05.000Z' } }]);
  });
});
