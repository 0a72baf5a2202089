import type { SeverityName, NotifyEvent } from '@riptide/contracts';
import type { Condition } from '@riptide/core/domain';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { noticeOf, type Notice } from './notice.ts';
import { capital, symbolOf, venueOf } from './record-words.ts';

const CHECK_PERIOD_MS = 500;
/** How the switches are named on disk: with the key of the condition behind it. */
const EDGE = 'condition:';
/** How the condition of a reached limit is named; see `DailyLossWatch`. */
const DAILY_LOSS_KEY = 'halted:daily-loss:';

interface Kind {
  readonly title: string;
  readonly severity: SeverityName;
  /** It has to stand that long: between a fill and its stop, or an order and its answer, it stands for a moment at every trade. */
  readonly graceMs: number;
  /**
   * It has to be gone that long before it counts as settled: what comes back sooner is still the same. An engine on a busy machine comes late
   * every half minute; told each time, by every channel, it teaches to ignore the telephone.
   */
  readonly settleMs: number;
}

const KINDS: Readonly<Record<Condition['kind'], Kind>> = {
  'unknown-order': { title: 'The outcome of an order is unknown', severity: 'ERROR', graceMs: 5_000, settleMs: 0 },
  unprotected: { title: 'A position has no stop', severity: 'CRITICAL', graceMs: 3_000, settleMs: 0 },
  naked: { title: 'A leg stands alone', severity: 'CRITICAL', graceMs: 0, settleMs: 0 },
  divergence: { title: 'An account differs from its venue', severity: 'ERROR', graceMs: 5_000, settleMs: 60_000 },
  journal: { title: 'The journal can not be written', severity: 'CRITICAL', graceMs: 0, settleMs: 60_000 },
  halted: { title: 'New risk is halted', severity: 'ERROR', graceMs: 0, settleMs: 0 },
  'slow-loop': { title: 'The engine comes late', severity: 'ERROR', graceMs: 0, settleMs: 300_000 },
};

/** What was told of a condition. */
interface Told {
  readonly title: string;
  readonly kind: Condition['kind'];
  /** Since when it is gone, epoch ms; null while it stands. */
  goneMs: number | null;
  /** How often it came since it was told. */
  times: number;
}

function comeBack(told: Told): void {
  if (told.goneMs === null) return;
  told.goneMs = null;
  told.times += 1;
}

export interface ConditionWatchDeps {
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly repository: NotifyRepository;
  accept(notices: readonly Notice[]): void;
}

/** Watches what stops new risk, as the engine holds it now: tells what stands for longer than a moment, and when it is settled. */
export class ConditionWatch {
  private readonly deps: ConditionWatchDeps;
  private readonly timer: TimerHandle;
  /** Told and not settled yet; null where it was told by an earlier process. */
  private readonly told: Map<string, Told | null>;

  private constructor(deps: ConditionWatchDeps, keys: readonly string[]) {
    this.deps = deps;
    this.told = new Map(keys.map((key) => [key.slice(EDGE.length), null]));
    this.timer = deps.clock.every(CHECK_PERIOD_MS, () => this.check());
  }

  static async open(deps: ConditionWatchDeps): Promise<ConditionWatch> {
    return new ConditionWatch(deps, await deps.repository.switchedOn(EDGE));
  }

  close(): void {
    this.timer.cancel();
  }

  private check(): void {
    const { link, clock } = this.deps;
    const state = link.isConnected ? link.values('trading').get('state') : undefined;
    // WHY: an engine that has not read its journal yet knows no condition, which is not the same as none.
    if (state?.isReady !== true) return;
    const atMs = clock.nowMs();
    const standing = new Map(state.conditions.map((condition) => [condition.key, condition]));
    const notices: Notice[] = [];
    for (const [key, condition] of standing) {
      const told = this.told.get(key);
      if (told !== undefined) {
        if (told !== null) comeBack(told);
        continue;
      }
      if (atMs - condition.sinceMs < KINDS[condition.kind].graceMs) continue;
      const notice = raised(condition, atMs);
      this.told.set(key, { title: notice.title, kind: condition.kind, goneMs: null, times: 1 });
      notices.push(notice);
    }
    for (const [key, told] of this.told) {
      if (standing.has(key)) continue;
      if (told !== null && atMs - (told.goneMs ??= atMs) < KINDS[told.kind].settleMs) continue;
      this.told.delete(key);
      notices.push(settled({ key, told, atMs, rest: standing.size }));
    }
    if (notices.length > 0) this.deps.accept(notices);
  }
}

function raised(condition: Condition, atMs: number): Notice {
  const { key, kind, text, instrumentId, account } = condition;
  const isLoss = key.startsWith(DAILY_LOSS_KEY);
  const event: NotifyEvent = isLoss ? 'daily_loss' : kind === 'naked' ? 'arbitrage_naked' : 'condition';
  return noticeOf({
    event,
    severity: isLoss ? 'CRITICAL' : KINDS[kind].severity,
    atMs,
    title: isLoss ? 'Daily loss limit reached' : KINDS[kind].title,
    body: `${capital(text)}. New risk waits until it is settled.`,
    symbol: instrumentId === null ? null : symbolOf(instrumentId),
    venues: account === null ? [] : [venueOf(account)],
    edge: { key: `${EDGE}${key}`, isOn: true },
  });
}

interface Settled {
  readonly key: string;
  readonly told: Told | null;
  readonly atMs: number;
  /** Other conditions that still stand. */
  readonly rest: number;
}

function settled({ key, told, atMs, rest }: Settled): Notice {
  const often = told !== null && told.times > 1 ? ` It came ${told.times} times.` : '';
  return noticeOf({
    event: 'condition_cleared',
    severity: 'INFO',
    atMs,
    title: told === null ? 'Settled' : `Settled: ${told.title.charAt(0).toLowerCase()}${told.title.slice(1)}`,
    body:
      rest === 0
        ? `Nothing holds new risk back any more.${often}`
        : `${rest} other ${rest === 1 ? 'thing holds' : 'things hold'} new risk back.${often}`,
    edge: { key: `${EDGE}${key}`, isOn: false },
  });
}
