import { sql, type Kysely } from 'kysely';
import { NOTIFY_CHANNELS, type NotifyChannel, type SeverityName } from '@riptide/contracts';
import type { AppSchema } from './app-schema.ts';

/** How the reason of a message begins that a rule gave up. */
export const DROPPED = 'given up: ';

type DeliveryState = 'queued' | 'sending' | 'sent' | 'dead' | 'skipped';

/** A message that is due, with everything a channel needs. */
export interface DueDelivery {
  readonly id: number;
  readonly channel: NotifyChannel;
  /** Tries with this one. */
  readonly attempts: number;
  readonly expiresMs: number;
  readonly idemKey: string;
  readonly extra: string | null;
  readonly severity: SeverityName;
  readonly title: string;
  readonly body: string;
  readonly atMs: number;
  readonly event: string;
  readonly symbol: string | null;
}

export interface DeliveryLine {
  readonly id: number;
  readonly notificationId: number;
  readonly channel: NotifyChannel;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdMs: number;
  readonly nextMs: number | null;
  readonly doneMs: number | null;
  readonly error: string | null;
  readonly title: string;
}

export interface WaitingFigures {
  readonly channel: NotifyChannel;
  readonly waiting: number;
  readonly oldestMs: number;
}

export interface ChannelFigures {
  readonly channel: NotifyChannel;
  readonly sent: number;
  readonly waiting: number;
  /** When the oldest of the waiting was queued; null while none waits. */
  readonly oldestWaitingMs: number | null;
  /** Refused, or out of tries. */
  readonly failed: number;
  /** Given up by a rule: too old, too many, switched off. */
  readonly dropped: number;
  /** What was not sent on purpose: quiet hours, old news, nothing set up. */
  readonly skipped: number;
  readonly lastSentMs: number | null;
  readonly lastError: string | null;
  readonly lastErrorMs: number | null;
}

export interface DeliveryFilter {
  readonly channel: NotifyChannel | null;
  readonly state: DeliveryState | null;
  readonly beforeId: number | null;
  readonly limit: number;
}

/** The outbox: what is to be sent, is being sent, was sent or given up. */
export class DeliveryRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  /** What an earlier process was sending when it ended is sent again, under its old key. Returns how many. */
  async recover(nowMs: number): Promise<number> {
    const result = await this.db
      .updateTable('notify_delivery')
      .set({ state: 'queued', next_ms: nowMs })
      .where('state', '=', 'sending')
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** Takes the next due message of a channel, the oldest first, and notes on disk that it is being sent; null when none is due. */
  async claim(channel: NotifyChannel, nowMs: number): Promise<DueDelivery | null> {
    return this.db.transaction().execute(async (write) => {
      const row = await write
        .selectFrom('notify_delivery as d')
        .innerJoin('notification as n', 'n.id', 'd.notification_id')
        .select(['d.id', 'd.attempts', 'd.expires_ms', 'd.idem_key', 'd.extra'])
        .select(['n.severity', 'n.title', 'n.body', 'n.at_ms', 'n.event', 'n.symbol'])
        .where('d.state', '=', 'queued')
        .where('d.channel', '=', channel)
        .where('d.next_ms', '<=', nowMs)
        .orderBy('d.next_ms')
        .orderBy('d.id')
        .executeTakeFirst();
      if (row === undefined) return null;
      const attempts = row.attempts + 1;
      await write.updateTable('notify_delivery').set({ state: 'sending', attempts }).where('id', '=', row.id).execute();
      return {
        id: row.id,
        channel,
        attempts,
        expiresMs: row.expires_ms,
        idemKey: row.idem_key,
        extra: row.extra,
        severity: row.severity as SeverityName,
        title: row.title,
        body: row.body,
        atMs: row.at_ms,
        event: row.event,
        symbol: row.symbol,
      };
    });
  }

  async finish(id: number, state: 'sent' | 'dead', error: string | null, nowMs: number): Promise<void> {
    await this.db
      .updateTable('notify_delivery')
      .set({ state, error, done_ms: nowMs, next_ms: null, extra: null })
      .where('id', '=', id)
      .execute();
  }

  async retry(id: number, error: string, nextMs: number): Promise<void> {
    await this.db
      .updateTable('notify_delivery')
      .set({ state: 'queued', error, next_ms: nextMs })
      .where('id', '=', id)
      .execute();
  }

  /** Returns what waits by channel; channels for which nothing does are left out. Reads no row that is done. */
  async waiting(): Promise<readonly WaitingFigures[]> {
    const rows = await this.db
      .selectFrom('notify_delivery')
      .select('channel')
      .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min<number>('created_ms').as('oldest_ms')])
      .where('state', 'in', ['queued', 'sending'])
      .groupBy('channel')
      .execute();
    return rows.map((row) => ({
      channel: row.channel as NotifyChannel,
      waiting: row.waiting,
      oldestMs: row.oldest_ms,
    }));
  }

  /** Gives up the oldest waiting messages of a channel over a bound. Returns how many. */
  async dropOver(channel: NotifyChannel, keep: number, nowMs: number): Promise<number> {
    const result = await this.db
      .updateTable('notify_delivery')
      .set({ state: 'dead', error: `${DROPPED}too many messages wait`, done_ms: nowMs, next_ms: null })
      .where('state', '=', 'queued')
      .where('channel', '=', channel)
      .where('id', 'not in', (inner) =>
        inner
          .selectFrom('notify_delivery as kept')
          .select('kept.id')
          .where('kept.channel', '=', channel)
          .where('kept.state', '=', 'queued')
          .orderBy('kept.id', 'desc')
          .limit(keep),
      )
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  async list({ channel, state, beforeId, limit }: DeliveryFilter): Promise<readonly DeliveryLine[]> {
    let query = this.db
      .selectFrom('notify_delivery as d')
      .innerJoin('notification as n', 'n.id', 'd.notification_id')
      .selectAll('d')
      .select('n.title')
      .orderBy('d.id', 'desc')
      .limit(limit);
    if (channel !== null) query = query.where('d.channel', '=', channel);
    if (state !== null) query = query.where('d.state', '=', state);
    if (beforeId !== null) query = query.where('d.id', '<', beforeId);
    return (await query.execute()).map((row) => ({
      id: row.id,
      notificationId: row.notification_id,
      channel: row.channel as NotifyChannel,
      state: row.state as DeliveryState,
      attempts: row.attempts,
      createdMs: row.created_ms,
      nextMs: row.next_ms,
      doneMs: row.done_ms,
      error: row.error,
      title: row.title,
    }));
  }

  async figures(): Promise<readonly ChannelFigures[]> {
    const counts = await this.db
      .selectFrom('notify_delivery')
      .select(['channel', 'state'])
      .select(sql<number>`count(*)`.as('total'))
      .select(sql<number>`total(error like ${`${DROPPED}%`})`.as('dropped'))
      .select(sql<number | null>`min(created_ms)`.as('first_ms'))
      .select(sql<number | null>`max(done_ms)`.as('last_ms'))
      .groupBy(['channel', 'state'])
      .execute();
    return Promise.all(
      NOTIFY_CHANNELS.map(async (channel) => {
        const of = (...states: string[]) =>
          counts.filter((row) => row.channel === channel && states.includes(row.state));
        const total = (...states: string[]) => of(...states).reduce((sum, row) => sum + row.total, 0);
        const last = await this.lastError(channel);
        const waitingSince = of('queued', 'sending').flatMap(({ first_ms }) => first_ms ?? []);
        const dropped = of('dead')[0]?.dropped ?? 0;
        return {
          channel,
          sent: total('sent'),
          waiting: total('queued', 'sending'),
          oldestWaitingMs: waitingSince.length === 0 ? null : Math.min(...waitingSince),
          failed: total('dead') - dropped,
          dropped,
          skipped: total('skipped'),
          lastSentMs: of('sent')[0]?.last_ms ?? null,
          lastError: last?.error ?? null,
          lastErrorMs: last?.at ?? null,
        };
      }),
    );
  }

  private async lastError(channel: NotifyChannel): Promise<{ readonly error: string; readonly at: number } | null> {
    const row = await this.db
      .selectFrom('notify_delivery')
      .select(['error', 'done_ms', 'created_ms'])
      .where('channel', '=', channel)
      .where('state', '!=', 'skipped')
      .where('error', 'is not', null)
      .where('error', 'not like', `${DROPPED}%`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row === undefined || row.error === null ? null : { error: row.error, at: row.done_ms ?? row.created_ms };
  }
}
