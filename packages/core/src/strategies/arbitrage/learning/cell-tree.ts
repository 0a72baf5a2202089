import { MARKETS, SIZE_BUCKETS_USD, VENUES, type Market, type Venue } from '../../../domain/index.ts';
import { LearnedCell, NUMBERS_PER_CELL, type CellBelief, type FigureValues, type SavedCell } from './learned-cell.ts';

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

/** How many samples the belief of the level above counts for. The pair's is the sum of its two orders. */
const ROOT_STRENGTH = 4;
const PLACE_STRENGTH = 8;
const SIZED_STRENGTH = 8;
const PAIR_STRENGTH = 12;

/** What is taken for true before anything was seen: as planned, a little uncertain. The delay is the one the scanner assumes. */
const START: CellBelief = {
  fill: 0.9,
  figures: {
    slippageBps: { mean: 0, spread: 3 },
    latencyCostBps: { mean: 0, spread: 3 },
    adverseBps: { mean: 0, spread: 4 },
    latencyMs: { mean: 100, spread: 50 },
  },
};

/** Beliefs on the way to a pair and size: of its orders by level, coarse first, and of itself. */
export interface PairBeliefs {
  readonly buy: readonly [CellBelief, CellBelief, CellBelief];
  readonly sell: readonly [CellBelief, CellBelief, CellBelief];
  readonly pair: CellBelief;
}

interface Seen {
  readonly values: FigureValues;
  readonly isFull: boolean;
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
 * Cells from coarse to fine: every order; orders at a venue's market; those of a size; and pairs of a size. Each believes its level above
 * until it has evidence of its own. A pair starts from the sum of its two orders, so one that was never traded is known by its venues.
 */
export class CellTree {
  private readonly cells: (LearnedCell | null)[];

  constructor(saved: readonly (readonly [number, SavedCell])[] = []) {
    this.cells = Array.from({ length: CELLS }, () => null);
    for (const [at, numbers] of saved) {
      if (Number.isInteger(at) && at >= 0 && at < CELLS && numbers.length === NUMBERS_PER_CELL) {
        this.cells[at] = new LearnedCell(numbers);
      }
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
    const pair = Math.floor(at / BUCKETS);
    const buy = this.legBeliefs(Math.floor(pair / PLACES), at % BUCKETS, atMs);
    const sell = this.legBeliefs(pair % PLACES, at % BUCKETS, atMs);
    return { buy, sell, pair: this.believe(PAIR_AT + at, sumOf(buy[2], sell[2]), PAIR_STRENGTH, atMs) };
  }

  /** Returns what is believed of orders at a place, whatever their size. */
  placeBelief(place: LegPlace, atMs: number): CellBelief {
    return this.legBeliefs(placeAt(place), 0, atMs)[1];
  }

  /** Takes a sample into every cell on its way. */
  add(at: number, sample: TreeSample): void {
    const beliefs = this.beliefs(at, sample.atMs);
    const pair = Math.floor(at / BUCKETS);
    this.addLeg(Math.floor(pair / PLACES), at % BUCKETS, { sample, leg: sample.buy, levels: beliefs.buy });
    this.addLeg(pair % PLACES, at % BUCKETS, { sample, leg: sample.sell, levels: beliefs.sell });
    const { isShadow, atMs } = sample;
    this.cellAt(PAIR_AT + at).add(sample.pair.values, { isFull: sample.pair.isFull, isShadow, atMs }, beliefs.pair);
  }

  save(): readonly (readonly [number, SavedCell])[] {
    return this.cells.flatMap((cell, at) => (cell === null ? [] : [[at, cell.save()] as const]));
  }

  private addLeg(
    place: number,
    bucket: number,
    added: { readonly sample: TreeSample; readonly leg: Seen | null; readonly levels: PairBeliefs['buy'] },
  ): void {
    if (added.leg === null) return;
    const { isShadow, atMs } = added.sample;
    const { values, isFull } = added.leg;
    [ROOT_AT, PLACE_AT + place, SIZED_AT + place * BUCKETS + bucket].forEach((at, level) =>
      this.cellAt(at).add(values, { isFull, isShadow, atMs }, added.levels[level] as CellBelief),
    );
  }

  private legBeliefs(place: number, bucket: number, atMs: number): PairBeliefs['buy'] {
    const root = this.believe(ROOT_AT, START, ROOT_STRENGTH, atMs);
    const placed = this.believe(PLACE_AT + place, root, PLACE_STRENGTH, atMs);
    return [root, placed, this.believe(SIZED_AT + place * BUCKETS + bucket, placed, SIZED_STRENGTH, atMs)];
  }

  private believe(at: number, prior: CellBelief, strength: number, atMs: number): CellBelief {
    return this.cells[at]?.belief(prior, strength, atMs) ?? prior;
  }

  private cellAt(at: number): LearnedCell {
    const known = this.cells[at];
    if (known !== null && known !== undefined) return known;
    const cell = new LearnedCell();
    this.cells[at] = cell;
    return cell;
  }
}

/** Two orders at once: costs add up, the slower one is waited for, both must fill. */
function sumOf(buy: CellBelief, sell: CellBelief): CellBelief {
  const sum = (figure: keyof CellBelief['figures']) => ({
    mean: buy.figures[figure].mean + sell.figures[figure].mean,
    spread: Math.hypot(buy.figures[figure].spread, sell.figures[figure].spread),
  });
  const slower =
    buy.figures.latencyMs.mean > sell.figures.latencyMs.mean ? buy.figures.latencyMs : sell.figures.latencyMs;
  return {
    fill: buy.fill * sell.fill,
    figures: {
      slippageBps: sum('slippageBps'),
      latencyCostBps: sum('latencyCostBps'),
      adverseBps: sum('adverseBps'),
      latencyMs: slower,
    },
  };
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
