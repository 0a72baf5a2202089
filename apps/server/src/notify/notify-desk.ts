import { createHash } from 'node:crypto';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { NewNotification, NotifyRepository, StoredNotification } from '../storage/app-db/notify-repository.ts';
import type { Channel } from './channels/channel.ts';
import type { Notice } from './notice.ts';
import type { NotifySettings } from './notify-settings.ts';
import { isGraveEnough, planDeliveries } from './plan-deliveries.ts';

/** The notification centre goes back that far where nobody says otherwise, and holds that many. */
const KEPT_MS = 30 * 86_400_000;
const KEPT_MAX = 50_000;
const PRUNE_PERIOD_MS = 3_600_000;
/** What a screen gets at once. */
const NEWEST_MAX = 50;

export interface NotifyDeskDeps {
  readonly repository: NotifyRepository;
  readonly settings: NotifySettings;
  readonly channels: readonly Channel[];
  readonly clock: Clock;
  readonly log: Log;
  /** How far the notification centre goes back, ms. */
  readonly keptMs?: () => number;
  /** A new id of a message. */
  readonly newId: () => string;
  /** A new secret of 22 letters and digits. */
  readonly newToken: () => string;
}

/** What the notification centre tells screens. */
export interface CentreNews {
  readonly notifications: readonly StoredNotification[];
  readonly unread: number;
}

/** Takes notices, decides by the preferences what becomes of each, and keeps the notification centre. */
export class NotifyDesk {
  private readonly deps: NotifyDeskDeps;
  private readonly listeners = new Set<(news: CentreNews) => void>();
  private readonly pruneTimer: TimerHandle;
  private newestRows: readonly StoredNotification[] = [];
  private unreadCount = 0;
  /** Batches are stored one after the other, so that what is counted is counted once. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(deps: NotifyDeskDeps) {
    this.deps = deps;
    this.pruneTimer = deps.clock.every(PRUNE_PERIOD_MS, () => this.prune());
  }

  static async open(deps: NotifyDeskDeps): Promise<NotifyDesk> {
    const desk = new NotifyDesk(deps);
    await desk.reload();
    return desk;
  }

  /** The newest of the notification centre, newest first, and how many are unread. */
  get centre(): CentreNews {
    return { notifications: this.newestRows, unread: this.unreadCount };
  }

  /** Stores notices, with what is to be sent of them, and how far the source was read, in one transaction. */
  accept(
    notices: readonly Notice[],
    cursor: { readonly name: string; readonly seq: number } | null = null,
  ): Promise<void> {
    const done = this.last.then(() => this.store(notices, cursor));
    this.last = done.catch(() => undefined);
    return done;
  }

  /** Puts a test into the notification centre, and nowhere else. */
  acceptTest(notice: Notice): Promise<void> {
    const done = this.last.then(async () => {
      const nowMs = this.deps.clock.nowMs();
      await this.keep([{ ...(await this.plan(notice, nowMs)), isSilent: false, deliveries: [] }], null, nowMs);
    });
    this.last = done.catch(() => undefined);
    return done;
  }

  async markRead(ids: readonly number[] | null): Promise<number> {
    const marked = await this.deps.repository.markRead(ids, this.deps.clock.nowMs());
    await this.reload();
    if (marked > 0) this.tell(ids === null ? this.newestRows : this.newestRows.filter(({ id }) => ids.includes(id)));
    return marked;
  }

  /** Calls back with what is new or changed. Returns how to stop it. */
  onNews(listener: (news: CentreNews) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.pruneTimer.cancel();
    await this.last;
  }

  private async store(
    notices: readonly Notice[],
    cursor: { readonly name: string; readonly seq: number } | null,
  ): Promise<void> {
    const nowMs = this.deps.clock.nowMs();
    const batch = await Promise.all(notices.map((notice) => this.plan(notice, nowMs)));
    await this.keep(batch, cursor, nowMs);
  }

  private async keep(
    batch: readonly NewNotification[],
    cursor: { readonly name: string; readonly seq: number } | null,
    nowMs: number,
  ): Promise<void> {
    const stored = await this.deps.repository.store(batch, cursor, nowMs);
    if (stored.length === 0) return;
    await this.reload();
    this.tell(stored);
  }

  private async plan(notice: Notice, nowMs: number): Promise<NewNotification> {
    const { settings, channels, newId, newToken } = this.deps;
    const { prefs } = settings;
    const isSilent = !settings.isOn(notice.event) || !isGraveEnough(prefs, notice);
    const isSnoozed = await this.isSnoozed(notice, nowMs);
    const answerToken = !isSilent && !isSnoozed && this.mayAnswer(notice, nowMs) ? newToken() : null;
    const { event, severity, atMs, title, body, symbol, venues, recordSeq, proposal } = notice;
    return {
      row: { event, severity, atMs, title, body, symbol, venues, recordSeq },
      isSilent,
      isRead: !prefs.channels.console.enabled,
      dedupeKey: notice.dedupeKey,
      dedupeMs: notice.dedupeMs,
      edge: notice.edge,
      deliveries: planDeliveries(notice, { prefs, channels, nowMs, newId, answerToken, isSnoozed }),
      proposal:
        answerToken === null || proposal === null
          ? null
          : { ...proposal, tokenHash: tokenHash(answerToken), symbol: symbol ?? '', title },
    };
  }

  /** A proposal that still holds and is wished to be answered. */
  private mayAnswer({ proposal }: Notice, nowMs: number): boolean {
    const { prefs } = this.deps.settings;
    const { telegram } = prefs.channels;
    if (proposal === null || proposal.expiresMs <= nowMs) return false;
    return prefs.enabled && telegram.enabled && telegram.approvals;
  }

  /** A proposal whose symbol was put off on the telephone. */
  private async isSnoozed({ proposal, symbol }: Notice, nowMs: number): Promise<boolean> {
    if (proposal === null) return false;
    const untilMs = await this.deps.repository.cursor(snoozeName(symbol ?? ''));
    return untilMs !== null && untilMs > nowMs;
  }

  private async reload(): Promise<void> {
    const { repository } = this.deps;
    this.newestRows = await repository.list({ beforeId: null, limit: NEWEST_MAX, isUnread: null, severityMin: null });
    this.unreadCount = await repository.unread();
  }

  private tell(notifications: readonly StoredNotification[]): void {
    for (const listener of this.listeners) listener({ notifications, unread: this.unreadCount });
  }

  private prune(): void {
    const { repository, clock, log, keptMs } = this.deps;
    this.last = this.last
      .then(() => repository.prune(clock.nowMs() - (keptMs?.() ?? KEPT_MS), KEPT_MAX))
      .then((gone) => (gone > 0 ? this.reload() : undefined))
      .catch((e: unknown) => log.error('old notifications were not removed', { detail: String(e) }));
  }
}

/** Returns what is kept of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Where it is noted until when proposals of a symbol are not sent to the telephone. */
export function snoozeName(symbol: string): string {
  return `snooze:${symbol}`;
}
