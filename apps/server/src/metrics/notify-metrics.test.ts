import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BY_WEBHOOK, openNotifyWorld, type NotifyWorld } from '../notify/notify-world.fixture.ts';
import { addNotifyMetrics } from './notify-metrics.ts';

const WAIT = { timeout: 15_000, interval: 5 };

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
  await world.set(BY_WEBHOOK(world.receiver.url));
});
afterEach(() => world.close());

async function lines(): Promise<readonly string[]> {
  const registry = new Registry();
  addNotifyMetrics(registry, { ...world.notifier, nowMs: () => world.clock.nowMs() });
  return (await registry.metrics()).split('\n').filter((line) => line.includes('webhook') || line.includes('unread '));
}
const until = (wanted: readonly string[]) =>
  vi.waitFor(async () => {
    world.clock.advance(500);
    expect(await lines()).toEqual(expect.arrayContaining([...wanted]));
  }, WAIT);

describe('metrics of the outbox', () => {
  it('tell what waits and how long, before anything was sent', async () => {
    expect(await lines()).toContain('riptide_notify_queued{channel="webhook"} 0');
    await world.notifier.desk.accept([world.notice('a'), world.notice('b')]);
    world.clock.advance(90_000);
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'riptide_notify_queued{channel="webhook"} 2',
        'riptide_notify_oldest_seconds{channel="webhook"} 90',
        'riptide_notify_messages_total{channel="webhook",outcome="sent"} 0',
        'riptide_notify_unread 2',
      ]),
    );
  });

  it('count what was sent, tried again, failed and dropped', async () => {
    await world.notifier.start();
    world.receiver.reply = () => ({ status: 503 });
    await world.notifier.desk.accept([world.notice('a')]);
    await until(['riptide_notify_retries_total{channel="webhook"} 1']);
    world.receiver.reply = () => ({ status: 200 });
    await until(['riptide_notify_messages_total{channel="webhook",outcome="sent"} 1']);
    world.receiver.reply = () => ({ status: 410 });
    await world.notifier.desk.accept([world.notice('b')]);
    await until(['riptide_notify_messages_total{channel="webhook",outcome="failed"} 1']);
    await world.notifier.desk.accept([
      world.notice('c', { atMs: world.clock.nowMs() - 30 * 3_600_000, severity: 'CRITICAL' }),
    ]);
    await until([
      'riptide_notify_messages_total{channel="webhook",outcome="dropped"} 1',
      'riptide_notify_queued{channel="webhook"} 0',
      'riptide_notify_oldest_seconds{channel="webhook"} 0',
    ]);
  });
});
