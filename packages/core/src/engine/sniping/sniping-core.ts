import {
  SNIPING_ENGINES,
  type DomainError,
  type InstrumentId,
  type MarketSource,
  type Result,
  type SnipingEngine,
} from '../../domain/index.ts';
import type { TimerHandle } from '../../kernel/index.ts';
import type { MarketStore, NormalisedLiquidation, PublicTrade, RadarSettings } from '../../market-data/index.ts';
import type { BookListener } from '../hot-engine.ts';
import type { SnipingCall, SnipingCalls, SnipingView } from '../sniping-views.ts';
import { AccountWorthDesk } from '../trading/account-worth-desk.ts';
import { FaultGuard } from '../trading/fault-guard.ts';
import type { TradingCore } from '../trading/trading-core.ts';
import { SnipingViews } from './build-sniping-view.ts';
import { DecisionDesk } from './decision-desk.ts';
import { EngineDesk } from './engine-desk.ts';
import { OverrideDesk } from './override-desk.ts';
import { PickedSymbols } from './picked-symbols.ts';
import { ProposalDesk } from './proposal-desk.ts';
import { rebuildLostDecisions } from './rebuild-decisions.ts';
import { RadarDesk } from './radar-desk.ts';
import { ShadowDesk } from './shadow-desk.ts';
import { SnipeDesk } from './snipe-desk.ts';
import { SnipingCallDesk } from './sniping-call-desk.ts';
import { accountOf, type SnipingContext } from './sniping-context.ts';
import type { SnipingFold } from './sniping-fold.ts';
import { trailedInstrument } from './told-trailing.ts';
import { TrailingDesk } from './trailing-desk.ts';
import { TriggerRehearsal } from './trigger-rehearsal.ts';

const SHADOW_TICK_MS = 250;
const UPKEEP_MS = 1_000;
/** So long after a liquidation nothing that can wait is done on the thread that trades. */
const HEARD_MS = 1_000;

export interface SnipingCoreParts {
  /** Built with `folds: [fold]`. */
  readonly core: TradingCore;
  readonly fold: SnipingFold;
  readonly store: MarketStore;
  readonly market: MarketSource;
  readonly radar?: Partial<RadarSettings>;
  /** Walks the way of a trigger once a second, so that it is fast when it counts. Off in tests and replays. */
  readonly isRehearsing?: boolean;
}

/**
 * The sniping engines over the trading core: liquidations go in by the listener, decisions, orders and outcomes go out as records. Put
 * `listener` where the store tells of books, trades and liquidations; it serves the core's paper accounts first.
 */
export class SnipingCore {
  readonly listener: BookListener;
  private readonly context: SnipingContext;
  private readonly radar: RadarDesk;
  private readonly snipes: SnipeDesk;
  private readonly shadows: ShadowDesk;
  private readonly decisions: DecisionDesk;
  private readonly trailing: TrailingDesk;
  private readonly calls: SnipingCallDesk;
  private readonly overrides: OverrideDesk;
  private readonly views: SnipingViews;
  private readonly timers: TimerHandle[] = [];
  private faults: FaultGuard;
  private readonly fold: SnipingFold;
  private isStarted = false;
  private readonly rehearsal: TriggerRehearsal | null;

  constructor({ core, fold, store, market, radar, isRehearsing = false }: SnipingCoreParts) {
    this.radar = new RadarDesk(store, radar);
    const worth = new AccountWorthDesk(core.context);
    const { orders } = core;
    const { state } = fold;
    const picked = new PickedSymbols();
    this.context = { core: core.context, orders, worth, store, market, state, radar: this.radar, picked };
    this.faults = new FaultGuard(core.context);
    this.shadows = new ShadowDesk(this.context);
    this.snipes = new SnipeDesk(this.context, (tracked) => this.shadows.onFinished(tracked));
    this.decisions = new DecisionDesk(this.context, { snipes: this.snipes, shadows: this.shadows });
    const { decisions, snipes, shadows } = this;
    const proposals = new ProposalDesk(this.context, snipes);
    this.views = new SnipingViews(this.context, { radar: this.radar, decisions, shadows, proposals });
    this.rehearsal = isRehearsing ? new TriggerRehearsal(this.context, { decisions, snipes }) : null;
    this.trailing = new TrailingDesk(this.context);
    this.overrides = new OverrideDesk(this.context);
    this.calls = new SnipingCallDesk(this.context, {
      overrides: this.overrides,
      engines: new EngineDesk(this.context),
      trailing: this.trailing,
      proposals,
      radar: this.radar,
    });
    this.fold = fold;
    fold.radarState = () => this.radar.snapshot();
    fold.hasJustHeard = () => this.radar.hasHeardWithin(HEARD_MS, core.context.clock.nowMs());
    fold.onRecord = (record) => this.snipes.onRecord(record);
    this.listener = {
      onBook: (ix, recvMs) => {
        core.books.onBook(ix);
        this.onBook(ix, recvMs);
      },
      onTraded: (ix, trade, recvMs) => {
        core.books.onTraded(ix, trade);
        this.onTraded(ix, trade, recvMs);
      },
      onLiquidation: (event) => this.onLiquidation(event),
    };
  }

  /** Takes up what the records left. Call once the trading core has been asked to start; each account is acted on when it is compared. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const { clock } = this.context.core;
    this.timers.push(
      clock.every(SHADOW_TICK_MS, () => this.faults.guard('the shadows', () => this.shadows.tick())),
      clock.every(UPKEEP_MS, () => this.faults.guard('the engines', () => this.everySecond())),
    );
    this.everySecond();
    this.radar.restore(this.fold.savedRadar);
    this.radar.watchFrom(this.context.core.clock.nowMs());
    rebuildLostDecisions(this.context);
    this.shadows.closeInterrupted();
    this.snipes.start();
    this.trailing.start();
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) timer.cancel();
    this.snipes.stop();
    this.trailing.stop();
    this.isStarted = false;
  }

  /** Returns true for names that `call` answers. */
  answers(name: string): name is SnipingCall {
    return this.calls.has(name);
  }

  /** Answers a call by name. Never throws. */
  call<C extends SnipingCall>(
    name: C,
    request: SnipingCalls[C]['request'],
  ): Promise<Result<SnipingCalls[C]['answer'], DomainError>> {
    return this.calls.answer(name, request);
  }

  view(): SnipingView {
    return this.views.view();
  }

  /** Instruments whose books are needed before those of others: something is open in them, or a trailing order follows them. */
  neededBooks(): ReadonlySet<InstrumentId> {
    const { core, state } = this.context;
    const followed = state.trailing
      .list()
      .filter(({ order }) => order.state === 'trailing' || order.state === 'triggered');
    return new Set([...core.darkBooks.needed(), ...followed.map(({ order }) => trailedInstrument(order))]);
  }

  /** Equal numbers: nothing happened that a view would tell, but for the prices of open trades and candidates. */
  get changes(): number {
    const { begun, told } = this.shadows.shadows.counters;
    return this.context.core.darkBooks.version + this.context.state.seq + this.radar.counted + begun + told;
  }

  /** True while something is open whose worth moves with the market. */
  get isMoving(): boolean {
    return this.context.state.snipes.openCount > 0 || this.radar.isStirred(this.context.core.clock.nowMs());
  }

  /** HOT: most moves are of instruments that nobody follows. */
  private onBook(ix: number, recvMs: number): void {
    this.radar.onBook(ix, recvMs);
    if (!this.isStarted) return;
    const instrument = this.context.store.instruments[ix];
    if (instrument === undefined) return;
    const { bidPx, askPx } = this.context.store.figures;
    this.shadows.onBook(instrument.id, recvMs);
    this.snipes.onTop(instrument.id, bidPx[ix] ?? Number.NaN, askPx[ix] ?? Number.NaN);
    this.trailing.onTop(instrument.id);
  }

  private onTraded(ix: number, trade: PublicTrade, recvMs: number): void {
    this.radar.onTraded(ix, trade, recvMs);
    const instrument = this.context.store.instruments[ix];
    if (this.isStarted && instrument !== undefined) this.shadows.onTraded(instrument.id, trade, recvMs);
  }

  /** A bug at one event halts new risk and says why; books and trades go on. */
  private onLiquidation(event: NormalisedLiquidation): void {
    const reading = this.radar.onLiquidation(event);
    if (reading === null || !this.isStarted) return;
    this.faults.guard('the decisions', () => {
      this.decisions.onReading(reading, this.snipes.onReading(reading));
    });
  }

  /** What an order needs of its account is read before a trigger asks for it: modes and leverage of the symbols that run. */
  private everySecond(): void {
    const { core, state } = this.context;
    this.overrides.tick();
    // WHY: the radar has one window.
    const windowOf =
      state.runOf('pas-trader').isRunning || !state.runOf('oraculis').isRunning ? 'pas-trader' : 'oraculis';
    this.radar.useWindow(state.settingsOf(windowOf).windowMs, core.clock.nowMs());
    for (const engine of SNIPING_ENGINES) if (state.runOf(engine).isRunning) this.prepare(engine);
  }

  private prepare(engine: SnipingEngine): void {
    const { core, state } = this.context;
    const settings = state.settingsOf(engine);
    const desk = core.desks.get(accountOf(this.context, settings));
    for (const symbol of settings.symbols) {
      const instrument = core.eyes.find(settings.venue, 'perp', symbol);
      if (desk === undefined || instrument === null) continue;
      desk
        .refreshModes(instrument)
        .catch((e: unknown) => core.log.error('modes could not be read', { symbol, detail: String(e) }));
    }
    this.rehearsal?.walk(engine);
  }
}
