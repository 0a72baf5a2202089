import {
  DEFAULT_ARBITRAGE_SETTINGS,
  type ArbitrageSettings,
  type DustEntry,
  type TradingRecord,
} from '../../domain/index.ts';
import { ArbLearner } from '../../strategies/arbitrage/learning/arb-learner.ts';
import { parseArbitrageSettings } from '../../strategies/arbitrage-execution/arbitrage-settings.ts';
import { CarryBook } from './carry/carry-book.ts';
import { DustBook } from './dust-book.ts';
import { GuardBook, type GuardSnapshot } from './guard-book.ts';
import { SpotFees, type SpotFeesSnapshot } from './spot-fees.ts';
import { TradeBook, type TradeBookSnapshot } from './trade-book.ts';

export interface ArbitrageSnapshot {
  readonly lastSeq: number;
  readonly settings: ArbitrageSettings;
  /** Absent in older checkpoints. */
  readonly learningFromMs?: number;
  readonly trades: TradeBookSnapshot;
  readonly guards: GuardSnapshot;
  readonly dust: readonly DustEntry[];
  /** Absent in older checkpoints. */
  readonly spotFees?: SpotFeesSnapshot;
  readonly carry: ReturnType<CarryBook['snapshot']>;
  readonly learner: ReturnType<ArbLearner['snapshot']>;
}

/** Everything the arbitrage engine remembers, as the fold of the trading records. */
export class ArbitrageState {
  readonly trades: TradeBook;
  readonly guards: GuardBook;
  readonly dust: DustBook;
  readonly spotFees: SpotFees;
  readonly carry: CarryBook;
  readonly learner: ArbLearner;
  private lastSeq: number;
  private settingsNow: ArbitrageSettings;
  private learningFromMs: number;

  constructor(saved?: ArbitrageSnapshot) {
    this.lastSeq = saved?.lastSeq ?? 0;
    this.settingsNow = { ...DEFAULT_ARBITRAGE_SETTINGS, ...saved?.settings };
    this.learningFromMs = saved?.learningFromMs ?? 0;
    this.trades = new TradeBook(saved?.trades);
    this.guards = new GuardBook(saved?.guards);
    this.dust = new DustBook(saved?.dust);
    this.spotFees = new SpotFees(saved?.spotFees);
    this.carry = new CarryBook(saved?.carry);
    this.learner = new ArbLearner(saved?.learner);
  }

  get settings(): ArbitrageSettings {
    return this.settingsNow;
  }

  /** Since when learning is on; 0: always. What was traded while it was off teaches nothing. */
  get learningSinceMs(): number {
    return this.learningFromMs;
  }

  /** Folds one record in; one that is in already changes nothing. */
  apply(record: TradingRecord): void {
    if (record.seq <= this.lastSeq) return;
    this.lastSeq = record.seq;
    if (record.kind === 'arb-settings') {
      const parsed = parseArbitrageSettings(record.value, this.settingsNow);
      if (parsed.ok) {
        if (parsed.value.isLearning && !this.settingsNow.isLearning) this.learningFromMs = record.atMs;
        this.settingsNow = parsed.value;
      }
    }
    this.trades.apply(record);
    this.guards.apply(record, this.settingsNow);
    this.dust.apply(record);
    this.spotFees.apply(record);
    this.carry.apply(record);
    this.learner.apply(record);
  }

  snapshot(): ArbitrageSnapshot {
    return {
      lastSeq: this.lastSeq,
      settings: this.settingsNow,
      learningFromMs: this.learningFromMs,
      trades: this.trades.snapshot(),
      guards: this.guards.snapshot(),
      dust: this.dust.list(),
      spotFees: this.spotFees.snapshot(),
      carry: this.carry.snapshot(),
      learner: this.learner.snapshot(),
    };
  }
}
