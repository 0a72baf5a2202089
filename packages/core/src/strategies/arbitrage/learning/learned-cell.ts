import { SHADOW_WEIGHT, SHADOW_WEIGHT_MAX, type Effect } from './effect.ts';

/** What is learned of every order and every pair of orders, beside the chance of a full fill. */
export const FIGURES = ['slippageBps', 'latencyCostBps', 'adverseBps', 'latencyMs'] as const;
export type Figure = (typeof FIGURES)[number];

/** Values of one order or pair; NaN where nothing is known. */
export type FigureValues = Readonly<Record<Figure, number>>;

/** What was learned counts half after this time without anything new. */
const HALF_LIFE_MS = 3 * 86_400_000;
/** Full fills are counted over about so many samples. */
const FILL_MEMORY = 120;

/** Full fills of one kind: own orders, or shadows. */
interface Fills {
  count: number;
  weight: number;
  hits: number;
}

/** Numbers of a cell as they are saved, in the order of `LearnedCell.save`. */
export type SavedCell = readonly number[];

export const NUMBERS_PER_CELL = 7 + 2 * FIGURES.length;

/** One level of what is learned: its effect on each figure, and the fills that were seen there, own ones and shadows apart. */
export class LearnedCell {
  private atMs = Number.NEGATIVE_INFINITY;
  private readonly own: Fills = { count: 0, weight: 0, hits: 0 };
  private readonly shadow: Fills = { count: 0, weight: 0, hits: 0 };
  private readonly effects: Readonly<Record<Figure, Effect>>;
  private readonly priors: FigureValues;

  /** `priors` are the variances of the effects before anything was seen. */
  constructor(priors: FigureValues, saved?: SavedCell) {
    this.priors = priors;
    const effects = {} as Record<Figure, Effect>;
    for (const figure of FIGURES) effects[figure] = { value: 0, variance: priors[figure] };
    this.effects = effects;
    if (saved?.length === NUMBERS_PER_CELL && saved.every((value) => Number.isFinite(value))) this.load(saved);
  }

  get realSamples(): number {
    return this.own.count;
  }

  get samples(): number {
    return this.own.count + this.shadow.count;
  }

  /** Returns the effect on a figure as of the newest sample, for `shareSurprise` to change. */
  effectOf(figure: Figure): Effect {
    return this.effects[figure];
  }

  /** Returns the effect on a figure at a time. */
  valueAt(figure: Figure, atMs: number): number {
    return this.effects[figure].value * fade(this.atMs, atMs);
  }

  /** Lets what was learned fade until a sample comes, and counts it. */
  count({ isFull, isShadow, atMs }: { isFull: boolean; isShadow: boolean; atMs: number }): void {
    this.fadeTo(atMs);
    const fills = isShadow ? this.shadow : this.own;
    const weight = isShadow ? SHADOW_WEIGHT : 1;
    const kept = 1 - weight / FILL_MEMORY;
    fills.count += 1;
    fills.weight = fills.weight * kept + weight;
    fills.hits = fills.hits * kept + (isFull ? weight : 0);
  }

  /** Returns the chance of a full fill at a time: what was seen, beside a prior that counts as `strength` orders. */
  fillAt(prior: number, strength: number, atMs: number): number {
    const faded = fade(this.atMs, atMs);
    const { own, shadow } = this;
    const shadowWeight = Math.min(SHADOW_WEIGHT_MAX, shadow.weight * faded);
    const shadowHits = shadow.weight === 0 ? 0 : (shadow.hits / shadow.weight) * shadowWeight;
    return (strength * prior + own.hits * faded + shadowHits) / (strength + own.weight * faded + shadowWeight);
  }

  /** Returns the cell as plain numbers. */
  save(): SavedCell {
    const { atMs, own, shadow, effects } = this;
    return [
      atMs,
      ...[own, shadow].flatMap(({ count, weight, hits }) => [count, weight, hits]),
      ...FIGURES.flatMap((figure) => [effects[figure].value, effects[figure].variance]),
    ];
  }

  private load(saved: SavedCell): void {
    const numberAt = (at: number): number => saved[at] as number;
    this.atMs = numberAt(0);
    Object.assign(this.own, { count: numberAt(1), weight: numberAt(2), hits: numberAt(3) });
    Object.assign(this.shadow, { count: numberAt(4), weight: numberAt(5), hits: numberAt(6) });
    FIGURES.forEach((figure, nth) => {
      Object.assign(this.effects[figure], { value: numberAt(7 + 2 * nth), variance: numberAt(8 + 2 * nth) });
    });
  }

  private fadeTo(atMs: number): void {
    const faded = fade(this.atMs, atMs);
    this.atMs = Math.max(this.atMs, atMs);
    if (faded === 1) return;
    for (const fills of [this.own, this.shadow]) {
      fills.weight *= faded;
      fills.hits *= faded;
    }
    for (const figure of FIGURES) {
      const effect = this.effects[figure];
      const prior = this.priors[figure];
      effect.value *= faded;
      effect.variance = prior - (prior - effect.variance) * faded;
    }
  }
}

/** Time that runs backwards makes nothing younger. */
function fade(fromMs: number, toMs: number): number {
  return fromMs === Number.NEGATIVE_INFINITY || toMs <= fromMs ? 1 : 2 ** ((fromMs - toMs) / HALF_LIFE_MS);
}
