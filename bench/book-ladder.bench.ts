import { seededRandom, type Random } from '@riptide/core/kernel';
import { BookLadder } from '@riptide/core/market-data';
import { printResult, sideBySide, type Candidate } from './harness.ts';

/**
 * One side of a book: our ladder against ccxt's OrderBookSide, a sorted pair of typed arrays and a Map that looks for
 * its best when it needs it. Same changes for all; equality of every best and of the final books is checked first.
 */

/** What every candidate can do; a side of bids. */
interface Side {
  /** Applies one change. Takes it by index: a size handed over at a call site of all candidates would be boxed. */
  change(changes: Changes, at: number): void;
  best(): number;
  levels(): number[][];
}

interface Changes {
  readonly ticks: Int32Array;
  readonly qty: Float64Array;
}

/** Levels of one message; the best is read after each. */
const FRAME = 16;
const FRAMES = 30_000;
const PRELOAD = 400;

class LadderSide implements Side {
  readonly ladder = new BookLadder('bid');
  change({ ticks, qty }: Changes, at: number): void {
    this.ladder.set(ticks[at] as number, qty[at] as number);
  }
  best(): number {
    return this.ladder.bestTicks;
  }
  levels(): number[][] {
    const ticks = new Int32Array(8192);
    const qty = new Float64Array(8192);
    const count = this.ladder.read(8192, ticks, qty);
    return Array.from({ length: count }, (_, at) => [ticks[at] as number, qty[at] as number]);
  }
}

/** Keys ascending, so that changes near the best move little. */
class SortedSide implements Side {
  private readonly keys = new Int32Array(8192);
  private readonly sizes = new Float64Array(8192);
  private count = 0;
  change(changes: Changes, at: number): void {
    const ticks = changes.ticks[at] as number;
    const qty = changes.qty[at] as number;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle] as number) < ticks) low = middle + 1;
      else high = middle;
    }
    const isThere = low < this.count && this.keys[low] === ticks;
    if (isThere && qty !== 0) this.sizes[low] = qty;
    else if (isThere) this.move(low, low + 1, -1);
    else if (qty !== 0) {
      this.move(low + 1, low, 1);
      this.keys[low] = ticks;
      this.sizes[low] = qty;
    }
  }
  best(): number {
    return this.keys[this.count - 1] as number;
  }
  levels(): number[][] {
    return Array.from({ length: this.count }, (_, at) => [
      this.keys[this.count - 1 - at] as number,
      this.sizes[this.count - 1 - at] as number,
    ]);
  }
  private move(to: number, from: number, by: 1 | -1): void {
    this.keys.copyWithin(to, from, this.count);
    this.sizes.copyWithin(to, from, this.count);
    this.count += by;
  }
}

class MapSide implements Side {
  private readonly sizes = new Map<number, number>();
  private bestTicks = Number.NEGATIVE_INFINITY;
  change(changes: Changes, at: number): void {
    const ticks = changes.ticks[at] as number;
    const qty = changes.qty[at] as number;
    if (qty !== 0) {
      this.sizes.set(ticks, qty);
      if (ticks > this.bestTicks) this.bestTicks = ticks;
    } else if (this.sizes.delete(ticks) && ticks === this.bestTicks) this.bestTicks = Math.max(...this.sizes.keys());
  }
  best(): number {
    return this.bestTicks;
  }
  levels(): number[][] {
    return [...this.sizes].sort((a, b) => b[0] - a[0]);
  }
}

interface CcxtBids extends Array<number[]> {
  storeArray(delta: number[]): void;
}
const ccxtSides = (await import(
  new URL('../node_modules/ccxt/js/src/base/ws/OrderBookSide.js', import.meta.url).href
)) as { readonly Bids: new () => CcxtBids };

class CcxtSide implements Side {
  private readonly bids = new ccxtSides.Bids();
  change({ ticks, qty }: Changes, at: number): void {
    // ccxt keeps the very array it is given, so every level comes in one of its own.
    this.bids.storeArray([ticks[at] as number, qty[at] as number]);
  }
  best(): number {
    return this.bids[0]?.[0] ?? Number.NaN;
  }
  levels(): number[][] {
    return this.bids.map(([ticks, qty]) => [ticks as number, qty as number]);
  }
}

/**
 * Makes changes like those of a busy perpetual: most within 100 ticks of a wandering best, a tenth up to 800 ticks away,
 * two fifths removals, some removals of the best itself.
 */
function makeChanges(random: Random, count: number): Changes {
  const ticks = new Int32Array(count);
  const qty = new Float64Array(count);
  const there = new Map<number, number>();
  let mid = 600_000;
  for (let at = 0; at < count; at += 1) {
    if (random() < 0.02) mid += Math.round((random() - 0.5) * 8);
    const reach = random() < 0.1 ? 800 : 100;
    const price = mid - 1 - Math.floor(random() * random() * reach);
    ticks[at] = price;
    qty[at] = there.has(price) && random() < 0.7 ? 0 : Math.ceil(random() * 5000) / 1000;
    if (qty[at] === 0) there.delete(price);
    else there.set(price, qty[at] as number);
  }
  return { ticks, qty };
}

function apply(side: Side, changes: Changes): number {
  let sum = 0;
  for (let at = 0; at < changes.ticks.length; at += 1) {
    side.change(changes, at);
    if (at % FRAME === FRAME - 1) sum += side.best();
  }
  return sum;
}

function candidate(name: string, make: () => Side, changes: Changes): Candidate<Side> {
  return {
    name,
    setup() {
      const side = make();
      for (let at = 0; at < PRELOAD; at += 1) side.change(preload, at);
      return side;
    },
    run: (side) => apply(side, changes),
  };
}

const preload: Changes = {
  ticks: Int32Array.from({ length: PRELOAD }, (_, at) => 599_990 - at),
  qty: new Float64Array(PRELOAD).fill(1),
};
const changes = makeChanges(seededRandom(7), FRAME * FRAMES);
const candidates = [
  candidate('ladder', () => new LadderSide(), changes),
  candidate('sorted typed arrays', () => new SortedSide(), changes),
  candidate('Map', () => new MapSide(), changes),
  candidate('ccxt OrderBookSide', () => new CcxtSide(), changes),
];

const outcomes = candidates.map(({ setup, run }) => {
  const side = setup();
  return { bests: run(side), levels: JSON.stringify(side.levels()), count: side.levels().length };
});
for (const [at, outcome] of outcomes.entries()) {
  if (outcome.bests === outcomes[0]?.bests && outcome.levels === outcomes[0].levels) continue;
  throw new Error(`Invariant: ${candidates[at]?.name} holds another book than ${candidates[0]?.name}`);
}
process.stdout.write(
  `books equal: ${candidates.length} candidates, ${changes.ticks.length} changes, ${outcomes[0]?.count} levels\n`,
);

printResult(
  await sideBySide(candidates, {
    title: 'book-ladder: level changes of one side, best read every 16',
    unit: 'level',
    operations: changes.ticks.length,
    baseline: 'ccxt OrderBookSide',
  }),
);
