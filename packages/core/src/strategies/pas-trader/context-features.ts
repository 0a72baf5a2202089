import type { TriggerInput } from './trigger-facts.ts';
import type { TriggerFigures } from './trigger-figures.ts';

/** What a learner sees of a trigger, in this order. Each is about -2 to 2, and 0 when unknown. */
export const CONTEXT_FEATURES = [
  'bias',
  'size',
  'stretch',
  'pace',
  'spread',
  'imbalance',
  'volatility',
  'flow120',
  'leadIsTraded',
  'funding',
] as const;

const LIMIT = 2;

/**
 * Returns the features. Those with a sign are seen from the forced flow, so that closed longs and closed shorts look alike: `stretch` and
 * `flow120` are positive with the flow; `imbalance` and `funding` are positive when they favour who stands against it.
 */
export function contextFeatures(input: TriggerInput, figures: TriggerFigures): readonly number[] {
  const { reading, market } = input;
  const { threshold, flowSign, stretchBps, spreadBps, imbalance } = figures;
  const isLeadTraded = reading.cascade.leadVenue === market.venue;
  return [
    1,
    scaled(Math.log2(reading.windowUsd / threshold.usd)),
    scaled(stretchBps / 50),
    // 10,000 USD/s is a usual cascade: 0. Ten times as much is 1.
    scaled(Math.log10(reading.cascade.usdPerS / 1e4)),
    scaled(spreadBps / 5),
    scaled(-flowSign * imbalance * LIMIT),
    scaled(market.volatilityBps / 20),
    scaled((flowSign * reading.flow120Usd) / threshold.usd),
    isLeadTraded ? 1 : 0,
    // Longs pay a positive rate: who sells against forced buying receives it.
    scaled((flowSign * market.fundingRateFrac * 1e4) / 5),
  ];
}

/** WHY: -0 and a rest of NaN would survive neither JSON nor a comparison of two replays. */
function scaled(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(LIMIT, Math.max(-LIMIT, value)) + 0;
}
