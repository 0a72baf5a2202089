import type { Result } from '@riptide/core/domain';
import type { Clock, Log, Random, TimerHandle } from '@riptide/core/kernel';
import { DROPPED, type DeliveryRepository, type DueDelivery } from '../storage/app-db/delivery-repository.ts';
import type { Channel, Message, SendFault } from './channels/channel.ts';

const PUMP_PERIOD_MS = 500;
const ATTEMPTS_MAX = 12;
const BACK_OFF_FIRST_MS = 2_000;
const BACK_OFF_MAX_MS = 30 * 60_000;
/** Messages that may wait for one channel; over it the oldest are given up. */
const WAITING_MAX = 1_000;
const CLOSE_WAIT_MS = 1_000;

/** What a message ends as. `dropped`: a rule gave it up (too old, too many, switched off), the receiver did not. */
export const OUTBOX_ENDS = ['sent', 'failed', 'dropped'] as const;
type OutboxCounts = Record<(typeof OUTBOX_ENDS)[number] | 'retried', number>;

export interface OutboxDeps {
  readonly repository: DeliveryRepository;
  readonly channels: readonly Channel[];
  /** False while a channel is switched off. */
  isWanted(channel: Channel['name'], event: string): boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A channel began to give messages up, or takes them again. */
  onChannel(channel: Channel['name'], fault: string | null): void;
}

/**
 * Sends what is queued, one message at a time per channel, the channels beside each other. What is being sent is noted on disk first: after
 * a crash it is sent again under its old key, so that a receiver that knows the key takes it once.
 */
export class Outbox {
  private readonly deps: OutboxDeps;
  private readonly busy = new Set<Channel['name']>();
  /** A channel that asked to be left alone, and until when. */
  private readonly holdMs = new Map<Channel['name'], number>();
  /** Since the start of the process. */
  readonly counts: ReadonlyMap<Channel['name'], OutboxCounts>;
  private readonly running = new Set<Promise<void>>();
  private timer: TimerHandle | null = null;
  private isClosed = false;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
    this.counts = new Map(deps.channels.map(({ name }) => [name, { sent: 0, failed: 0, dropped: 0, retried: 0 }]));
  }

  async start(): Promise<void> {
    const { repository, clock, log } = this.deps;
    const again = await repository.recover(clock.nowMs());
    if (again > 0) log.warn('notifications were being sent when the server ended: they are sent again', { again });
    this.timer = clock.every(PUMP_PERIOD_MS, () => this.wake());
    this.wake();
  }

  /** Looks for messages that are due; before the start nothing is. */
  wake(): void {
    if (this.isClosed || this.timer === null) return;
    for (const channel of this.deps.channels) {
      if (this.busy.has(channel.name)) continue;
      this.busy.add(channel.name);
      const run = this.pump(channel)
        .catch((e: unknown) =>
          this.deps.log.error('the outbox can not be worked on', { channel: channel.name, detail: String(e) }),
        )
        .finally(() => {
          this.busy.delete(channel.name);
          this.running.delete(run);
        });
      this.running.add(run);
    }
  }

  /** Takes nothing new and waits a moment for what is being sent; what then still is, is sent again at the next start. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.timer?.cancel();
    await new Promise<void>((resolve, reject) => {
      const late = this.deps.clock.after(CLOSE_WAIT_MS, resolve);
      Promise.all(this.running)
        .then(() => resolve(), reject)
        .finally(() => late.cancel());
    });
  }

  private async pump(channel: Channel): Promise<void> {
    const { repository, clock, log } = this.deps;
    const dropped = await repository.dropOver(channel.name, WAITING_MAX, clock.nowMs());
    this.count(channel, 'dropped', dropped);
    if (dropped > 0)
      log.error('too many notifications wait: the oldest are given up', { channel: channel.name, dropped });
    while (!this.isClosed && clock.nowMs() >= (this.holdMs.get(channel.name) ?? 0)) {
      const due = await repository.claim(channel.name, clock.nowMs());
      if (due === null) return;
      await this.settle(channel, due);
    }
  }

  private async settle(channel: Channel, due: DueDelivery): Promise<void> {
    const { repository, clock } = this.deps;
    const refusal = this.refusalOf(channel, due);
    if (refusal !== null) {
      this.count(channel, 'dropped');
      return repository.finish(due.id, 'dead', `${DROPPED}${refusal}`, clock.nowMs());
    }
    const sent = await this.send(channel, due);
    const nowMs = clock.nowMs();
    if (sent.ok) {
      await repository.finish(due.id, 'sent', null, nowMs);
      this.count(channel, 'sent');
      this.deps.onChannel(channel.name, null);
      return;
    }
    const { isFinal, detail, retryAfterMs } = sent.error;
    if (retryAfterMs !== null) this.holdMs.set(channel.name, nowMs + retryAfterMs);
    const nextMs = nowMs + Math.max(retryAfterMs ?? 0, this.backOffMs(due.attempts));
    if (!isFinal && due.attempts < ATTEMPTS_MAX && nextMs < due.expiresMs) {
      await repository.retry(due.id, detail, nextMs);
      this.count(channel, 'retried');
      return;
    }
    this.deps.log.warn('a notification was given up', { channel: channel.name, attempts: due.attempts, detail });
    await repository.finish(due.id, 'dead', detail, nowMs);
    this.count(channel, 'failed');
    this.deps.onChannel(channel.name, detail);
  }

  private count(channel: Channel, what: keyof OutboxCounts, by = 1): void {
    const counts = this.counts.get(channel.name);
    if (counts !== undefined) counts[what] += by;
  }

  private refusalOf(channel: Channel, { expiresMs, event }: DueDelivery): string | null {
    if (this.deps.clock.nowMs() >= expiresMs) return 'too old';
    return this.deps.isWanted(channel.name, event) ? channel.needs() : 'the channel was switched off';
  }

  /** A channel that throws is a fault of ours; the message is tried again like after any other. */
  private async send(channel: Channel, due: DueDelivery): Promise<Result<string, SendFault>> {
    try {
      return await channel.send(messageOf(due));
    } catch (e) {
      const detail = e instanceof Error ? e.name : 'unknown';
      this.deps.log.error('a channel failed', { channel: channel.name, detail });
      return { ok: false, error: { isFinal: false, detail: `internal fault (${detail})`, retryAfterMs: null } };
    }
  }

  private backOffMs(attempts: number): number {
    const whole = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** (attempts - 1));
    return Math.round(whole * (0.8 + 0.4 * this.deps.random()));
  }
}

function messageOf(due: DueDelivery): Message {
  const { event, severity, title, body, symbol, atMs, idemKey, extra } = due;
  return { event, severity, title, body, symbol, atMs, idemKey, answerToken: extra };
}
