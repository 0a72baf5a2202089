import type { ArbSample, LegSample, TradingRecord } from '../../../domain/index.ts';
import {
  calibrate,
  predictionErrors,
  type CalibrationClass,
  type Outcome,
  type PredictionErrors,
} from './calibration.ts';
import {
  CellTree,
  PAIR_CELLS,
  pairAt,
  pairOf,
  type CellBelief,
  type LegPlace,
  type PairBeliefs,
  type SavedTree,
} from './cell-tree.ts';
import { WildShare } from './wild-share.ts';
import type { FigureValues } from './learned-cell.ts';

/** Less than this says nothing yet. */
const SAMPLES_MIN = 5;
/** Newest trades by which predictions are judged, and samples that are shown. */
const OUTCOMES_MAX = 500;
const LAST_SAMPLES_MAX = 30;
/** Own trades that are known to have taught: more than are ever looked at again. */
const TAUGHT_MAX = 2_000;
/** An order that got this share of its quantity counts as full: the rest is under a step. */
const FULL_FRAC = 0.999;
/** A chance below this is not divided by. */
const FILL_MIN = 0.1;

/** A pair and size that is asked about. */
export interface PairQuestion {
  readonly buy: LegPlace;
  readonly sell: LegPlace;
  readonly notionalUsd: number;
}

/** What is expected of a pair and size. */
export interface ArbEstimate {
  /**
   * Stands in for the latency reserve: `slippageBps`, and what a leg that is left alone may cost. With it
   * `fillProbability * (gross - fees - costBps)` is the worth of a try.
   */
  readonly costBps: number;
  /** Both orders full within their limits. */
  readonly fillProbability: number;
  /** Of this pair and size itself; 0 when it is known by its venues only. */
  readonly samples: number;
  readonly realSamples: number;
  /** What trades that fill lose against their planned prices, both orders together, moves until the fills and repairs included. */
  readonly slippageBps: number;
  /** The part of it that the markets moved between decision and fill. */
  readonly latencyCostBps: number;
  readonly adverseBps: number;
  readonly latencyMs: number;
}

/** One row for the screens. */
export interface PairEstimate extends ArbEstimate {
  readonly buy: LegPlace;
  readonly sell: LegPlace;
  readonly sizeUpToUsd: number;
}

export type KeptSample = ArbSample & { readonly atMs: number };

export interface ArbLearnerFigures extends PredictionErrors {
  readonly isFrozen: boolean;
  readonly samples: number;
  readonly realSamples: number;
  /** Pairs and sizes with samples, most first. */
  readonly estimates: readonly PairEstimate[];
  readonly calibration: readonly CalibrationClass[];
  /** Newest first. */
  readonly lastSamples: readonly KeptSample[];
}

export interface ArbLearnerSnapshot {
  readonly version: 1;
  readonly isFrozen: boolean;
  readonly samples: number;
  readonly realSamples: number;
  /** null before the first sample. */
  readonly atMs: number | null;
  readonly tree: SavedTree;
  readonly wild: readonly [weight: number, sumBps: number];
  readonly outcomes: readonly (readonly [number, number | null, number])[];
  readonly lastSamples: readonly KeptSample[];
  /** Ids of own trades that have taught, the newest. Absent in checkpoints of before. */
  readonly taught?: readonly string[];
}

/**
 * Learns what arbitrage orders really get: by pair of venues and markets and by size, shrunk towards the two venues, and these towards
 * all. A fold of the records: the same records give the same estimates, to the last digit.
 */
export class ArbLearner {
  private tree: CellTree;
  private wild: WildShare;
  private isStill: boolean;
  private sampleCount: number;
  private realCount: number;
  private atMs: number;
  private outcomes: Outcome[];
  private lastSamples: KeptSample[];
  /** Own trades that have taught: each teaches once, and not anew after a reset. */
  private readonly taught: Set<string>;
  /** Estimates as of the newest sample; the scanner asks for the same ones over and over. */
  private readonly known = new Map<number, ArbEstimate>();

  constructor(saved?: ArbLearnerSnapshot | null) {
    const from = saved?.version === 1 ? saved : null;
    this.tree = new CellTree(from?.tree);
    this.wild = new WildShare(from?.wild);
    this.isStill = from?.isFrozen ?? false;
    this.sampleCount = from?.samples ?? 0;
    this.realCount = from?.realSamples ?? 0;
    this.atMs = from?.atMs ?? Number.NEGATIVE_INFINITY;
    this.outcomes = (from?.outcomes ?? []).map(([predictedBps, learnedBps, realisedBps]) => ({
      predictedBps,
      learnedBps,
      realisedBps,
    }));
    this.lastSamples = [...(from?.lastSamples ?? [])];
    this.taught = new Set(from?.taught);
  }

  /** Returns true once an own trade has taught. */
  hasTaught(arbId: string): boolean {
    return this.taught.has(arbId);
  }

  get isFrozen(): boolean {
    return this.isStill;
  }

  /** Folds a record in; of an own trade the first sample alone. */
  apply(record: TradingRecord): void {
    if (record.kind === 'arb-sample') {
      if (this.isNew(record.sample)) this.learn(record.sample, record.atMs);
    } else if (record.kind === 'arb-learner') {
      if (record.change === 'reset') this.reset();
      else this.isStill = record.change === 'freeze';
    }
  }

  /** Takes a sample. While frozen, and of trades with a resting order, only the comparison of prediction and result goes on. */
  learn(sample: ArbSample, atMs: number): void {
    this.keep(sample, atMs);
    if (this.isStill || sample.sequencing === 'maker-taker') return;
    this.known.clear();
    this.atMs = Math.max(this.atMs, atMs);
    this.sampleCount += 1;
    if (!sample.isShadow) this.realCount += 1;
    const { legs, isShadow, latencyReserveBps } = sample;
    const [buy, sell] = legs[0].side === 'BUY' ? legs : [legs[1], legs[0]];
    const buyValues = valuesOf(buy, isShadow);
    const sellValues = valuesOf(sell, isShadow);
    const realisedSlippageBps =
      sample.realisedBps === null
        ? buyValues.slippageBps + sellValues.slippageBps
        : sample.predictedBps + latencyReserveBps - sample.realisedBps;
    const cutBps = this.tree.add(pairAt(buy, sell, sample.notionalUsd), {
      buy: buy.filledFrac === null ? null : { values: buyValues, isFull: isFull(buy) },
      sell: sell.filledFrac === null ? null : { values: sellValues, isFull: isFull(sell) },
      pair: {
        values: {
          slippageBps: realisedSlippageBps,
          latencyCostBps: buyValues.latencyCostBps + sellValues.latencyCostBps,
          adverseBps: buyValues.adverseBps + sellValues.adverseBps,
          latencyMs: Math.max(buyValues.latencyMs, sellValues.latencyMs),
        },
        isFull: isFull(buy) && isFull(sell),
      },
      isShadow,
      atMs,
    });
    if (!isShadow && isFull(buy) && isFull(sell)) this.wild.add(cutBps);
  }

  /** Forgets everything but whether it is frozen, and which trades have taught. */
  reset(): void {
    this.tree = new CellTree();
    this.wild = new WildShare();
    this.known.clear();
    this.sampleCount = 0;
    this.realCount = 0;
    this.atMs = Number.NEGATIVE_INFINITY;
    this.outcomes = [];
    this.lastSamples = [];
  }

  /** Returns what to expect of a pair and size; null while less than five samples were seen in all. */
  estimate({ buy, sell, notionalUsd }: PairQuestion): ArbEstimate | null {
    return this.sampleCount < SAMPLES_MIN ? null : this.estimateAt(pairAt(buy, sell, notionalUsd));
  }

  /** Returns how long a venue's word usually takes, in ms; null with less than five own orders there. */
  latencyMs(place: LegPlace): number | null {
    if (this.tree.realSamplesAt(place) < SAMPLES_MIN) return null;
    return this.tree.latencyMs(place, this.atMs);
  }

  figures(): ArbLearnerFigures {
    const estimates: PairEstimate[] = [];
    for (let at = 0; at < PAIR_CELLS; at += 1) {
      if (this.tree.pairCell(at) !== null) estimates.push({ ...pairOf(at), ...this.estimateAt(at) });
    }
    estimates.sort((a, b) => b.samples - a.samples);
    return {
      isFrozen: this.isStill,
      samples: this.sampleCount,
      realSamples: this.realCount,
      estimates,
      calibration: calibrate(this.outcomes),
      ...predictionErrors(this.outcomes),
      lastSamples: this.lastSamples.toReversed(),
    };
  }

  /** Bounded: at most 369 cells, 500 results and 30 samples. */
  snapshot(): ArbLearnerSnapshot {
    return {
      version: 1,
      isFrozen: this.isStill,
      samples: this.sampleCount,
      realSamples: this.realCount,
      atMs: Number.isFinite(this.atMs) ? this.atMs : null,
      tree: this.tree.save(),
      wild: this.wild.save(),
      outcomes: this.outcomes.map(({ predictedBps, learnedBps, realisedBps }) => [
        predictedBps,
        learnedBps,
        realisedBps,
      ]),
      lastSamples: [...this.lastSamples],
      taught: [...this.taught],
    };
  }

  private isNew({ arbId }: ArbSample): boolean {
    if (arbId === null) return true;
    if (this.taught.has(arbId)) return false;
    this.taught.add(arbId);
    const oldest = this.taught.keys().next();
    if (this.taught.size > TAUGHT_MAX && oldest.done !== true) this.taught.delete(oldest.value);
    return true;
  }

  private estimateAt(at: number): ArbEstimate {
    const known = this.known.get(at);
    if (known !== undefined) return known;
    const beliefs = this.tree.beliefs(at, this.atMs);
    const cell = this.tree.pairCell(at);
    const { fill, figures } = beliefs.pair;
    const slippageBps = figures.slippageBps.mean + this.wild.meanBps;
    const estimate: ArbEstimate = {
      costBps: slippageBps + ((1 - fill) / Math.max(FILL_MIN, fill)) * loneLegBps(beliefs),
      fillProbability: fill,
      samples: cell?.samples ?? 0,
      realSamples: cell?.realSamples ?? 0,
      slippageBps,
      latencyCostBps: figures.latencyCostBps.mean,
      adverseBps: figures.adverseBps.mean,
      latencyMs: figures.latencyMs.mean,
    };
    this.known.set(at, estimate);
    return estimate;
  }

  private keep(sample: ArbSample, atMs: number): void {
    this.lastSamples.push({ ...sample, atMs });
    if (this.lastSamples.length > LAST_SAMPLES_MAX) this.lastSamples.shift();
    const { predictedBps, learnedBps, realisedBps } = sample;
    if (sample.isShadow || realisedBps === null || !Number.isFinite(predictedBps)) return;
    this.outcomes.push({ predictedBps, learnedBps, realisedBps });
    if (this.outcomes.length > OUTCOMES_MAX) this.outcomes.shift();
  }
}

/** A leg left alone is closed when its market has usually gone one spread worse than in the mean. */
function loneLegBps({ buy, sell }: PairBeliefs): number {
  const worse = ({ figures: { adverseBps } }: CellBelief): number => adverseBps.mean + adverseBps.spread;
  return Math.max(0, worse(buy), worse(sell));
}

function valuesOf(leg: LegSample, isShadow: boolean): FigureValues {
  return {
    slippageBps: leg.slippageBps ?? Number.NaN,
    latencyCostBps: leg.latencyCostBps ?? Number.NaN,
    adverseBps: leg.adverseBps ?? Number.NaN,
    // WHY: a shadow's delay is what was believed before; believing it again would be a circle.
    latencyMs: isShadow ? Number.NaN : (leg.latencyMs ?? Number.NaN),
  };
}

function isFull({ filledFrac }: LegSample): boolean {
  return filledFrac !== null && filledFrac >= FULL_FRAC;
}
