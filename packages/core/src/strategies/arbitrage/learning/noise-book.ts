import { FIGURES, type Figure } from './learned-cell.ts';

/** The noise is forgotten faster than the effects, so that it opens to a market that jumped and lets its values in. */
const MEMORY = 40;
/** A surprise counts as no more than so many spreads. */
const CLIP_SPREADS = 3;
/** Standard deviation of a normal distribution over its mean absolute deviation. */
const NORMAL_SPREAD = 1.2533;

/** How far values lie from what was expected before anything was seen, and at least: in bps and ms. */
const START: Readonly<Record<Figure, number>> = { slippageBps: 3, latencyCostBps: 3, adverseBps: 4, latencyMs: 50 };
const LEAST: Readonly<Record<Figure, number>> = {
  slippageBps: 0.2,
  latencyCostBps: 0.2,
  adverseBps: 0.2,
  latencyMs: 2,
};

/** How far the figures of one place usually lie from what is expected of them. */
export class NoiseBook {
  private readonly spreads: number[];

  constructor(places: number, saved?: readonly number[]) {
    const isWhole = saved?.length === places * FIGURES.length && saved.every((value) => value > 0);
    this.spreads = isWhole
      ? [...saved]
      : Array.from({ length: places }, () => FIGURES.map((each) => START[each])).flat();
  }

  spreadOf(place: number, figure: Figure): number {
    return this.spreads[place * FIGURES.length + FIGURES.indexOf(figure)] as number;
  }

  /** Takes by how much a value was off. */
  add(place: number, figure: Figure, surprise: number): void {
    const at = place * FIGURES.length + FIGURES.indexOf(figure);
    const spread = this.spreads[at] as number;
    const size = Math.min(CLIP_SPREADS * spread, Math.abs(surprise)) * NORMAL_SPREAD;
    this.spreads[at] = Math.max(LEAST[figure], spread + (size - spread) / MEMORY);
  }

  save(): readonly number[] {
    return [...this.spreads];
  }
}
