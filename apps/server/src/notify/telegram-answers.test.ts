import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { domainError, err, ok } from '@riptide/core/domain';
import type { Reply } from './channels/receiver.fixture.ts';
import type { Notice } from './notice.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

const WAIT = { timeout: 15_000, interval: 5 };
const CHAT = -100123;

let world: NotifyWorld;
/** Updates that Telegram has for us. */
let updates: object[] = [];
let updateId = 0;
/** Long polls that wait for one. */
let waiting: (() => void)[] = [];
beforeEach(async () => {
  updates = [];
  updateId = 0;
  waiting = [];
  world = await openNotifyWorld();
  world.receiver.reply = async ({ path, body }): Promise<Reply> => {
    if (!path.endsWith('/getUpdates')) return { status: 200, body: '{"ok":true,"result":{}}' };
    const { offset } = JSON.parse(body) as { offset: number };
    const news = () => updates.filter((update) => (update as { update_id: number }).update_id >= offset);
    if (news().length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return { status: 200, body: JSON.stringify({ ok: true, result: news() }) };
  };
  await world.set({ enabled: true, channels: { telegram: { enabled: true, chat_id: String(CHAT) } } });
});
afterEach(() => world.close());

const proposal = (decisionId: string, more: Partial<Notice> = {}): Notice =>
  world.notice(`Proposed ${decisionId}`, {
    event: 'decision_proposed',
    symbol: 'BTCUSDT',
    proposal: { decisionId, expiresMs: world.clock.nowMs() + 30_000 },
    ...more,
  });
const sent = () =>
  world.receiver.requests
    .filter(({ path }) => path.endsWith('/sendMessage'))
    .map(
      ({ body }) =>
        JSON.parse(body) as { text: string; reply_markup?: { inline_keyboard: { callback_data: string }[][] } },
    );
const buttonsOf = async (title: string): Promise<string[]> => {
  await vi.waitFor(() => expect(sent().some(({ text }) => text.includes(title))).toBe(true), WAIT);
  const message = sent().find(({ text }) => text.includes(title));
  return message?.reply_markup?.inline_keyboard[0]?.map(({ callback_data }) => callback_data) ?? [];
};
const answered = () =>
  world.receiver.requests
    .filter(({ path }) => path.endsWith('/answerCallbackQuery'))
    .map(({ body }) => (JSON.parse(body) as { text: string }).text);
const press = (data: string | undefined, chat = CHAT): void => {
  updateId += 1;
  const message = { message_id: 5, chat: { id: chat } };
  updates.push({ update_id: updateId, callback_query: { id: `q${updateId}`, data, from: { id: 42 }, message } });
  for (const resolve of waiting.splice(0)) resolve();
};
const commands = () => world.link.sent.filter(({ name }) => name.endsWith('-decision'));

describe('TelegramAnswers', () => {
  it('approves and denies from the configured chat, once each, and notes who did', async () => {
    await world.notifier.desk.accept([proposal('d1'), proposal('d2')]);
    press((await sendAll('d1'))[0]);
    press((await buttonsOf('d1'))[0]);
    press((await buttonsOf('d1'))[1]);
    press((await buttonsOf('d2'))[1]);
    await world.restart();
    await world.notifier.start();
    await vi.waitFor(() => expect(answered()).toHaveLength(4), WAIT);
    expect(answered()).toEqual([
      'Approved: BTCUSDT is being traded',
      'Answered already',
      'Answered already',
      'Denied: BTCUSDT',
    ]);
    expect(commands()).toEqual([
      { name: 'execute-decision', request: { decisionId: 'd1', by: 'telegram' } },
      { name: 'dismiss-decision', request: { decisionId: 'd2', by: 'telegram' } },
    ]);
    expect(world.audited).toMatchObject([
      { event: 'telegram_answer', data: { action: 'approve', decision: 'd1', from: 42 } },
      { event: 'telegram_answer', data: { action: 'deny', decision: 'd2', from: 42 } },
    ]);
    expect(JSON.stringify(world.audited)).not.toMatch(/0{10}/);
  });

  it('takes nothing from another chat, and leaves the answer to ours', async () => {
    await world.notifier.desk.accept([proposal('d1')]);
    const [approve] = await sendAll('d1');
    press(approve, 999);
    press(approve);
    await world.restart();
    await world.notifier.start();
    await vi.waitFor(() => expect(answered()).toHaveLength(2), WAIT);
    expect(answered()).toEqual(['This chat may not answer', 'Approved: BTCUSDT is being traded']);
    expect(world.audited[0]).toMatchObject({ event: 'telegram_answer_foreign' });
  });

  it('is too late after 30 s, and answers nothing it does not know', async () => {
    await world.notifier.desk.accept([proposal('d1')]);
    const [approve] = await sendAll('d1');
    await world.restart();
    world.clock.advance(30_000);
    press(approve);
    press(`a:${'x'.repeat(22)}`);
    press('rm -rf');
    press(undefined);
    await world.notifier.start();
    await vi.waitFor(() => expect(answered()).toHaveLength(4), WAIT);
    expect(answered()).toEqual([
      'Too late: the proposal has expired',
      'Answered already',
      'Not understood',
      'Not understood',
    ]);
    expect(commands()).toEqual([]);
  });

  it('snoozes a symbol for 15 min', async () => {
    await world.notifier.desk.accept([proposal('d1')]);
    press((await sendAll('d1'))[2]);
    await vi.waitFor(() => expect(answered()).toEqual(['No proposals of BTCUSDT here for 15 min']), WAIT);
    await world.notifier.desk.accept([proposal('d2')]);
    await world.notifier.desk.accept([proposal('d3', { symbol: 'ETHUSDT' })]);
    expect(await buttonsOf('d3')).toHaveLength(3);
    expect(sent().filter(({ text }) => text.includes('d2'))).toEqual([]);
    const told = await world.notifier.deliveries.list({
      channel: 'telegram',
      state: 'skipped',
      beforeId: null,
      limit: 5,
    });
    expect(told.map(({ title, error }) => [title, error])).toEqual([['Proposed d2', 'snoozed']]);
    world.clock.advance(15 * 60_000);
    await world.notifier.desk.accept([proposal('d4')]);
    expect(await buttonsOf('d4')).toHaveLength(3);
    expect(commands()).toEqual([]);
  });

  it('says what it knows when the engine does not answer: never that it failed', async () => {
    world.link.answer = (name) =>
      name === 'news-after'
        ? ok({ records: [], seq: 0, isEnd: true, missing: 0 })
        : err(domainError('ENGINE_BUSY', '', { outcome: 'unknown' }));
    await world.notifier.desk.accept([proposal('d1')]);
    press((await sendAll('d1'))[0]);
    await vi.waitFor(() => expect(answered()[0]).toContain('did not answer: look at the product'), WAIT);
  });

  it('waits for an engine that is being restarted while the proposal holds, and not longer', async () => {
    let isThere = false;
    let asked = 0;
    world.link.answer = (name) => {
      if (name === 'news-after') return ok({ records: [], seq: 0, isEnd: true, missing: 0 });
      asked += 1;
      return isThere ? ok({}) : err(domainError('ENGINE_NOT_READY', 'starting'));
    };
    await world.notifier.desk.accept([proposal('d1')]);
    press((await sendAll('d1'))[0]);
    await vi.waitFor(() => expect(asked).toBe(1), WAIT);
    expect(answered()).toEqual([]);
    isThere = true;
    await vi.waitFor(() => {
      world.clock.advance(500);
      expect(answered()).toEqual(['Approved: BTCUSDT is being traded']);
    }, WAIT);
    expect(asked).toBe(2);
    isThere = false;
    await world.notifier.desk.accept([proposal('d2')]);
    press((await buttonsOf('d2'))[0]);
    await vi.waitFor(() => expect(asked).toBe(3), WAIT);
    world.clock.advance(30_000);
    await vi.waitFor(() => expect(answered().at(-1)).toBe('Not done: the engine is not answering'), WAIT);
  });

  it('does not send a proposal that has expired', async () => {
    await world.notifier.desk.accept([proposal('d1')]);
    await world.restart();
    world.clock.advance(30_000);
    await world.notifier.start();
    await expect
      .poll(
        async () => (await world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 5 }))[0],
      )
      .toMatchObject({ state: 'dead', error: 'given up: too old' });
    expect(sent()).toEqual([]);
  });
});

/** Starts, and returns the buttons of a message once it was sent. */
async function sendAll(title: string): Promise<string[]> {
  await world.notifier.start();
  return buttonsOf(title);
}
