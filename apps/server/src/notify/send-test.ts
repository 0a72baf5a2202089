import type { NotifyChannel } from '@riptide/contracts';
import type { Clock } from '@riptide/core/kernel';
import { noticeOf } from './notice.ts';
import type { Channel, Message } from './channels/channel.ts';
import type { Notifier } from './notifier.ts';

export interface TestResult {
  readonly channel: NotifyChannel;
  readonly outcome: 'sent' | 'failed' | 'off' | 'not_ready';
  readonly detail: string;
  readonly tookMs: number;
}

export interface TestMessage extends Pick<Message, 'severity' | 'title' | 'body'> {
  readonly id: string;
}

/** Sends a test by every channel that is switched on, whatever severity and quiet hours say, and tells what each of them answered. */
export async function sendTest(
  { settings, channels, desk }: Pick<Notifier, 'settings' | 'channels' | 'desk'>,
  test: TestMessage,
  clock: Clock,
): Promise<readonly TestResult[]> {
  const { prefs } = settings;
  const { severity, title, body } = test;
  const atMs = clock.nowMs();
  const message = { event: 'test', severity, title, body, symbol: null, atMs, idemKey: test.id, answerToken: null };
  const isConsoleOn = prefs.channels.console.enabled;
  if (isConsoleOn) await desk.acceptTest(noticeOf({ event: 'test', severity, atMs, title, body }));
  const console: TestResult = {
    channel: 'console',
    outcome: isConsoleOn ? 'sent' : 'off',
    detail: isConsoleOn ? 'in the notification centre' : 'switched off',
    tookMs: clock.nowMs() - atMs,
  };
  const others = channels.map((channel) => sendBy(channel, prefs.channels[channel.name].enabled, message, clock));
  return [console, ...(await Promise.all(others))];
}

async function sendBy(channel: Channel, isOn: boolean, message: Message, clock: Clock): Promise<TestResult> {
  const { name } = channel;
  if (!isOn) return { channel: name, outcome: 'off', detail: 'switched off', tookMs: 0 };
  const needs = channel.needs();
  if (needs !== null) return { channel: name, outcome: 'not_ready', detail: needs, tookMs: 0 };
  const startedMs = clock.nowMs();
  const sent = await channel.send(message);
  const tookMs = clock.nowMs() - startedMs;
  return sent.ok
    ? { channel: name, outcome: 'sent', detail: sent.value, tookMs }
    : { channel: name, outcome: 'failed', detail: sent.error.detail, tookMs };
}
