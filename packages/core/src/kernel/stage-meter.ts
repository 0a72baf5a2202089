import type { Clock } from './clock.ts';

/**
 * The way of a frame through the hot thread, and of an order out of it. socket: from the chunk's arrival to the frame's turn in it;
 * decode, book, scan, decision: each from the end of the one before; journal: an order's records written and folded; bytes: from there
 * to the order given to the socket.
 */
export const STAGES = ['socket', 'decode', 'book', 'scan', 'decision', 'journal', 'bytes'] as const;

/** Where a lap of the meter belongs: the index of its name in `STAGES`. */
export const STAGE = {
  socket: 0,
  decode: 1,
  book: 2,
  scan: 3,
  decision: 4,
  journal: 5,
  bytes: 6,
} as const satisfies Record<(typeof STAGES)[number], number>;

/** Upper bounds of the classes in ns; what is longer falls into one class more. */
export const STAGE_BOUNDS_NS = [
  250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
  100_000_000,
] as const;

/** One stage as it passes from thread to thread: one class more than bounds, not cumulated. */
export interface StageFigures {
  readonly counts: readonly number[];
  readonly sumNs: number;
}

export interface StageMeterOptions {
  readonly clock: Pick<Clock, 'nowNs'>;
  /** One chunk of so many is measured; 1 is every one. */
  readonly everyChunks: number;
}

const CLASSES = STAGE_BOUNDS_NS.length + 1;
/** An order that is not written by then was refused on its way, or waits: its time would be another one's. */
const ORDER_MAX_NS = 1e9;

/**
 * Counts how long each stage takes, by class, in arrays that never grow.
 *
 * HOT: a chunk that is not measured costs a countdown, and a test of a flag at each stage.
 */
export class StageMeter {
  private readonly clock: Pick<Clock, 'nowNs'>;
  private readonly everyChunks: number;
  private readonly counts = new Float64Array(STAGES.length * CLASSES);
  private readonly sumNs = new Float64Array(STAGES.length);
  private isOn = false;
  private chunksLeft = 1;
  private chunkNs = 0;
  private lapNs = 0;
  private lastStage: number = STAGE.socket;
  private journalledNs = 0;
  private ordersPending = 0;

  constructor({ clock, everyChunks }: StageMeterOptions) {
    this.clock = clock;
    this.everyChunks = everyChunks;
    this.chunksLeft = everyChunks;
  }

  /** A socket has brought bytes. */
  chunk(): void {
    this.chunksLeft -= 1;
    this.isOn = this.chunksLeft <= 0;
    if (!this.isOn) return;
    this.chunksLeft = this.everyChunks;
    this.chunkNs = this.clock.nowNs();
  }

  /** The bytes were read; what comes now belongs to no frame. */
  chunkEnd(): void {
    this.isOn = false;
  }

  /** A frame's turn has come. */
  frame(): void {
    if (!this.isOn) return;
    this.lapNs = this.clock.nowNs();
    this.lastStage = STAGE.socket;
    this.observe(STAGE.socket, this.lapNs - this.chunkNs);
  }

  /** The stage has ended; the next one begins. */
  lap(stage: number): void {
    if (!this.isOn) return;
    const nowNs = this.clock.nowNs();
    this.observe(stage, nowNs - this.lapNs);
    this.lastStage = stage;
    this.lapNs = nowNs;
  }

  /** A message is in its book; without a stage behind it, that was the book's. */
  taken(): void {
    if (!this.isOn) return;
    if (this.lastStage === STAGE.decode) this.lap(STAGE.book);
    else this.lapNs = this.clock.nowNs();
  }

  /** The records of `orders` orders are written, which took since `sinceNs`. */
  journalled(sinceNs: number, orders: number): void {
    this.journalledNs = this.clock.nowNs();
    this.observe(STAGE.journal, this.journalledNs - sinceNs);
    this.ordersPending = orders;
  }

  /** An order call was given to its socket. */
  written(): void {
    if (this.ordersPending === 0) return;
    this.ordersPending -= 1;
    const tookNs = this.clock.nowNs() - this.journalledNs;
    if (tookNs < ORDER_MAX_NS) this.observe(STAGE.bytes, tookNs);
  }

  /** By stage, in the order of `STAGES`. */
  get figures(): readonly StageFigures[] {
    return STAGES.map((_, stage) => ({
      counts: [...this.counts.subarray(stage * CLASSES, (stage + 1) * CLASSES)],
      sumNs: this.sumNs[stage] ?? 0,
    }));
  }

  private observe(stage: number, ns: number): void {
    let at = 0;
    while (at < CLASSES - 1 && ns > STAGE_BOUNDS_NS[at]!) at += 1;
    this.counts[stage * CLASSES + at]! += 1;
    this.sumNs[stage]! += ns;
  }
}
