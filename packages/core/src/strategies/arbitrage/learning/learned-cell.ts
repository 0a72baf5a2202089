import { RobustMean, type Belief } from './robust-mean.ts';

/** What is learned of every order and every pair of orders, beside the chance of a full fill. */
export const FIGURES = ['slippageBps', 'latencyCostBps', 'adverseBps', 'latencyMs'] as const;
export type Figure = (typeof FIGURES)[number];

/** Values of one order or pair; NaN where nothing is known. */
export type FigureValues = Readonly<Record<Figure, number>>;

/** What is believed of a cell. */
export interface CellBelief {
  readonly fill: number;
  readonly figures: Readonly<Record<Figure, Belief>>;
}

/** How much one shadow counts against one own fill: it moves no market, meets no rival, and only guesses its delay. */
export const SHADOW_WEIGHT = 0.2;
/** All shadows of a cell together count at most as so many own fills. */
export const SHADOW_WEIGHT_MAX = 20;
/** What was learned counts half after this time without anything new. */
const HALF_LIFE_MS = 3 * 86_400_000;
/** Full fills are counted over as many samples as the means remember. */
const FILL_MEMORY = 120;

/** Evidence of one kind: own fills, or shadows. */
interface Evidence {
  count: number;
  fillWeight: number;
  fillHits: number;
  readonly figures: Readonly<Record<Figure, RobustMean>>;
}

/** Numbers of a cell as they are saved, in the order of `Cell.save`. */
export type SavedCell = readonly number[];

const NUMBERS_PER_EVIDENCE = 3 + 3 * FIGURES.length;
export const NUMBERS_PER_CELL = 1 + 2 * NUMBERS_PER_EVIDENCE;

/** One venue, one venue and size, or one pair and size: what was seen there, own fills and shadows apart. */
export class LearnedCell {
  private atMs = Number.NEGATIVE_INFINITY;
  private readonly own = newEvidence();
  private readonly shadow = newEvidence();

  constructor(saved?: SavedCell) {
    if (saved?.length !== NUMBERS_PER_CELL || !saved.every((value) => Number.isFinite(value))) return;
    this.atMs = saved[0] as number;
    load(this.own, saved, 1);
    load(this.shadow, saved, 1 + NUMBERS_PER_EVIDENCE);
  }

  get realSamples(): number {
    return this.own.count;
  }

  get samples(): number {
    return this.own.count + this.shadow.count;
  }

  /** Takes one sample. `believed` is what was believed of the cell before it. */
  add(
    values: FigureValues,
    { isFull, isShadow, atMs }: { isFull: boolean; isShadow: boolean; atMs: number },
    believed: CellBelief,
  ): void {
    this.fadeTo(atMs);
    const evidence = isShadow ? this.shadow : this.own;
    const weight = isShadow ? SHADOW_WEIGHT : 1;
    evidence.count += 1;
    const kept = 1 - weight / FILL_MEMORY;
    evidence.fillWeight = evidence.fillWeight * kept + weight;
    evidence.fillHits = evidence.fillHits * kept + (isFull ? weight : 0);
    for (const figure of FIGURES) evidence.figures[figure].add(values[figure], weight, believed.figures[figure]);
  }

  /** Returns what to believe of the cell at a time: its own evidence beside the prior, which counts as `strength` samples. */
  belief(prior: CellBelief, strength: number, atMs: number): CellBelief {
    const faded = fade(this.atMs, atMs);
    const { own, shadow } = this;
    const ownWeight = own.fillWeight * faded;
    const shadowScale = scaleOf(shadow.fillWeight * faded);
    const shadowWeight = shadow.fillWeight * faded * shadowScale;
    const hits = own.fillHits * faded + shadow.fillHits * faded * shadowScale;
    const figures = {} as Record<Figure, Belief>;
    for (const figure of FIGURES) {
      figures[figure] = blend(prior.figures[figure], strength, own.figures[figure], shadow.figures[figure], faded);
    }
    return { fill: (strength * prior.fill + hits) / (strength + ownWeight + shadowWeight), figures };
  }

  /** Returns the cell as plain numbers. */
  save(): SavedCell {
    return [this.atMs, ...numbersOf(this.own), ...numbersOf(this.shadow)];
  }

  private fadeTo(atMs: number): void {
    const faded = fade(this.atMs, atMs);
    this.atMs = Math.max(this.atMs, atMs);
    if (faded === 1) return;
    for (const evidence of [this.own, this.shadow]) {
      evidence.fillWeight *= faded;
      evidence.fillHits *= faded;
      for (const figure of FIGURES) evidence.figures[figure].weight *= faded;
    }
  }
}

function blend(prior: Belief, strength: number, own: RobustMean, shadow: RobustMean, faded: number): Belief {
  const ownWeight = own.weight * faded;
  const shadowWeight = Math.min(SHADOW_WEIGHT_MAX, shadow.weight * faded);
  const total = strength + ownWeight + shadowWeight;
  return {
    mean: (strength * prior.mean + ownWeight * own.mean + shadowWeight * shadow.mean) / total,
    spread: (strength * prior.spread + ownWeight * own.spread + shadowWeight * shadow.spread) / total,
  };
}

function scaleOf(shadowWeight: number): number {
  return shadowWeight > SHADOW_WEIGHT_MAX ? SHADOW_WEIGHT_MAX / shadowWeight : 1;
}

/** Time that runs backwards makes nothing younger. */
function fade(fromMs: number, toMs: number): number {
  return fromMs === Number.NEGATIVE_INFINITY || toMs <= fromMs ? 1 : 2 ** ((fromMs - toMs) / HALF_LIFE_MS);
}

function newEvidence(): Evidence {
  const figures = {} as Record<Figure, RobustMean>;
  for (const figure of FIGURES) figures[figure] = new RobustMean();
  return { count: 0, fillWeight: 0, fillHits: 0, figures };
}

function numbersOf({ count, fillWeight, fillHits, figures }: Evidence): number[] {
  return [
    count,
    fillWeight,
    fillHits,
    ...FIGURES.flatMap((figure) => {
      const { weight, mean, spread } = figures[figure];
      return [weight, mean, spread];
    }),
  ];
}

function load(evidence: Evidence, saved: SavedCell, from: number): void {
  const [count = 0, fillWeight = 0, fillHits = 0] = saved.slice(from, from + 3);
  Object.assign(evidence, { count, fillWeight, fillHits });
  FIGURES.forEach((figure, nth) => {
    const [weight = 0, mean = 0, spread = 0] = saved.slice(from + 3 + 3 * nth, from + 6 + 3 * nth);
    Object.assign(evidence.figures[figure], { weight, mean, spread });
  });
}
