import type { TradingRecord } from '../../../domain/index.ts';
import type { LearnedCost, Pair } from '../../../strategies/index.ts';
import type { ArbLearnerView } from '../../arbitrage-views.ts';
import type { ArbitrageContext } from '../arbitrage-context.ts';

/** What really fills: samples of own trades and of opportunities that were only watched. */
export class LearningDesk {
  private readonly context: ArbitrageContext;

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  /** Call 10 times a second. */
  tick(_nowMs: number): void {
    void this.context;
  }

  /** Hears of every record after it was folded; must append none. */
  onRecord(_record: TradingRecord): void {
    void this.context;
  }

  /** What the scanner and the plans are told; null while too little was seen, and while learning is off. */
  learned(_pair: Pair, _notionalUsd: number): LearnedCost | null {
    return null;
  }

  view(): ArbLearnerView {
    return {
      isRunning: false,
      isFrozen: false,
      samples: 0,
      realSamples: 0,
      estimates: [],
      calibration: [],
      meanErrorBps: null,
      meanLearnedErrorBps: null,
      meanAbsErrorBps: null,
      meanAbsLearnedErrorBps: null,
      lastSamples: [],
    };
  }
}
