import type { Kysely, Selectable, Transaction } from 'kysely';
import { SEVERITY_NAMES, type NotifyChannel, type NotifyEvent, type SeverityName } from '@riptide/contracts';
import type { Venue } from '@riptide/core/domain';
import type { AppSchema } from './app-schema.ts';
import type { NotificationEndColumns } from './migrations/0009-notification-end.ts';

/** One line of the notification centre as it is stored. */
export interface StoredNotification {
  readonly id: number;
  readonly atMs: number;
  readonly lastMs: number;
  readonly count: number;
  readonly event: NotifyEvent;
  readonly severity: SeverityName;
  readonly title: string;
  readonly body: string;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
  readonly recordSeq: number | null;
  readonly isRead: boolean;
  /** When what it tells of was over; null while it stands, and of an event of one moment. */
  readonly endedMs: number | null;
}

/** A message to be sent by one channel. */
export interface NewDelivery {
  readonly channel: NotifyChannel;
  readonly state: 'queued' | 'skipped';
  readonly expiresMs: number;
  /** Why it was left out; null when it is to be sent. */
  readonly error: string | null;
  readonly idemKey: string;
  readonly extra: string | null;
}

export interface NewNotification {
  readonly row: Omit<StoredNotification, 'id' | 'count' | 'isRead' | 'lastMs' | 'endedMs'>;
  /** Its switch is turned, and nothing else. */
  readonly isSilent: boolean;
  /** Not shown as new. */
  readonly isRead: boolean;
  readonly dedupeKey: string | null;
  readonly dedupeMs: number;
  readonly edge: { readonly key: string; readonly isOn: boolean } | null;
  readonly deliveries: readonly NewDelivery[];
  readonly proposal: NewProposal | null;
}

/** `tokenHash` is all that is kept of a token. */
interface NewProposal {
  readonly tokenHash: string;
  readonly decisionId: string;
  readonly symbol: string;
  readonly title: string;
  readonly expiresMs: number;
}

export interface NotificationFilter {
  readonly beforeId: number | null;
  readonly limit: number;
  readonly isUnread: boolean | null;
  readonly severityMin: SeverityName | null;
}

type Write = Transaction<AppSchema>;

/** Notifications, preferences and what was told already. One transaction takes a batch whole, with the cursor it came by. */
export class NotifyRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  async settings(): Promise<string | null> {
    const row = await this.db.selectFrom('notify_settings').select('value').where('id', '=', 1).executeTakeFirst();
    return row?.value ?? null;
  }

  /** Saves preferences and secrets together; a null secret is forgotten. */
  async saveSettings(value: string, secrets: ReadonlyMap<string, string | null>): Promise<void> {
    await this.db.transaction().execute(async (write) => {
      await write
        .insertInto('notify_settings')
        .values({ id: 1, value })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
        .execute();
      for (const [name, sealed] of secrets) {
        if (sealed === null) await write.deleteFrom('notify_secret').where('name', '=', name).execute();
        else
          await write
            .insertInto('notify_secret')
            .values({ name, sealed })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ sealed }))
            .execute();
      }
    });
  }

  async secrets(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.selectFrom('notify_secret').selectAll().execute();
    return new Map(rows.map(({ name, sealed }) => [name, sealed]));
  }

  async cursor(name: string): Promise<number | null> {
    const row = await this.db.selectFrom('notify_cursor').select('seq').where('name', '=', name).executeTakeFirst();
    return row?.seq ?? null;
  }

  /** Returns the switches that are on and whose name begins so. */
  async switchedOn(prefix: string): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom('notify_edge')
      .select('edge_key')
      .where('edge_key', '>=', prefix)
      .where('edge_key', '<', `${prefix}\uffff`)
      .where('is_on', '=', 1)
      .execute();
    return rows.map(({ edge_key }) => edge_key);
  }

  async saveCursor(name: string, seq: number): Promise<void> {
    await putCursor(this.db, name, seq);
  }

  /**
   * Stores a batch and the cursor in one transaction, so that a crash repeats it whole or not at all. What stands already is counted,
   * a switch that did not change is left out. Returns the rows that are new, were counted up or came to an end, as they stand now.
   */
  async store(
    batch: readonly NewNotification[],
    cursor: { readonly name: string; readonly seq: number } | null,
    nowMs: number,
  ): Promise<readonly StoredNotification[]> {
    return this.db.transaction().execute(async (write) => {
      const stored: StoredNotification[] = [];
      for (const each of batch) {
        stored.push(...(await this.storeOne(write, each, nowMs)));
      }
      if (cursor !== null) await putCursor(write, cursor.name, cursor.seq);
      return stored;
    });
  }

  async list({ beforeId, limit, isUnread, severityMin }: NotificationFilter): Promise<readonly StoredNotification[]> {
    let query = this.db.selectFrom('notification').selectAll().orderBy('id', 'desc').limit(limit);
    if (beforeId !== null) query = query.where('id', '<', beforeId);
    if (isUnread !== null) query = query.where('read_ms', isUnread ? 'is' : 'is not', null);
    if (severityMin !== null)
      query = query.where('severity', 'in', SEVERITY_NAMES.slice(SEVERITY_NAMES.indexOf(severityMin)));
    return (await query.execute()).map(notificationOf);
  }

  async unread(): Promise<number> {
    const row = await this.db
      .selectFrom('notification')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('read_ms', 'is', null)
      .executeTakeFirstOrThrow();
    return row.total;
  }

  /** Marks rows as read, all of them for null. Returns how many were not before. */
  async markRead(ids: readonly number[] | null, nowMs: number): Promise<number> {
    let query = this.db.updateTable('notification').set({ read_ms: nowMs }).where('read_ms', 'is', null);
    if (ids !== null) query = query.where('id', 'in', ids);
    const result = await query.executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** Removes notifications that happened last before a time, or are beyond the newest `keep`, with their finished deliveries. */
  async prune(beforeMs: number, keep: number): Promise<number> {
    return this.db.transaction().execute(async (write) => {
      const newest = await write
        .selectFrom('notification')
        .select('id')
        .orderBy('id', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      const gone = await write
        .deleteFrom('notification')
        .where((is) => is.or([is('last_ms', '<', beforeMs), is('id', '<=', newest?.id ?? 0)]))
        .executeTakeFirst();
      await write
        .deleteFrom('notify_delivery')
        .where('state', 'in', ['sent', 'dead', 'skipped'])
        .where('notification_id', 'not in', write.selectFrom('notification').select('id'))
        .execute();
      await write.deleteFrom('notify_proposal').where('expires_ms', '<', beforeMs).execute();
      return Number(gone.numDeletedRows);
    });
  }

  private async storeOne(write: Write, one: NewNotification, nowMs: number): Promise<readonly StoredNotification[]> {
    if (one.edge !== null && !(await turnEdge(write, one.edge, nowMs))) return [];
    const ended = one.edge?.isOn === false ? await endOf(write, one.edge.key, nowMs) : [];
    return one.isSilent ? ended : [...ended, await this.keepOne(write, one, nowMs)];
  }

  private async keepOne(write: Write, one: NewNotification, nowMs: number): Promise<StoredNotification> {
    const standing = await standingOf(write, one);
    if (standing !== null) {
      const counted = await write
        .updateTable('notification')
        .set({
          count: standing.count + 1,
          last_ms: one.row.atMs,
          body: one.row.body,
          ...edgeOf(one),
          read_ms: one.isRead ? nowMs : null,
        })
        .where('id', '=', standing.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return notificationOf(counted);
    }
    const { row } = one;
    const inserted = await write
      .insertInto('notification')
      .values({
        at_ms: row.atMs,
        last_ms: row.atMs,
        count: 1,
        event: row.event,
        severity: row.severity,
        title: row.title,
        body: row.body,
        symbol: row.symbol,
        venues: row.venues.join(','),
        record_seq: row.recordSeq,
        dedupe_key: one.dedupeKey,
        ...edgeOf(one),
        read_ms: one.isRead ? nowMs : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    for (const delivery of one.deliveries) await addDelivery(write, inserted.id, delivery, nowMs);
    if (one.proposal !== null) await addProposal(write, one.proposal);
    return notificationOf(inserted);
  }
}

async function putCursor(db: Kysely<AppSchema>, name: string, seq: number): Promise<void> {
  await db
    .insertInto('notify_cursor')
    .values({ name, seq })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seq }))
    .execute();
}

/** Returns whether the switch changed; one that was never on is off. */
async function turnEdge(
  write: Write,
  edge: { readonly key: string; readonly isOn: boolean },
  nowMs: number,
): Promise<boolean> {
  const before = await write
    .selectFrom('notify_edge')
    .select('is_on')
    .where('edge_key', '=', edge.key)
    .executeTakeFirst();
  if ((before?.is_on === 1) === edge.isOn) return false;
  if (!edge.isOn) await write.deleteFrom('notify_edge').where('edge_key', '=', edge.key).execute();
  else await write.insertInto('notify_edge').values({ edge_key: edge.key, is_on: 1, at_ms: nowMs }).execute();
  return true;
}

/** What begins with a switch stands until that is turned off. */
function edgeOf({ edge }: NewNotification): NotificationEndColumns {
  return { edge_key: edge?.isOn === true ? edge.key : null, ended_ms: null };
}

/** Notes on what was told of a switch that it is over. */
async function endOf(write: Write, key: string, nowMs: number): Promise<readonly StoredNotification[]> {
  const rows = await write
    .updateTable('notification')
    .set({ ended_ms: nowMs })
    .where('edge_key', '=', key)
    .where('ended_ms', 'is', null)
    .returningAll()
    .execute();
  return rows.map(notificationOf);
}

async function standingOf(write: Write, { dedupeKey, dedupeMs, row }: NewNotification) {
  if (dedupeKey === null) return null;
  const standing = await write
    .selectFrom('notification')
    .select(['id', 'count'])
    .where('dedupe_key', '=', dedupeKey)
    .where('last_ms', '>', row.atMs - dedupeMs)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return standing ?? null;
}

async function addDelivery(write: Write, notificationId: number, delivery: NewDelivery, nowMs: number): Promise<void> {
  const isDone = delivery.state === 'skipped';
  await write
    .insertInto('notify_delivery')
    .values({
      notification_id: notificationId,
      channel: delivery.channel,
      state: delivery.state,
      attempts: 0,
      created_ms: nowMs,
      next_ms: isDone ? null : nowMs,
      expires_ms: delivery.expiresMs,
      done_ms: isDone ? nowMs : null,
      error: delivery.error,
      idem_key: delivery.idemKey,
      extra: delivery.extra,
    })
    .execute();
}

async function addProposal(write: Write, proposal: NewProposal): Promise<void> {
  await write
    .insertInto('notify_proposal')
    .values({
      token_hash: proposal.tokenHash,
      decision_id: proposal.decisionId,
      symbol: proposal.symbol,
      title: proposal.title,
      expires_ms: proposal.expiresMs,
      used_ms: null,
      action: null,
    })
    .execute();
}

function notificationOf(row: Selectable<AppSchema['notification']>): StoredNotification {
  return {
    id: row.id,
    atMs: row.at_ms,
    lastMs: row.last_ms,
    count: row.count,
    event: row.event as NotifyEvent,
    severity: row.severity as SeverityName,
    title: row.title,
    body: row.body,
    symbol: row.symbol,
    venues: row.venues === '' ? [] : (row.venues.split(',') as Venue[]),
    recordSeq: row.record_seq,
    isRead: row.read_ms !== null,
    endedMs: row.ended_ms,
  };
}
