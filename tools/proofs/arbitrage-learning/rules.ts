import { ArbLearner } from '../../../packages/core/src/strategies/arbitrage/learning/arb-learner.ts';
import type { PlantedTry } from '../../../packages/core/src/strategies/arbitrage/learning/planted-venues.fixture.ts';
import type { ArbSample } from '../../../packages/core/src/domain/index.ts';

/** A way to say beforehand what a trade costs against its planned prices, and whether it fills. */
export interface CostRule {
  readonly name: string;
  /** Cost in bps, which stands in for the latency reserve; null: the reserve it is. */
  costBps(next: PlantedTry): number | null;
  fill(next: PlantedTry): number;
  learn(sample: ArbSample, next: PlantedTry): void;
}

/** The prediction without learning: the reserve, and every order fills. */
export function noLearning(): CostRule {
  return { name: 'no learning', costBps: () => null, fill: () => 1, learn: () => undefined };
}

/** One mean over everything. */
export function oneMean(): CostRule {
  const all = new Mean();
  return {
    name: 'one mean of all',
    costBps: () => all.value,
    fill: () => all.fill,
    learn: (sample) => all.add(sample),
  };
}

/** A mean for each pair and size, no word of any other. */
export function meanPerPair(): CostRule {
  const means = new Map<string, Mean>();
  const of = ({ buy, sell, bucket }: PlantedTry): Mean => {
    const key = `${buy}>${sell}|${bucket}`;
    const known = means.get(key) ?? new Mean();
    means.set(key, known);
    return known;
  };
  return {
    name: 'mean per pair and size',
    costBps: (next) => of(next).value,
    fill: (next) => of(next).fill,
    learn: (sample, next) => of(next).add(sample),
  };
}

/** The product's learner. */
export function learned(learner = new ArbLearner()): CostRule {
  const ask = ({ buy, sell, notionalUsd }: PlantedTry) =>
    learner.estimate({ buy: { venue: buy, market: 'perp' }, sell: { venue: sell, market: 'perp' }, notionalUsd });
  return {
    name: 'the learner',
    costBps: (next) => ask(next)?.slippageBps ?? null,
    fill: (next) => ask(next)?.fillProbability ?? 1,
    learn: (sample, next) => learner.learn(sample, next.atMs),
  };
}

/** Knows what was planted. */
export function theTruth(): CostRule {
  return {
    name: 'the planted truth',
    costBps: (next) => next.trueCostBps,
    fill: (next) => next.trueFill,
    learn: () => undefined,
  };
}

class Mean {
  private sum = 0;
  private count = 0;
  private hits = 0;
  private tries = 0;

  get value(): number | null {
    return this.count === 0 ? null : this.sum / this.count;
  }

  get fill(): number {
    return this.tries === 0 ? 1 : this.hits / this.tries;
  }

  add({ predictedBps, latencyReserveBps, realisedBps }: ArbSample): void {
    this.tries += 1;
    if (realisedBps === null) return;
    this.hits += 1;
    this.count += 1;
    this.sum += predictedBps + latencyReserveBps - realisedBps;
  }
}
