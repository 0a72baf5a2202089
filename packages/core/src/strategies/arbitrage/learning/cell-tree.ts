import { MARKETS, SIZE_BUCKETS_USD, VENUES, type Market, type Venue } from '../../../domain/index.ts';
import { shareSurprise, type Belief } from './effect.ts';
import {
  FIGURES,
  LearnedCell,
  NUMBERS_PER_CELL,
  type Figure,
  type FigureValues,
  type SavedCell,
} from './learned-cell.ts';
import { NoiseBook } from './noise-book.ts';

/** Where an order goes. */
export interface LegPlace {
  readonly venue: Venue;
  readonly market: Market;
}

const PLACES = VENUES.length * MARKETS.length;
const BUCKETS = SIZE_BUCKETS_USD.length;
const ROOT_AT = 0;
const PLACE_AT = 1;
const SIZED_AT = PLACE_AT + PLACES;
const PAIR_AT = SIZED_AT + PLACES * BUCKETS;
const CELLS = PAIR_AT + PLACES * PLACES * BUCKETS;

/** How many orders the chance of a fill of the level above counts for. The pair's is the product of its two orders. */
const FILL_STRENGTH = 8;
const PAIR_FILL_STRENGTH = 12;

/** What is taken for true before anything was seen: as planned; the delay is the one the scanner assumes. */
const START_FILL = 0.9;
const START: FigureValues = { slippageBps: 0, latencyCostBps: 0, adverseBps: 0, latencyMs: 100 };

/** Variances of what each level adds, in bps and ms: venues differ most, pairs least from the sum of their two orders. */
const ROOT_PRIOR = priorsOf(3, 60);
const PLACE_PRIOR = priorsOf(2, 60);
const SIZED_PRIOR = priorsOf(1.5, 20);
const PAIR_PRIOR = priorsOf(1, 10);

/** What is believed of orders of a kind, or of pairs of them. */
export interface CellBelief {
  readonly fill: number;
  readonly figures: Readonly<Record<Figure, Belief>>;
}

/** What is believed of a pair and of its two orders. */
export interface PairBeliefs {
  readonly buy: CellBelief;
  readonly sell: CellBelief;
  readonly pair: CellBelief;
}

interface Seen {
  readonly values: FigureValues;
  readonly isFull: boolean;
}

/** The tree as plain numbers. */
export interface SavedTree {
  readonly cells: readonly (readonly [number, SavedCell])[];
  readonly noise: readonly number[];
}

/** One sample cut for the tree. */
export interface TreeSample {
  /** null for an order that was never sent. */
  readonly buy: Seen | null;
  readonly sell: Seen | null;
  readonly pair: Seen;
  readonly isShadow: boolean;
  readonly atMs: number;
}

/** Returns the dense index of a pair of places and a size. */
export function pairAt(buy: LegPlace, sell: LegPlace, notionalUsd: number): number {
  return (placeAt(buy) * PLACES + placeAt(sell)) * BUCKETS + bucketAt(notionalUsd);
}

/** How many pairs and sizes there are. */
export const PAIR_CELLS = PLACES * PLACES * BUCKETS;

/** Returns what stands at a dense index of `pairAt`. */
export function pairOf(at: number): { readonly buy: LegPlace; readonly sell: LegPlace; readonly sizeUpToUsd: number } {
  const pair = Math.floor(at / BUCKETS);
  return {
    buy: placeOf(Math.floor(pair / PLACES)),
    sell: placeOf(pair % PLACES),
    sizeUpToUsd: SIZE_BUCKETS_USD[at % BUCKETS] as number,
  };
}

/**
 * Cells from coarse to fine: every order; orders at a venue's market; those of a size; and pairs of a size. Each adds its effect to the
 * level above. A pair starts from the sum of its two orders, so one that was never traded is known by its venues.
 */
export class CellTree {
  private readonly cells: (LearnedCell | null)[];
  private readonly noise: NoiseBook;

  constructor(saved?: SavedTree) {
    this.cells = Array.from({ length: CELLS }, () => null);
    this.noise = new NoiseBook(PLACES, saved?.noise);
    for (const [at, numbers] of saved?.cells ?? []) {
      const isOne = Number.isInteger(at) && at >= 0 && at < CELLS && numbers.length === NUMBERS_PER_CELL;
      if (isOne) this.cells[at] = new LearnedCell(priorAt(at), numbers);
    }
  }

  /** Returns the cell of a dense pair index; null before its first sample. */
  pairCell(at: number): LearnedCell | null {
    return this.cells[PAIR_AT + at] ?? null;
  }

  realSamplesAt(place: LegPlace): number {
    return this.cells[PLACE_AT + placeAt(place)]?.realSamples ?? 0;
  }

  /** Returns what is believed of a dense pair index at a time. */
  beliefs(at: number, atMs: number): PairBeliefs {
    const [buyPlace, sellPlace, bucket] = partsOf(at);
    const buy = this.legBelief(buyPlace, bucket, atMs);
    const sell = this.legBelief(sellPlace, bucket, atMs);
    return { buy, sell, pair: this.pairBelief(at, { buy, sell }, atMs) };
  }

  /** Returns the delay of orders at a place, whatever their size. */
  latencyMs(place: LegPlace, atMs: number): number {
    const path = [ROOT_AT, PLACE_AT + placeAt(place)];
    return path.reduce((sum, at) => sum + (this.cells[at]?.valueAt('latencyMs', atMs) ?? 0), START.latencyMs);
  }

  /** Takes a sample into every cell on its way. Returns what was cut off the slippage of the pair, in bps. */
  add(at: number, sample: TreeSample): number {
    const { atMs, isShadow } = sample;
    const [buyPlace, sellPlace, bucket] = partsOf(at);
    const before = this.beliefs(at, atMs);
    this.addLeg(buyPlace, bucket, { sample, leg: sample.buy, believed: before.buy });
    this.addLeg(sellPlace, bucket, { sample, leg: sample.sell, believed: before.sell });
    const cell = this.cellAt(PAIR_AT + at);
    // WHY: what the two orders explain by now is no surprise any more, or it would be learned twice.
    const now = this.beliefs(at, atMs);
    cell.count({ isFull: sample.pair.isFull, isShadow, atMs });
    let cutBps = 0;
    for (const figure of FIGURES) {
      const value = sample.pair.values[figure];
      if (!Number.isFinite(value)) continue;
      const cut = shareSurprise([cell.effectOf(figure)], { value, expected: now.pair.figures[figure], isShadow });
      if (figure === 'slippageBps') cutBps = cut;
    }
    return cutBps;
  }

  save(): SavedTree {
    return {
      cells: this.cells.flatMap((cell, at) => (cell === null ? [] : [[at, cell.save()] as const])),
      noise: this.noise.save(),
    };
  }

  private addLeg(
    place: number,
    bucket: number,
    added: { readonly sample: TreeSample; readonly leg: Seen | null; readonly believed: CellBelief },
  ): void {
    const { sample, leg, believed } = added;
    if (leg === null) return;
    const { isShadow, atMs } = sample;
    const cells = legPath(place, bucket).map((at) => this.cellAt(at));
    for (const cell of cells) cell.count({ isFull: leg.isFull, isShadow, atMs });
    for (const figure of FIGURES) {
      const value = leg.values[figure];
      if (!Number.isFinite(value)) continue;
      const expected = believed.figures[figure];
      shareSurprise(
        cells.map((cell) => cell.effectOf(figure)),
        { value, expected, isShadow },
      );
      this.noise.add(place, figure, value - expected.mean);
    }
  }

  private legBelief(place: number, bucket: number, atMs: number): CellBelief {
    const cells = legPath(place, bucket).map((at) => this.cells[at] ?? null);
    const fill = cells.reduce((prior, cell) => cell?.fillAt(prior, FILL_STRENGTH, atMs) ?? prior, START_FILL);
    const figures = {} as Record<Figure, Belief>;
    for (const figure of FIGURES) {
      const mean = cells.reduce((sum, cell) => sum + (cell?.valueAt(figure, atMs) ?? 0), START[figure]);
      figures[figure] = { mean, spread: this.noise.spreadOf(place, figure) };
    }
    return { fill, figures };
  }

  /** Two orders at once: costs add up, the slower one is waited for, both must fill. */
  private pairBelief(at: number, { buy, sell }: Omit<PairBeliefs, 'pair'>, atMs: number): CellBelief {
    const cell = this.pairCell(at);
    const prior = buy.fill * sell.fill;
    const figures = {} as Record<Figure, Belief>;
    for (const figure of FIGURES) {
      const [one, other] = [buy.figures[figure], sell.figures[figure]];
      const both = figure === 'latencyMs' ? Math.max(one.mean, other.mean) : one.mean + other.mean;
      const mean = both + (cell?.valueAt(figure, atMs) ?? 0);
      figures[figure] = { mean, spread: Math.hypot(one.spread, other.spread) };
    }
    return { fill: cell?.fillAt(prior, PAIR_FILL_STRENGTH, atMs) ?? prior, figures };
  }

  private cellAt(at: number): LearnedCell {
    const known = this.cells[at];
    if (known !== null && known !== undefined) return known;
    const cell = new LearnedCell(priorAt(at));
    this.cells[at] = cell;
    return cell;
  }
}

function legPath(place: number, bucket: number): readonly [number, number, number] {
  return [ROOT_AT, PLACE_AT + place, SIZED_AT + place * BUCKETS + bucket];
}

function partsOf(at: number): readonly [buyPlace: number, sellPlace: number, bucket: number] {
  const pair = Math.floor(at / BUCKETS);
  return [Math.floor(pair / PLACES), pair % PLACES, at % BUCKETS];
}

function priorAt(at: number): FigureValues {
  if (at === ROOT_AT) return ROOT_PRIOR;
  if (at < SIZED_AT) return PLACE_PRIOR;
  return at < PAIR_AT ? SIZED_PRIOR : PAIR_PRIOR;
}

function priorsOf(spreadBps: number, spreadMs: number): FigureValues {
  const variance = spreadBps ** 2;
  return { slippageBps: variance, latencyCostBps: variance, adverseBps: variance, latencyMs: spreadMs ** 2 };
}

function placeAt({ venue, market }: LegPlace): number {
  const at = VENUES.indexOf(venue) * MARKETS.length + MARKETS.indexOf(market);
  if (!VENUES.includes(venue) || !MARKETS.includes(market)) throw new Error(`Invariant: no place ${venue} ${market}`);
  return at;
}

function placeOf(at: number): LegPlace {
  return {
    venue: VENUES[Math.floor(at / MARKETS.length)] as Venue,
    market: MARKETS[at % MARKETS.length] as Market,
  };
}

function bucketAt(notionalUsd: number): number {
  const at = SIZE_BUCKETS_USD.findIndex((upToUsd) => notionalUsd <= upToUsd);
  return at === -1 ? BUCKETS - 1 : at;
}
