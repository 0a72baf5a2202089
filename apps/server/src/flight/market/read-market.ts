import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { ByteReader } from './byte-writer.ts';
import { segmentsIn, segmentStart } from './market-segments.ts';
import type { MarketTable, TableInstrument } from './market-table.ts';
import { RowDecoder, type MarketRow } from './row-codec.ts';
import { blocksOf, ENTRY_BATCH, ENTRY_DEPTH, ENTRY_EVERYTHING, type FoundBlock } from './segment-format.ts';

/** Levels reach the recorder within a tick or two of the records they belong to. */
const DEPTH_LATE_MS = 3_000;

/** Levels of a book as they were when records were written; price and base units in turn. */
export interface DepthThen {
  readonly seq: number;
  readonly lastSeq: number;
  readonly atMs: number;
  readonly ix: number;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** The market as it was recorded at a time. */
export interface MarketThen {
  readonly instruments: readonly TableInstrument[];
  readonly rows: readonly MarketRow[];
  /** Around the time, in the order in which they were taken. */
  readonly depths: readonly DepthThen[];
  /** Up to when the record goes without a break: earlier than what was asked for where nothing was recorded then. */
  readonly recordedMs: number;
}

/**
 * Reads the market at a time from the newest segment that begins by then; null when none does. A part of a segment that is torn or damaged
 * is not there.
 */
export function readMarket(folder: string, atMs: number): MarketThen | null {
  const name = segmentsIn(folder).findLast((each) => (segmentStart(join(folder, each)) ?? Infinity) <= atMs);
  if (name === undefined) return null;
  const [first, ...blocks] = blocksOf(readFileSync(join(folder, name)));
  if (first?.kind !== 'table' || !first.isWhole()) return null;
  const table = JSON.parse(inflateRawSync(first.payload).toString()) as MarketTable;
  const reach = blocks.filter(({ fromMs }) => fromMs <= atMs + DEPTH_LATE_MS);
  const key = reach.findLastIndex((block) => block.kind === 'key' && block.fromMs <= atMs && block.isWhole());
  if (key < 0) return null;
  const replay = new Replay(table.instruments, atMs);
  let recordedMs = first.toMs;
  for (const block of reach.slice(key)) {
    // What follows a damaged block are steps from it.
    if (!block.isWhole()) break;
    replay.take(block);
    if (block.fromMs <= atMs) recordedMs = block.toMs;
  }
  return { instruments: table.instruments, ...replay.found, recordedMs };
}

/** Plays blocks up to a time. */
class Replay {
  private readonly atMs: number;
  private readonly rows: RowDecoder;
  private readonly depths: DepthThen[] = [];

  constructor(instruments: readonly TableInstrument[], atMs: number) {
    this.atMs = atMs;
    this.rows = new RowDecoder(instruments);
  }

  get found(): Pick<MarketThen, 'rows' | 'depths'> {
    return { rows: this.rows.list(), depths: this.depths };
  }

  /** Rows after the time are passed over; levels are taken, as they come later than what they belong to. */
  take({ payload, fromMs }: FoundBlock): void {
    const from = new ByteReader(inflateRawSync(payload));
    while (!from.isEnd) {
      const kind = from.whole();
      const entryMs = fromMs + from.whole();
      if (kind === ENTRY_DEPTH) this.depths.push(depthOf(from));
      else if (kind !== ENTRY_EVERYTHING && kind !== ENTRY_BATCH)
        throw new Error(`Invariant: entry ${kind} in a block whose sum is right`);
      else if (entryMs > this.atMs) RowDecoder.pass(from, kind === ENTRY_EVERYTHING);
      else if (kind === ENTRY_EVERYTHING) this.rows.everything(from, entryMs);
      else this.rows.batch(from, entryMs);
    }
  }
}

function depthOf(from: ByteReader): DepthThen {
  const seq = from.whole();
  const lastSeq = seq + from.whole();
  const atMs = from.float();
  const ix = from.whole();
  const side = (): readonly number[] => Array.from({ length: from.whole() * 2 }, () => from.float());
  return { seq, lastSeq, atMs, ix, bids: side(), asks: side() };
}
