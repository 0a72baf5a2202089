import {
  type AccountKey,
  type DomainError,
  type ExecutionClient,
  type ExecutionMode,
  type MarketSource,
  type OrderIntent,
  type PrivateSink,
  type Result,
  type TradingRecord,
  type Venue,
  type VenueKey,
} from '../../domain/index.ts';
import type { Protection } from '../../execution/index.ts';
import { AccountIntake, Executor, FAULT_PREFIX, FactLog, Reconciler, UnknownResolver } from '../../execution/index.ts';
import type { Clock, Log, Random, StageMeter, TimerHandle } from '../../kernel/index.ts';
import type { MarketStore } from '../../market-data/index.ts';
import type { TradingCall, TradingCalls, TradingView } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import { AccountDesks } from './account-desks.ts';
import { AccountWorthDesk } from './account-worth-desk.ts';
import { BacklogJournal } from './backlog-journal.ts';
import { buildTradingView } from './build-trading-view.ts';
import { CallDesk } from './call-desk.ts';
import { CloseDesk } from './close-desk.ts';
import type { CoreContext } from './core-context.ts';
import type { CoreFold } from './core-fold.ts';
import {
  RESTORE_FAULT,
  restoreCoreState,
  snapshotCoreState,
  type CoreState,
  type RestoredJournal,
} from './core-state.ts';
import { InstrumentHolders } from './instrument-holders.ts';
import { newIntentIds } from './intent-ids.ts';
import { createProtection } from './core-protection.ts';
import { DarkBooks } from './dark-books.ts';
import { DailyLossWatch } from './daily-loss-watch.ts';
import { FaultGuard } from './fault-guard.ts';
import { FundingDesk } from './funding-desk.ts';
import { JournalKeeper, type CoreJournalFile } from './journal-keeper.ts';
import { KeyDesk } from './key-desk.ts';
import { KillDesk } from './kill-desk.ts';
import { ledgerViewOf } from './ledger-view.ts';
import { LivePermit } from './live-permit.ts';
import { LoopLagGuard } from './loop-lag-guard.ts';
import { MarketEyes } from './market-eyes.ts';
import { OrderDesk } from './order-desk.ts';
import { OrderSender } from './order-sender.ts';
import { PaperBooks } from './paper-books.ts';
import { PaperResetDesk } from './paper-reset-desk.ts';
import { PrecheckDesk } from './precheck-desk.ts';
import { RiskBlockDesk } from './risk-block-desk.ts';
import { RiskDesk } from './risk-desk.ts';
import { executionChoices, SettingsDesk } from './settings-desk.ts';
import { sinkWhile } from './sink-while.ts';
import { Upkeep } from './upkeep.ts';
import { WishReader } from './wish-reader.ts';

/** A venue that is slower at the start is shown by its own account; the others are ready. */
const READY_WITHIN_MS = 10_000;

export interface TradingCoreDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: MarketStore;
  readonly journal: CoreJournalFile;
  readonly restored: RestoredJournal & { readonly lastSeq: number };
  readonly market: MarketSource;
  /** `live` only permits live orders. */
  readonly execution: ExecutionMode;
  readonly paperUsdt: string;
  readonly keys: Readonly<Partial<Record<Venue, VenueKey>>>;
  createLiveClient(venue: Venue, key: VenueKey): ExecutionClient;
  /** Told when records are on disk. */
  onWritten(records: readonly TradingRecord[]): void;
  /** Folds of other parts, kept with the core's checkpoint. */
  readonly folds?: readonly CoreFold[];
  /** Absent: nothing is measured. */
  readonly stages?: StageMeter;
}

/**
 * The single writer of trading state: accounts, risk, orders, ledger, kill switch, over the live books of its thread.
 *
 * A start folds the journal, begins a new segment, opens the accounts and compares each with its venue; until an account was compared,
 * nothing new is sent there.
 */
export class TradingCore {
  readonly books: PaperBooks;
  readonly context: CoreContext;
  readonly orders: OrderSender;
  private readonly deps: TradingCoreDeps;
  private readonly state: CoreState;
  private readonly accounts: AccountDesks;
  private readonly worth: AccountWorthDesk;
  private readonly blocks: RiskBlockDesk;
  private readonly calls: CallDesk;
  private readonly keys: KeyDesk;
  private readonly closing: CloseDesk;
  private readonly kill: KillDesk;
  private readonly funding: FundingDesk;
  private readonly keeper: JournalKeeper;
  private readonly protection: Protection;
  private readonly upkeep: Upkeep;
  private readonly lagGuard: LoopLagGuard;
  private readonly timers: TimerHandle[] = [];
  private isReady = false;
  private isStopped = false;

  constructor(deps: TradingCoreDeps) {
    this.deps = deps;
    const { clock, log, store, journal, restored } = deps;
    this.state = restoreCoreState(restored, deps.folds);
    const begun = journal.begin(snapshotCoreState(this.state), restored.lastSeq);
    if (!begun.ok) throw new Error(`the journal can not be begun: ${begun.error.detail}`);
    const eyes = new MarketEyes(store);
    const permit = new LivePermit({ market: deps.market, execution: deps.execution });
    permit.restore(executionChoices(this.state.risk.settings.venueExecution));
    this.books = new PaperBooks(store, eyes, clock);
    const backlog = new BacklogJournal(journal, (records) => deps.onWritten(records));
    this.accounts = new AccountDesks({
      clock,
      random: deps.random,
      market: deps.market,
      eyes,
      books: this.books,
      permit,
      paperUsdt: deps.paperUsdt,
      createLiveClient: (venue, key) => deps.createLiveClient(venue, key),
      openBooks: (account, balances) => {
        const isNew = (this.state.ledger.account(account)?.openedMs ?? null) === null;
        if (isNew) this.context.facts.append([{ kind: 'balances', account, balances }]);
        else this.accounts.desks.get(account)?.noteBalances(balances);
      },
      sinkOf: (desk) => this.sinkOf(desk),
    });
    const { orders, ledger, risk, conditions, wishes } = this.state;
    const facts = new FactLog({
      journal: backlog,
      store: orders,
      conditions,
      clock,
      folds: [
        (record) => ledger.apply(record),
        (record) => risk.apply(record),
        (record) => wishes.apply(record),
        ...this.state.others.map((other) => (record: TradingRecord) => other.apply(record)),
        (record) => this.onRecord(record),
      ],
    });
    const executionDeps = {
      clock,
      facts,
      store: orders,
      clientOf: (account: AccountKey) => this.accounts.desks.get(account)?.client ?? null,
      instrumentOf: (id: OrderIntent['instrumentId']) => eyes.instrumentOf(id),
    };
    const ledgerView = ledgerViewOf(ledger);
    const resolver = new UnknownResolver(executionDeps, ledgerView);
    const reconciler = new Reconciler({
      ...executionDeps,
      ledger: ledgerView,
      markPxOf: (id) => eyes.markPx(id),
      clockOffsetMs: (account) => eyes.clockOffsetMs(account.split(':')[0] as Venue),
    });
    const executor = new Executor({
      ...executionDeps,
      resolver,
      stages: deps.stages,
      isReconciled: (account) => reconciler.isReconciled(account),
    });
    this.context = {
      clock,
      log,
      eyes,
      permit,
      journal,
      backlog,
      facts,
      orders,
      ledger,
      risk,
      desks: this.accounts.desks,
      executor,
      reconciler,
      darkBooks: new DarkBooks({ clock, eyes, facts, ledger }),
      holders: new InstrumentHolders(),
      resolver,
      newIntentId: newIntentIds(clock, deps.random),
      instrumentOf: (id) => eyes.instrumentOf(id),
    };
    this.keys = new KeyDesk(this.context, this.accounts, (desk) => this.onStarted(desk));
    this.worth = new AccountWorthDesk(this.context);
    const risks = new RiskDesk(this.context, this.worth);
    this.blocks = new RiskBlockDesk(this.context, risks);
    this.orders = new OrderSender(this.context, risks);
    this.funding = new FundingDesk(this.context);
    this.keeper = new JournalKeeper(this.context, journal, this.state);
    const wishReader = new WishReader(this.context);
    this.closing = new CloseDesk(this.context, this.orders, this.worth);
    this.kill = new KillDesk(this.context, this.closing, this.worth);
    this.protection = createProtection(this.context, {
      execution: executionDeps,
      sender: this.orders,
      worth: this.worth,
      wishes,
    });
    this.upkeep = new Upkeep(this.context, this.worth);
    this.lagGuard = new LoopLagGuard(this.context);
    this.calls = new CallDesk(this.context, {
      orders: new OrderDesk(this.context, this.orders, wishReader),
      prechecks: new PrecheckDesk(this.orders, wishReader, this.context.holders),
      funding: this.funding,
      closing: this.closing,
      kill: this.kill,
      settings: new SettingsDesk(this.context, this.worth),
      keys: this.keys,
      paperReset: new PaperResetDesk(this.context),
    });
    for (let ix = 0; ix < store.instruments.length; ix += 1) store.watchTrades(ix, true);
  }

  /**
   * Opens the accounts and compares each with its venue, each by itself: a slow venue delays the protection of no other. Resolves when
   * the first comparison of each is done.
   */
  async start(): Promise<void> {
    const { keys, clock, log } = this.deps;
    this.liftFaults();
    this.tellRestoreFaults();
    this.accounts.openPaper(this.state);
    for (const [venue, key] of Object.entries(keys)) this.openAtStart(venue as Venue, key);
    this.protection.start();
    this.startTimers();
    const late = clock.after(READY_WITHIN_MS, () => (this.isReady = true));
    await Promise.all(
      [...this.accounts.desks.values()].map((desk) =>
        this.keys.openAndCompare(desk).catch((e: unknown) => {
          log.error('an account did not start', { account: desk.account, detail: String(e) });
        }),
      ),
    );
    late.cancel();
    this.isReady = true;
    // WHY: not before; the start itself takes its time, and until here nothing is sent anyway.
    if (!this.isStopped) this.lagGuard.start();
  }

  private startTimers(): void {
    const dailyLoss = new DailyLossWatch(this.context, this.kill);
    const faults = new FaultGuard(this.context);
    this.timers.push(
      this.deps.clock.every(1_000, () => {
        faults.guard('upkeep', () => this.upkeep.everySecond());
        faults.guard('the books of positions', () => this.context.darkBooks.everySecond());
        faults.guard('the reasons of refusals', () => this.blocks.everySecond());
        faults.guard('the daily loss watch', () => dailyLoss.check());
        faults.guard('closings', () => this.closing.everySecond());
        faults.guard('the kill switch', () => this.kill.everySecond());
        faults.guard('opening accounts', () => this.keys.everySecond());
      }),
    );
  }

  /** An account that starts late finds the kill switch as the others do. */
  private onStarted({ account }: AccountDesk): void {
    this.protection.checkAll();
    this.kill.takeUp(account);
  }

  /** What the folds could not take in of the journal: nobody knows what is missing in the books until a person has looked. */
  private tellRestoreFaults(): void {
    const { facts, clock } = this.context;
    const [first] = this.state.faults;
    if (first === undefined) return;
    const text = `${this.state.faults.length} parts of the journal could not be read back, the first is ${first}; new risk waits for a release of the kill switch`;
    this.deps.log.error('the journal could not be read back whole', {
      faults: this.state.faults.slice(0, 20).join('; '),
    });
    facts.raise({
      key: RESTORE_FAULT,
      kind: 'halted',
      account: null,
      instrumentId: null,
      text,
      sinceMs: clock.nowMs(),
    });
  }

  /** What a bug had halted before: everything was worked out anew. One that is still there halts again. */
  private liftFaults(): void {
    const { facts } = this.context;
    for (const { key } of facts.conditions()) {
      if (key.startsWith(FAULT_PREFIX)) facts.clear(key, 'started anew');
    }
  }

  /** A key that no client can be built of is told; the other accounts open all the same. */
  private openAtStart(venue: Venue, key: VenueKey): void {
    try {
      this.accounts.openLive(venue, key);
    } catch (e) {
      const text = `the live account of ${venue} could not be opened: ${String(e)}`;
      this.context.facts.append([
        { kind: 'event', event: 'account_failed', severity: 'ERROR', symbol: null, venues: [venue], text, data: {} },
      ]);
    }
  }

  /** Answers a call by name. Never throws: a bug becomes ENGINE_NOT_READY with its text in the log and an event. */
  call<C extends TradingCall>(
    name: C,
    request: TradingCalls[C]['request'],
  ): Promise<Result<TradingCalls[C]['answer'], DomainError>> {
    return this.calls.answer(name, request);
  }

  /** Writes what waits and rotates the journal when it is large. Call every 100 ms. */
  tick(): void {
    this.keeper.tick();
  }

  view(): TradingView {
    return buildTradingView(this.context, this.worth, {
      isReady: this.isReady,
      fundingDue: this.funding.due(),
      blocks: this.blocks.list(),
    });
  }

  /** The state as a checkpoint would keep it; for comparisons. */
  snapshot(): ReturnType<typeof snapshotCoreState> {
    return snapshotCoreState(this.state);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) timer.cancel();
    this.lagGuard.stop();
    this.protection.stop();
    this.context.resolver.stop();
    this.context.reconciler.stop();
    await this.accounts.closeAll();
  }

  private sinkOf(desk: AccountDesk): PrivateSink {
    const intake = new AccountIntake({ facts: this.context.facts, store: this.state.orders }, desk.account, {
      openedMs: (key) => this.state.ledger.account(key)?.openedMs ?? null,
      onPosition: (key, position) => this.accounts.desks.get(key)?.notePosition(position),
      onStream: (key, stream) => {
        desk.noteStream(stream);
        if (desk.hasStarted) this.context.reconciler.onStream(key, stream);
      },
    });
    return sinkWhile(intake, () => this.accounts.desks.get(desk.account) === desk);
  }

  private onRecord(record: TradingRecord): void {
    if (record.kind === 'balances') this.accounts.desks.get(record.account)?.noteBalances(record.balances);
    this.protection.onRecord(record);
  }
}
