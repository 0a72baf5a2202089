import { decimal, type ExecutionMode } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { netQuoteOf, performanceOf, resultsOf, type ClosedTrade } from '@riptide/core/ledger';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { noticeOf } from './notice.ts';
import type { NotifyDesk } from './notify-desk.ts';
import type { NotifySettings } from './notify-settings.ts';
import { dayOf } from './quiet-hours.ts';

const CURSOR = 'daily-report';
const CHECK_PERIOD_MS = 60_000;
/** A day is over when the next has begun; it is at most that long ago. */
const DAY_MS_MAX = 26 * 3_600_000;

export interface DailyReportDeps {
  readonly repository: NotifyRepository;
  readonly settings: NotifySettings;
  readonly desk: NotifyDesk;
  readonly clock: Clock;
  readonly log: Log;
  /** Closed trades of a mode, oldest first; null while they can't be read. */
  readonly closedTrades: (mode: ExecutionMode) => readonly ClosedTrade[] | null;
}

/** Tells the figures of each day of the chosen zone once, when it is over; whether anybody wants them is up to the preferences. */
export class DailyReport {
  private readonly deps: DailyReportDeps;
  private readonly timer: TimerHandle;
  private running: Promise<void> = Promise.resolve();

  constructor(deps: DailyReportDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(CHECK_PERIOD_MS, () => this.check());
  }

  async close(): Promise<void> {
    this.timer.cancel();
    await this.running;
  }

  private check(): void {
    this.running = this.running
      .then(() => this.report())
      .catch((e: unknown) => this.deps.log.error('the daily report was not made', { detail: String(e) }));
  }

  private async report(): Promise<void> {
    const { repository, settings, desk, clock } = this.deps;
    const { zone } = settings.prefs;
    const nowMs = clock.nowMs();
    const today = dayOf(zone, nowMs);
    const toldDay = await repository.cursor(CURSOR);
    if (toldDay === today) return;
    if (toldDay === null) return repository.saveCursor(CURSOR, today);
    const lines = (['live', 'paper'] as const).map((mode) => this.lineOf(mode, toldDay, nowMs));
    if (lines.includes(null)) return;
    const text = String(toldDay);
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    const notice = noticeOf({
      event: 'daily_report',
      severity: 'INFO',
      atMs: nowMs,
      title: `Riptide on ${day}`,
      body: `${day} (${zone})\n${lines.join('\n')}`,
      dedupeKey: `daily-report:${day}`,
    });
    await desk.accept([notice], { name: CURSOR, seq: today });
  }

  private lineOf(mode: ExecutionMode, day: number, nowMs: number): string | null {
    const { settings, closedTrades } = this.deps;
    const trades = closedTrades(mode);
    if (trades === null) return null;
    const { zone } = settings.prefs;
    const rated = trades
      .filter(({ closeMs }) => closeMs > nowMs - 2 * DAY_MS_MAX)
      .map((trade) => ({ trade, netUsd: netQuoteOf(trade, () => null) }));
    const ofDay = resultsOf(rated).filter(({ closeMs }) => dayOf(zone, closeMs) === day);
    const { totalTrades, unknownTrades: unknown, wins, netUsd } = performanceOf(ofDay);
    const rest = unknown === 0 ? '' : `; ${unknown} with an unknown net are left out`;
    const net = decimal(netUsd).round(2).toString();
    return `${mode}: ${totalTrades} trades closed, ${wins} of them won, net ${net} USDT${rest}`;
  }
}
