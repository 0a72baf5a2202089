import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BY_WEBHOOK, openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

const WAIT = { timeout: 15_000, interval: 5 };

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
});
afterEach(() => world.close());

const deliveries = () => world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 100 });
const states = async () => (await deliveries()).map(({ state }) => state);
const until = (check: () => Promise<void> | void) =>
  vi.waitFor(async () => {
    world.clock.advance(500);
    await check();
  }, WAIT);

describe('Outbox', () => {
  it('sends by every channel that is on', async () => {
    await world.set({
      ...BY_WEBHOOK(`${world.receiver.url}/hook`),
      channels: {
        ...BY_WEBHOOK(`${world.receiver.url}/hook`).channels,
        telegram: { enabled: true, chat_id: '7', approvals: false },
        whatsapp: { enabled: true, to: '+4915112345678' },
        email: { enabled: true, to: 'me@example.org' },
      },
    });
    await world.notifier.start();
    await world.notifier.desk.accept([world.notice('hello')]);
    await vi.waitFor(async () => expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']), WAIT);
    expect(world.receiver.requests).toHaveLength(3);
    expect(world.mails).toMatchObject([{ to: 'me@example.org', subject: '[WARN] hello', id: 'id-3' }]);
  });

  it('tries again later and later, waits as long as it is asked to, and tells when messages arrive again', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.start();
    world.receiver.reply = () => ({ status: 429, headers: { 'retry-after': '60' } });
    await world.notifier.desk.accept([world.notice('a'), world.notice('b')]);
    await vi.waitFor(async () => expect((await deliveries())[1]).toMatchObject({ state: 'queued', attempts: 1 }), WAIT);
    world.clock.advance(59_000);
    expect(world.receiver.requests).toHaveLength(1);
    world.receiver.reply = () => ({ status: 200 });
    await until(async () => expect(await states()).toEqual(['sent', 'sent']));
    expect(new Set(world.receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('gives up after 12 tries, says so in the centre once, and once more when one arrives', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.start();
    world.receiver.reply = () => ({ status: 500 });
    await world.notifier.desk.accept([world.notice('a', { severity: 'CRITICAL' })]);
    await vi.waitFor(
      async () => {
        world.clock.advance(120_000);
        expect(await states()).toEqual(['dead']);
      },
      { timeout: 20_000, interval: 5 },
    );
    expect(world.receiver.requests).toHaveLength(12);
    const titles = (): string[] => world.notifier.desk.centre.notifications.map(({ title }) => title);
    await expect.poll(titles).toContain('Messages by webhook fail');
    world.receiver.reply = () => ({ status: 200 });
    await world.notifier.desk.accept([world.notice('b')]);
    await until(() => expect(titles()).toContain('Messages by webhook arrive again'));
    expect(titles().filter((title) => title.startsWith('Messages'))).toHaveLength(2);
  });

  it('gives up at once what is refused for good', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.start();
    world.receiver.reply = () => ({ status: 410 });
    await world.notifier.desk.accept([world.notice('a')]);
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'dead', attempts: 1 }]), WAIT);
  });

  it('sends again, under the old key, what was being sent when the process ended', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.desk.accept([world.notice('a')]);
    const claimed = await world.notifier.deliveries.claim('webhook', world.clock.nowMs());
    await world.restart();
    expect(await states()).toEqual(['sending']);
    await world.notifier.start();
    await vi.waitFor(async () => expect(await states()).toEqual(['sent']), WAIT);
    expect(world.receiver.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([claimed?.idemKey]);
  });

  it('sends nothing by a channel that was switched off meanwhile', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.desk.accept([world.notice('a')]);
    await world.set({ enabled: false });
    await world.notifier.start();
    await vi.waitFor(async () => expect(await states()).toEqual(['dead']), WAIT);
    expect(world.receiver.requests).toEqual([]);
  });

  it('keeps a bounded queue: the oldest are given up', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    world.receiver.reply = () => 'hang';
    await world.notifier.desk.accept(Array.from({ length: 1_003 }, (_, i) => world.notice(`n${i}`)));
    await world.notifier.start();
    await vi.waitFor(async () => {
      const dead = await world.notifier.deliveries.list({
        channel: 'webhook',
        state: 'dead',
        beforeId: null,
        limit: 10,
      });
      expect(dead.map(({ title }) => title)).toEqual(['n2', 'n1', 'n0']);
    }, WAIT);
  });
});
