import type { ArbLearnerFigures } from '../../../strategies/index.ts';
import type { ArbLearnerView } from '../../arbitrage-views.ts';

/** Puts the learner's figures into the words of the screens. */
export function learnerView(figures: ArbLearnerFigures, isRunning: boolean): ArbLearnerView {
  return {
    ...figures,
    isRunning,
    estimates: figures.estimates.map(({ buy, sell, ...estimate }) => ({
      buyVenue: buy.venue,
      buyMarket: buy.market,
      sellVenue: sell.venue,
      sellMarket: sell.market,
      sizeUpToUsd: estimate.sizeUpToUsd,
      samples: estimate.samples,
      realSamples: estimate.realSamples,
      fillProbability: estimate.fillProbability,
      slippageBps: estimate.slippageBps,
      latencyCostBps: estimate.latencyCostBps,
      adverseBps: estimate.adverseBps,
      latencyMs: estimate.latencyMs,
    })),
  };
}
