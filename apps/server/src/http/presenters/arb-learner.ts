import type { z } from 'zod';
import type { ArbLearner } from '@riptide/contracts';
import type { ArbLearnerView } from '@riptide/core/engine';
import { known, rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';

const BPS_DIGITS = 4;

/** What is told of the agent before the engine told of it. */
const UNHEARD: ArbLearnerView = {
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

/** Returns what the arbitrage learning agent knows. */
export function presentArbLearner(view: ArbLearnerView = UNHEARD): z.input<typeof ArbLearner> {
  return {
    running: view.isRunning,
    frozen: view.isFrozen,
    samples: rounded(view.samples, 4),
    real_samples: rounded(view.realSamples, 4),
    estimates: view.estimates.map((row) => ({
      buy_exchange: row.buyVenue,
      buy_market: row.buyMarket,
      sell_exchange: row.sellVenue,
      sell_market: row.sellMarket,
      size_up_to_usd: row.sizeUpToUsd,
      samples: rounded(row.samples, 4),
      real_samples: rounded(row.realSamples, 4),
      fill_probability: roundedOrNull(row.fillProbability, 4),
      slippage_bps: roundedOrNull(row.slippageBps, BPS_DIGITS),
      latency_cost_bps: roundedOrNull(row.latencyCostBps, BPS_DIGITS),
      adverse_bps: roundedOrNull(row.adverseBps, BPS_DIGITS),
      latency_ms: roundedOrNull(row.latencyMs, 2),
    })),
    calibration: view.calibration.map((row) => ({
      from_bps: known(row.fromBps),
      to_bps: known(row.toBps),
      trades: row.trades,
      predicted_bps: rounded(row.predictedBps, BPS_DIGITS),
      learned_bps: roundedOrNull(row.learnedBps, BPS_DIGITS),
      realised_bps: rounded(row.realisedBps, BPS_DIGITS),
    })),
    mean_error_bps: roundedOrNull(view.meanErrorBps, BPS_DIGITS),
    mean_learned_error_bps: roundedOrNull(view.meanLearnedErrorBps, BPS_DIGITS),
    mean_abs_error_bps: roundedOrNull(view.meanAbsErrorBps, BPS_DIGITS),
    mean_abs_learned_error_bps: roundedOrNull(view.meanAbsLearnedErrorBps, BPS_DIGITS),
    last_samples: [...view.lastSamples]
      .sort((a, b) => b.atMs - a.atMs)
      .map((sample) => ({
        timestamp: toEpochSeconds(sample.atMs),
        execution_id: sample.arbId,
        pair_id: sample.pairId,
        symbol: sample.symbol,
        mode: sample.mode,
        notional_usd: rounded(sample.notionalUsd, 2),
        shadow: sample.isShadow,
        predicted_bps: rounded(sample.predictedBps, BPS_DIGITS),
        learned_bps: roundedOrNull(sample.learnedBps, BPS_DIGITS),
        realised_bps: roundedOrNull(sample.realisedBps, BPS_DIGITS),
      })),
  };
}
