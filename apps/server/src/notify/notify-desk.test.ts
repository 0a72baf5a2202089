import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BY_WEBHOOK, openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
});
afterEach(() => world.close());

const centre = () => world.notifier.desk.centre.notifications;
const deliveries = () => world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 100 });

describe('NotifyDesk', () => {
  it('counts the same thing within its time instead of telling it again', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    const { desk } = world.notifier;
    const same = (atMs: number) => world.notice('same', { dedupeKey: 'k', dedupeMs: 60_000, atMs });
    const now = world.clock.nowMs();
    await desk.accept([same(now), same(now + 1), same(now + 59_000)]);
    expect(centre()).toMatchObject([{ title: 'same', count: 3, lastMs: now + 59_000 }]);
    expect(await deliveries()).toHaveLength(1);
    await desk.accept([same(now + 59_000 + 60_000)]);
    expect(centre()).toMatchObject([{ count: 1 }, { count: 3 }]);
  });

  it('tells a switch once on and once off, also over a restart, and what was never on never goes off', async () => {
    const turn = (isOn: boolean) => world.notice(isOn ? 'on' : 'off', { edge: { key: 'c', isOn } });
    await world.notifier.desk.accept([turn(false), turn(true), turn(true)]);
    await world.restart();
    await world.notifier.desk.accept([turn(true), turn(false), turn(false), turn(true)]);
    expect(centre().map(({ title }) => title)).toEqual(['on', 'off', 'on']);
  });

  it('notes on what was told of a switch when it went off, and on nothing else', async () => {
    const turn = (isOn: boolean) =>
      world.notice(isOn ? 'on' : 'off', { severity: isOn ? 'CRITICAL' : 'INFO', edge: { key: 'c', isOn } });
    await world.set({ min_severity: 'ERROR' });
    await world.notifier.desk.accept([world.notice('once', { severity: 'CRITICAL' }), turn(true)]);
    expect(centre().map(({ endedMs }) => endedMs)).toEqual([null, null]);
    await world.notifier.desk.accept([turn(false), turn(true)]);
    const offMs = expect.any(Number) as number;
    expect(centre().map(({ title, endedMs }) => [title, endedMs])).toEqual([
      ['on', null],
      ['on', offMs],
      ['once', null],
    ]);
  });

  it('turns the switch of what is not grave enough to be told, so that the next time is told', async () => {
    await world.set({ min_severity: 'ERROR' });
    const on = world.notice('on', { severity: 'ERROR', edge: { key: 'c', isOn: true } });
    const off = world.notice('off', { severity: 'INFO', edge: { key: 'c', isOn: false } });
    await world.notifier.desk.accept([on, off, on]);
    expect(centre().map(({ title }) => title)).toEqual(['on', 'on']);
  });

  it('lets only the critical through in quiet hours, by the clock of their zone', async () => {
    // 1,800,000,000 is 2027-01-15 08:00 UTC, 17:00 in Tokyo.
    await world.set({
      ...BY_WEBHOOK(world.receiver.url),
      respect_quiet: true,
      quiet_start: '16:30',
      quiet_end: '02:00',
      zone: 'Asia/Tokyo',
    });
    await world.notifier.desk.accept([world.notice('hush'), world.notice('loud', { severity: 'CRITICAL' })]);
    expect(await deliveries()).toMatchObject([
      { title: 'loud', state: 'queued' },
      { title: 'hush', state: 'skipped', error: 'quiet hours' },
    ]);
    expect(centre()).toHaveLength(2);
    await world.set({ critical_ignores_quiet: false });
    await world.notifier.desk.accept([world.notice('too', { severity: 'CRITICAL' })]);
    expect((await deliveries())[0]).toMatchObject({ title: 'too', state: 'skipped' });
    await world.set({ zone: 'UTC' });
    await world.notifier.desk.accept([world.notice('day')]);
    expect((await deliveries())[0]).toMatchObject({ title: 'day', state: 'queued' });
  });

  it('disturbs nobody with what happened long before it was read, unless it is critical', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    const atMs = world.clock.nowMs() - 11 * 60_000;
    await world.notifier.desk.accept([
      world.notice('old', { atMs }),
      world.notice('grave', { atMs, severity: 'CRITICAL' }),
    ]);
    expect(await deliveries()).toMatchObject([{ state: 'queued' }, { state: 'skipped' }]);
  });

  it('leaves out a channel that lacks something, and says what', async () => {
    await world.set({ enabled: true, channels: { telegram: { enabled: true } } });
    await world.notifier.desk.accept([world.notice('a')]);
    expect(await deliveries()).toMatchObject([{ channel: 'telegram', state: 'skipped', error: 'Needs a chat id' }]);
  });

  it('keeps notifications for 30 days', async () => {
    await world.notifier.desk.accept([world.notice('old')]);
    await world.restart();
    world.clock.advance(30 * 86_400_000 - 3_600_000);
    await world.notifier.desk.accept([world.notice('new')]);
    expect(centre()).toHaveLength(2);
    world.clock.advance(2 * 3_600_000);
    await expect.poll(() => centre().map(({ title }) => title)).toEqual(['new']);
  });

  it('keeps secrets sealed in the file', async () => {
    await world.set({ channels: { webhook: { secret: 'planted-secret-1234' } } });
    const sealed = await world.notifier.repository.secrets();
    expect(sealed.get('webhook.secret')).toMatch(/^v1\./);
    await world.restart();
    expect(world.notifier.settings.secret('webhook.secret')).toBe('planted-secret-1234');
    expect(await world.notifier.repository.settings()).not.toContain('planted');
  });

  it('keeps the notification centre 30 days, and what was sent as long', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.desk.accept([world.notice('old')]);
    world.clock.advance(29 * 86_400_000);
    await world.notifier.desk.accept([world.notice('young')]);
    const titles = () => world.notifier.desk.centre.notifications.map(({ title }) => title);
    expect(titles()).toEqual(['young', 'old']);
    world.clock.advance(86_400_000 + 3_600_000);
    await world.notifier.desk.accept([]);
    await expect.poll(titles).toEqual(['young']);
    expect(world.notifier.desk.centre.unread).toBe(1);
    const lines = await world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 9 });
    expect(lines.map(({ title }) => title)).toEqual(['young']);
  });
});
