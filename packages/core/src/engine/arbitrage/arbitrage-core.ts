import type { ArbitrageSettings, DomainError, MarketSource, Result, TradingRecord } from '../../domain/index.ts';
import type { TimerHandle } from '../../kernel/index.ts';
import type { MarketStore } from '../../market-data/index.ts';
import type { Scanner } from '../../strategies/index.ts';
import type { ArbitrageCall, ArbitrageCalls, ArbitrageView } from '../arbitrage-views.ts';
import { AccountWorthDesk } from '../trading/account-worth-desk.ts';
import { FaultGuard } from '../trading/fault-guard.ts';
import type { TradingCore } from '../trading/trading-core.ts';
import { AccountKnowledge, BorrowRates } from './account-knowledge.ts';
import { ArbDesk } from './arb-desk.ts';
import { ArbitrageCallDesk } from './arbitrage-call-desk.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { ArbitrageFold } from './arbitrage-fold.ts';
import { AutoDesk } from './auto-desk.ts';
import { buildArbitrageView } from './build-arbitrage-view.ts';
import { CarryDesk } from './carry/carry-desk.ts';
import { HaltSuspects } from './halt-suspects.ts';
import { LearningDesk } from './learning/learning-desk.ts';
import { PairHolder } from './pair-holder.ts';

const TICK_MS = 100;

export interface ArbitrageCoreParts {
  /** Built with `folds: [fold]`. */
  readonly core: TradingCore;
  readonly fold: ArbitrageFold;
  readonly store: MarketStore;
  readonly scanner: Scanner;
  readonly market: MarketSource;
}

/** The arbitrage engine over the trading core and the scanner: executor, carry rounds, learner. Driven by facts and the clock alone. */
export class ArbitrageCore {
  private readonly context: ArbitrageContext;
  private readonly fold: ArbitrageFold;
  private readonly arbs: ArbDesk;
  private readonly auto: AutoDesk;
  private readonly carry: CarryDesk;
  private readonly learning: LearningDesk;
  private readonly suspects: HaltSuspects;
  private readonly calls: ArbitrageCallDesk;
  private readonly faults: FaultGuard;
  private settingsInScanner: ArbitrageSettings | null = null;
  private timer: TimerHandle | null = null;

  constructor({ core, fold, store, scanner, market }: ArbitrageCoreParts) {
    const worth = new AccountWorthDesk(core.context);
    const { orders } = core;
    this.context = { core: core.context, orders, worth, store, scanner, state: fold.state, market };
    this.fold = fold;
    this.faults = new FaultGuard(core.context);
    this.arbs = new ArbDesk(this.context);
    core.context.holders.add(new PairHolder(this.context, this.arbs));
    this.auto = new AutoDesk(this.context, this.arbs);
    this.carry = new CarryDesk(this.context, this.arbs);
    this.learning = new LearningDesk(this.context);
    this.suspects = new HaltSuspects(this.context);
    const borrow = new BorrowRates();
    const { arbs, carry, learning } = this;
    this.calls = new ArbitrageCallDesk(this.context, { arbs, carry, learning, borrow });
    scanner.knowledge = new AccountKnowledge(this.context, borrow, learning);
    fold.onRecord = (record) => this.onRecord(record);
  }

  /** Takes up what the records left. Call once the trading core has been asked to start; each trade is acted on when its accounts are compared. */
  start(): void {
    if (this.timer !== null) return;
    this.timer = this.context.core.clock.every(TICK_MS, () => this.tick());
    this.tellScanner();
    this.arbs.start();
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = null;
    this.arbs.stop();
    this.learning.stop();
  }

  /** Grows with every record of the engine: what the view shows may be another then. */
  get changes(): number {
    return this.fold.changes;
  }

  /** True while a trade is open: it is worth more or less with the market. */
  get isMoving(): boolean {
    return this.context.state.trades.openCount > 0;
  }

  /** Returns true for names that `call` answers. */
  answers(name: string): name is ArbitrageCall {
    return this.calls.has(name);
  }

  /** Answers a call by name. Never throws. */
  call<C extends ArbitrageCall>(
    name: C,
    request: ArbitrageCalls[C]['request'],
  ): Promise<Result<ArbitrageCalls[C]['answer'], DomainError>> {
    return this.calls.answer(name, request);
  }

  view(): ArbitrageView {
    const { carry, learning, auto } = this;
    return buildArbitrageView(this.context, { carry, learning, auto });
  }

  private tick(): void {
    const nowMs = this.context.core.clock.nowMs();
    this.faults.guard('automatic arbitrage', () => {
      this.tellScanner();
      this.suspects.tick(nowMs);
      this.auto.tick(nowMs);
    });
    this.faults.guard('carry', () => this.carry.tick(nowMs));
    this.faults.guard('the arbitrage learner', () => this.learning.tick(nowMs));
  }

  /** The settings that decide what is executable are the scanner's options too. */
  private tellScanner(): void {
    const { settings } = this.context.state;
    if (settings === this.settingsInScanner) return;
    this.settingsInScanner = settings;
    const { isSpotFuturesExecutable, maxGrossBps, minRoundTripNetBps } = settings;
    Object.assign(this.context.scanner.options, { isSpotFuturesExecutable, maxGrossBps, minRoundTripNetBps });
  }

  private onRecord(record: TradingRecord): void {
    if (this.timer === null) return;
    this.suspects.onRecord(record);
    this.arbs.onRecord(record);
    this.carry.onRecord(record);
    this.learning.onRecord(record);
  }
}
