import type { Clock, Log } from '../../../kernel/index.ts';
import type { OpportunityRow } from '../../../strategies/index.ts';
import type { CoreContext } from '../../trading/core-context.ts';
import type { MarketEyes } from '../../trading/market-eyes.ts';
import type { ArbitrageState } from '../arbitrage-state.ts';

/** What the learner's desks take of the arbitrage engine. */
export interface LearningContext {
  readonly core: {
    readonly clock: Clock;
    readonly log: Log;
    readonly facts: Pick<CoreContext['facts'], 'append'>;
    readonly eyes: Pick<MarketEyes, 'midPx' | 'levels' | 'bookAgeMs' | 'latencyMs'>;
  };
  readonly state: {
    readonly settings: Pick<ArbitrageState['settings'], 'isLearning' | 'protectBps'>;
    readonly learner: ArbitrageState['learner'];
    readonly trades: Pick<ArbitrageState['trades'], 'open' | 'byId' | 'finished'>;
    readonly learningSinceMs: ArbitrageState['learningSinceMs'];
  };
  readonly scanner: {
    readonly isScanning: boolean;
    rows(): readonly OpportunityRow[];
  };
}
