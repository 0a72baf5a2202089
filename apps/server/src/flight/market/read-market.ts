import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { DepthLoss } from '@riptide/core/engine';
import { ByteReader } from './byte-writer.ts';
import { isBeginningDamaged, segmentsIn, segmentStart } from './market-segments.ts';
import type { MarketTable, TableInstrument } from './market-table.ts';
import { RowDecoder, type MarketRow } from './row-codec.ts';
import {
  blocksOf,
  ENTRY_BATCH,
  ENTRY_DEPTH,
  ENTRY_DEPTH_LOSS,
  ENTRY_EVERYTHING,
  type FoundBlock,
} from './segment-format.ts';

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
  /** Around the time: records whose levels could not be copied. */
  readonly losses: readonly DepthLoss[];
  /** Up to when the record goes without a break: earlier than what was asked for where nothing was recorded then. */
  readonly recordedMs: number;
  /** The record goes on after the time: what is missing up to it will not be written any more. */
  readonly goesOn: boolean;
}

/** What can be read of a time. */
export interface MarketRead {
  /** null: nothing of it, or nothing that is whole. */
  readonly market: MarketThen | null;
  /** When the oldest segment begins that can be read; null: nothing is recorded at all. */
  readonly sinceMs: number | null;
  /** The file that is torn or damaged where the record ends before the time, or has nothing of it; null: none is. */
  readonly damaged: string | null;
}

/**
 * Reads the market at a time from the newest segment that begins by then. A part of a segment that is torn or damaged is not there; of one
 * that is damaged the file is told.
 */
export function readMarket(folder: string, atMs: number): MarketRead {
  const names = segmentsIn(folder);
  const starts = names.map((name) => segmentStart(join(folder, name)));
  const sinceMs = starts.find((start) => start !== null) ?? null;
  const place = starts.findLastIndex((start) => start !== null && start <= atMs);
  // One that begins with what is no beginning may be of any time after the one before it.
  const [next] = names.slice(place + 1);
  const nextDamaged = next !== undefined && isBeginningDamaged(join(folder, next)) ? next : null;
  const name = names[place];
  if (name === undefined) return { market: null, sinceMs, damaged: nextDamaged };
  const read = readSegmentAt(join(folder, name), atMs);
  const market = read.market === null ? null : { ...read.market, goesOn: read.market.goesOn || next !== undefined };
  return { market, sinceMs, damaged: read.isDamaged ? name : nextDamaged };
}

interface SegmentRead {
  readonly market: MarketThen | null;
  /** It can't be read up to the time because something in it is torn or damaged. */
  readonly isDamaged: boolean;
}

function readSegmentAt(path: string, atMs: number): SegmentRead {
  const bytes = readFileSync(path);
  const [first, ...blocks] = blocksOf(bytes);
  if (first?.kind !== 'table' || !first.isWhole()) return { market: null, isDamaged: true };
  const table = JSON.parse(inflateRawSync(first.payload).toString()) as MarketTable;
  const key = blocks.findLastIndex((block) => block.kind === 'key' && block.fromMs <= atMs && block.isWhole());
  let isDamaged = endOf(blocks.at(-1) ?? first, bytes) < bytes.length;
  if (key < 0) return { market: null, isDamaged: isDamaged || blocks.some((block) => !block.isWhole()) };
  const replay = new Replay(table.instruments, atMs);
  let recordedMs = first.toMs;
  for (const block of blocks.slice(key)) {
    // What follows a damaged block are steps from it; and when it was of, its own head does not tell.
    isDamaged ||= !block.isWhole();
    if (!block.isWhole() || block.fromMs > atMs + DEPTH_LATE_MS) break;
    replay.take(block);
    if (block.fromMs <= atMs) recordedMs = block.toMs;
  }
  const goesOn = blocks.some(({ fromMs }) => fromMs > atMs);
  return { market: { instruments: table.instruments, ...replay.found, recordedMs, goesOn }, isDamaged };
}

function endOf({ payload }: FoundBlock, bytes: Buffer): number {
  return payload.byteOffset - bytes.byteOffset + payload.length;
}

/** Plays blocks up to a time. */
class Replay {
  private readonly atMs: number;
  private readonly rows: RowDecoder;
  private readonly depths: DepthThen[] = [];
  private readonly losses: DepthLoss[] = [];

  constructor(instruments: readonly TableInstrument[], atMs: number) {
    this.atMs = atMs;
    this.rows = new RowDecoder(instruments);
  }

  get found(): Pick<MarketThen, 'rows' | 'depths' | 'losses'> {
    return { rows: this.rows.list(), depths: this.depths, losses: this.losses };
  }

  /** Rows after the time are passed over; levels are taken, as they come later than what they belong to. */
  take({ payload, fromMs }: FoundBlock): void {
    const from = new ByteReader(inflateRawSync(payload));
    while (!from.isEnd) {
      const kind = from.whole();
      const entryMs = fromMs + from.whole();
      if (kind === ENTRY_DEPTH) this.depths.push(depthOf(from));
      else if (kind === ENTRY_DEPTH_LOSS) this.losses.push(lossOf(from));
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

function lossOf(from: ByteReader): DepthLoss {
  const seq = from.whole();
  return { seq, lastSeq: seq + from.whole(), count: from.whole() };
}
