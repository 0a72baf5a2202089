import type { ArbSample } from '../../../packages/core/src/domain/index.ts';
import { calibrate } from '../../../packages/core/src/strategies/arbitrage/learning/calibration.ts';
import {
  PlantedVenues,
  type PlantedOptions,
} from '../../../packages/core/src/strategies/arbitrage/learning/planted-venues.fixture.ts';
import type { CostRule } from './rules.ts';

/** One executed trade as a rule had predicted it. */
export interface Judged {
  readonly predictedBps: number;
  readonly realisedBps: number;
}

/** What a rule said over a course of trades, before each of them. */
export interface Course {
  readonly rule: string;
  /** Trades of which both legs filled, in order. */
  readonly trades: readonly Judged[];
  /** Of every try: what was said of the fill, and whether it came. */
  readonly fills: readonly { readonly said: number; readonly came: boolean }[];
}

/** Plays `trades` executed arbitrages on planted venues; every rule predicts each of them before any hears of it. */
export function playMarket(rules: readonly CostRule[], trades: number, options: PlantedOptions): readonly Course[] {
  const venues = new PlantedVenues(options);
  const courses = rules.map(({ name }) => ({
    rule: name,
    trades: [] as Judged[],
    fills: [] as Course['fills'][number][],
  }));
  for (let executed = 0; executed < trades;) {
    const next = venues.next();
    const said = rules.map((rule) => ({ costBps: rule.costBps(next), fill: rule.fill(next) }));
    const sample: ArbSample = next.play(null);
    const { realisedBps, predictedBps, latencyReserveBps } = sample;
    rules.forEach((rule, at) => {
      const { costBps, fill } = said[at] as (typeof said)[number];
      courses[at]?.fills.push({ said: fill, came: realisedBps !== null });
      if (realisedBps !== null) {
        const withRule = costBps === null ? predictedBps : predictedBps + latencyReserveBps - costBps;
        courses[at]?.trades.push({ predictedBps: withRule, realisedBps });
      }
      rule.learn(sample, next);
    });
    if (realisedBps !== null) executed += 1;
  }
  return courses;
}

/** How well trades were predicted. */
export interface Score {
  readonly meanErrorBps: number;
  readonly meanAbsErrorBps: number;
  /** Mean gap between prediction and result over classes of the prediction, weighted by their trades. */
  readonly calibrationBps: number;
}

/** Returns the score of predictions against results. */
export function scoreOf(trades: readonly Judged[]): Score {
  const errors = trades.map(({ realisedBps, predictedBps }) => realisedBps - predictedBps);
  const classes = calibrate(trades.map((trade) => ({ ...trade, learnedBps: null })));
  return {
    meanErrorBps: meanOf(errors),
    meanAbsErrorBps: meanOf(errors.map(Math.abs)),
    calibrationBps:
      classes.reduce((sum, each) => sum + each.trades * Math.abs(each.realisedBps - each.predictedBps), 0) /
      trades.length,
  };
}

/** Returns the Brier score of fills: mean squared distance of what was said from 0 or 1. */
export function brierOf(fills: Course['fills']): number {
  return meanOf(fills.map(({ said, came }) => (said - (came ? 1 : 0)) ** 2));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
