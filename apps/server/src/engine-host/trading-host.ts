import {
  domainError,
  err,
  type DomainError,
  type InstrumentId,
  type TradingRecord,
  type ExecutionClient,
  type Result,
  type Venue,
  type VenueKey,
} from '@riptide/core/domain';
import {
  ArbitrageCore,
  ArbitrageFold,
  DepthRing,
  SnipingCore,
  SnipingFold,
  TradingCore,
  type ArbitrageCalls,
  type HotEngine,
  type SnipingCalls,
  type TradingCall,
  type TradingCalls,
} from '@riptide/core/engine';
import type { Clock, Log, Random, StageMeter } from '@riptide/core/kernel';
import { FileJournal, type JournalFigures } from '../storage/journal/file-journal.ts';
import { readJournal } from '../storage/journal/read-journal.ts';
import type { FromHot, HotCall, HotThreadStart, ToHot } from './hot-protocol.ts';

/** Views go to the cool side at most this often while something changes, or is open and worth more or less with the market. */
const VIEW_PERIOD_MS = 250;
const SNIPING_VIEW_PERIOD_MS = 500;
const ARBITRAGE_VIEW_PERIOD_MS = 500;
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
  'try-key',
  'arb-preview',
  'arb-why-not',
  'arb-query',
  'triangular',
  'carry-plan',
  'carry-history',
  'borrow-rates',
] as const);
const RESERVE_PERIOD_MS = 5_000;

export interface TradingHostDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly engine: HotEngine;
  readonly start: Pick<HotThreadStart, 'market' | 'trading'>;
  /** Absent: nothing is measured. */
  readonly stages?: StageMeter;
  createLiveClient(venue: Venue, key: VenueKey): ExecutionClient;
  post(message: FromHot): void;
}

/** The trading core, the sniping engines and the arbitrage engine on the hot thread: the journal on disk, calls and views over the thread's messages. */
export class TradingHost {
  private readonly deps: TradingHostDeps;
  private readonly journal: FileJournal;
  private readonly core: TradingCore;
  private readonly sniping: SnipingCore;
  private readonly arbitrage: ArbitrageCore;
  /** Told with the next tick: a message to the other thread has no place between an order's record and its bytes. */
  private hasWritten = false;
  private readonly depths: DepthRing;
  private hasDepthFault = false;
  private viewedMs = Number.NEGATIVE_INFINITY;
  private snipingViewedMs = Number.NEGATIVE_INFINITY;
  private arbitrageViewedMs = Number.NEGATIVE_INFINITY;
  /** What the last views told. */
  private viewedSeq = -1;
  private snipingChanges = -1;
  private arbitrageChanges = -1;
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
    const arbitrageFold = new ArbitrageFold();
    this.depths = new DepthRing({ books: engine.store.books, ixOf: (id) => this.core.context.eyes.ixOf(id) });
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
      onWritten: (records) => this.noteWritten(records),
      folds: [fold, arbitrageFold],
      ...(deps.stages === undefined ? {} : { stages: deps.stages }),
    });
    this.sniping = new SnipingCore({ core: this.core, fold, store: engine.store, market, isRehearsing: true });
    const { store, scanner } = engine;
    this.arbitrage = new ArbitrageCore({ core: this.core, fold: arbitrageFold, store, scanner, market });
    engine.setBookListener(this.sniping.listener);
  }

  get journalFigures(): JournalFigures {
    return this.journal.figures;
  }

  /** Instruments whose books are asked for first, as the journal left things. */
  neededBooks(): ReadonlySet<InstrumentId> {
    return this.sniping.neededBooks();
  }

  /** Opens the accounts; failures are shown, the core goes on trying. */
  start(): void {
    this.sniping.start();
    this.arbitrage.start();
    this.core.start().catch((e: unknown) => {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the trading core did not start', { detail });
    });
  }

  /** Call every 100 ms. */
  tick(): void {
    const nowMs = this.deps.clock.nowMs();
    this.core.tick();
    this.tellDepths();
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
    const isArbitrageDue = this.arbitrage.isMoving || this.arbitrage.changes !== this.arbitrageChanges;
    if (nowMs - this.arbitrageViewedMs >= (isArbitrageDue ? ARBITRAGE_VIEW_PERIOD_MS : QUIET_PERIOD_MS)) {
      this.postArbitrageView();
    }
  }

  /** What shows a moment later must not stop what trades now: a fault is logged, and no levels are copied any more. */
  private noteWritten(records: readonly TradingRecord[]): void {
    this.hasWritten = true;
    if (this.hasDepthFault) return;
    try {
      this.depths.onWritten(records);
    } catch (e) {
      this.hasDepthFault = true;
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the levels of a book could not be copied', { detail });
    }
  }

  private tellDepths(): void {
    const depths = this.depths.take();
    if (depths !== null) this.deps.post({ kind: 'depths', depths, loss: this.depths.takeLoss() });
  }

  private tellWritten(): void {
    if (!this.hasWritten) return;
    this.hasWritten = false;
    this.deps.post({ kind: 'journal', lastSeq: this.journal.lastSeq });
  }

  handle({ id, name, request }: Extract<ToHot, { kind: 'call' }>): void {
    const isEngine = this.sniping.answers(name) || this.arbitrage.answers(name);
    void this.answer(name, request)
      .catch((e: unknown) => err(domainError('ENGINE_NOT_READY', `call=${name} ${String(e)}`, { outcome: 'unknown' })))
      .then((result) => {
        // WHY: whoever changed something reads next, and must read what the answer says. A question is answered at once.
        if (!QUESTIONS.has(name)) this.postChanged(isEngine);
        this.deps.post({ kind: 'call-answer', id, result });
      });
  }

  private answer(name: HotCall, request: unknown): Promise<Result<unknown, DomainError>> {
    if (this.sniping.answers(name)) {
      return this.sniping.call(name, request as SnipingCalls[typeof name]['request']);
    }
    if (this.arbitrage.answers(name)) {
      return this.arbitrage.call(name, request as ArbitrageCalls[typeof name]['request']);
    }
    return this.core.call(name, request as TradingCalls[TradingCall]['request']);
  }

  /** Accounts change without a record, the engines don't. */
  private postChanged(isEngine: boolean): void {
    if (!isEngine || this.journal.lastSeq !== this.viewedSeq) this.postView();
    if (this.sniping.changes !== this.snipingChanges) this.postSnipingView();
    if (this.arbitrage.changes !== this.arbitrageChanges) this.postArbitrageView();
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

  private postArbitrageView(): void {
    this.arbitrageViewedMs = this.deps.clock.nowMs();
    this.arbitrageChanges = this.arbitrage.changes;
    try {
      this.deps.post({ kind: 'arbitrage', view: this.arbitrage.view() });
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      this.deps.log.error('the view of arbitrage could not be built', { detail });
    }
  }

  async stop(): Promise<void> {
    this.arbitrage.stop();
    this.sniping.stop();
    await this.core.stop();
    this.tellWritten();
    this.journal.close();
  }
}
