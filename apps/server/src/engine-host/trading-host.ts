import {
  domainError,
  err,
  type DomainError,
  type ExecutionClient,
  type Result,
  type Venue,
  type VenueKey,
} from '@riptide/core/domain';
import {
  SnipingCore,
  SnipingFold,
  TradingCore,
  type HotEngine,
  type SnipingCalls,
  type TradingCall,
  type TradingCalls,
} from '@riptide/core/engine';
import type { Clock, Log, Random } from '@riptide/core/kernel';
import { FileJournal } from '../storage/journal/file-journal.ts';
import { readJournal } from '../storage/journal/read-journal.ts';
import type { FromHot, HotCall, HotThreadStart, ToHot } from './hot-protocol.ts';

/** Views go to the cool side at most this often while something changes, or is open and worth more or less with the market. */
const VIEW_PERIOD_MS = 250;
const SNIPING_VIEW_PERIOD_MS = 500;
/** And this often when all is quiet. */
const QUIET_PERIOD_MS = 1_000;
/** Calls that change nothing anybody reads from a view. */
const QUESTIONS: ReadonlySet<HotCall> = new Set([
  'sniping-query',
  'learner-state',
  'warm-market',
  'preview-order',
  'precheck',
  'check-key',
] as const);
const RESERVE_PERIOD_MS = 5_000;

export interface TradingHostDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly engine: HotEngine;
  readonly start: Pick<HotThreadStart, 'market' | 'trading'>;
  createLiveClient(venue: Venue, key: VenueKey): ExecutionClient;
  post(message: FromHot): void;
}

/** The trading core and the sniping engines on the hot thread: the journal on disk, calls and views over the thread's messages. */
export class TradingHost {
  private readonly deps: TradingHostDeps;
  private readonly journal: FileJournal;
  private readonly core: TradingCore;
  private readonly sniping: SnipingCore;
  /** Told with the next tick: a message to the other thread has no place between an order's record and its bytes. */
  private hasWritten = false;
  private viewedMs = Number.NEGATIVE_INFINITY;
  private snipingViewedMs = Number.NEGATIVE_INFINITY;
  /** What the last views told. */
  private viewedSeq = -1;
  private snipingChanges = -1;
  private isOpen = false;
  private reserveDueMs = 0;

  /** @throws Error when the journal is damaged or can't be written: without it nothing may be traded. */
  constructor(deps: TradingHostDeps) {
    this.deps = deps;
    const { clock, random, log, engine, start } = deps;
    const { trading, market } = start;
    const content = readJournal(trading.journalFolder);
    if (content.tornBytes > 0)
      log.warn('the last write of the journal was torn and is cut off', { bytes: content.tornBytes });
    this.journal = new FileJournal({ folder: trading.journalFolder, clock, log });
    const fold = new SnipingFold();
    this.core = new TradingCore({
      clock,
      random,
      log,
      store: engine.store,
      journal: this.journal,
      restored: {
        snapshot: content.checkpoint?.state ?? null,
        records: content.records,
        lastSeq: content.records.at(-1)?.seq ?? content.checkpoint?.seq ?? 0,
      },
      market,
      execution: trading.execution,
      paperUsdt: trading.paperUsdt,
      keys: market === 'replay' ? {} : trading.keys,
      createLiveClient: (venue, key) => deps.createLiveClient(venue, key),
      onWritten: () => (this.hasWritten = true),
      folds: [fold],
    });
    this.sniping = new SnipingCore({ core: this.core, fold, store: engine.store, market, isRehearsing: true });
    engine.setBookListener(this.sniping.listener);
  }

  /** Opens the accounts; failures are shown, the core goes on trying. */
  start(): void {
    this.sniping.start();
    this.core.start().catch((e: unknown) => {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the trading core did not start', { detail });
    });
  }

  /** Call every 100 ms. */
  tick(): void {
    const nowMs = this.deps.clock.nowMs();
    this.core.tick();
    this.tellWritten();
    if (nowMs >= this.reserveDueMs) {
      this.reserveDueMs = nowMs + RESERVE_PERIOD_MS;
      this.journal.restoreReserve();
    }
    const isViewDue = this.isOpen || this.journal.lastSeq !== this.viewedSeq;
    if (nowMs - this.viewedMs >= (isViewDue ? VIEW_PERIOD_MS : QUIET_PERIOD_MS)) this.postView();
    const isSnipingDue = this.sniping.isMoving || this.sniping.changes !== this.snipingChanges;
    if (nowMs - this.snipingViewedMs >= (isSnipingDue ? SNIPING_VIEW_PERIOD_MS : QUIET_PERIOD_MS)) {
      this.postSnipingView();
    }
  }

  private tellWritten(): void {
    if (!this.hasWritten) return;
    this.hasWritten = false;
    this.deps.post({ kind: 'journal', lastSeq: this.journal.lastSeq });
  }

  handle({ id, name, request }: Extract<ToHot, { kind: 'call' }>): void {
    const isSniping = this.sniping.answers(name);
    const work = isSniping
      ? this.sniping.call(name, request as SnipingCalls[typeof name]['request'])
      : this.core.call(name as TradingCall, request as TradingCalls[TradingCall]['request']);
    void (work as Promise<Result<unknown, DomainError>>)
      .catch((e: unknown) => err(domainError('ENGINE_NOT_READY', `call=${name} ${String(e)}`, { outcome: 'unknown' })))
      .then((result) => {
        // WHY: whoever changed something reads next, and must read what the answer says. A question is answered at once.
        if (!QUESTIONS.has(name)) this.postChanged(isSniping);
        this.deps.post({ kind: 'call-answer', id, result });
      });
  }

  /** Accounts change without a record, the engines don't. */
  private postChanged(isSniping: boolean): void {
    if (!isSniping || this.journal.lastSeq !== this.viewedSeq) this.postView();
    if (this.sniping.changes !== this.snipingChanges) this.postSnipingView();
  }

  /** What can't be shown must not stop what trades: the fault is logged, the last view stays. */
  private postView(): void {
    this.viewedMs = this.deps.clock.nowMs();
    this.viewedSeq = this.journal.lastSeq;
    try {
      const view = this.core.view();
      this.isOpen = view.positions.length > 0 || view.orders.length > 0;
      this.deps.post({ kind: 'trading', view });
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the trading view could not be built', { detail });
    }
  }

  private postSnipingView(): void {
    this.snipingViewedMs = this.deps.clock.nowMs();
    this.snipingChanges = this.sniping.changes;
    try {
      this.deps.post({ kind: 'sniping', view: this.sniping.view() });
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the view of the engines could not be built', { detail });
    }
  }

  async stop(): Promise<void> {
    this.sniping.stop();
    await this.core.stop();
    this.tellWritten();
    this.journal.close();
  }
}
