import type { Instrument } from '@riptide/core/domain';
import type { DepthCapture, DepthLoss, HotBatch } from '@riptide/core/engine';
import type { Log } from '@riptide/core/kernel';
import { ByteWriter } from './byte-writer.ts';
import { MarketSegments, type MarketSegmentsOptions, type SegmentTotals } from './market-segments.ts';
import { tableInstrument, type MarketTable } from './market-table.ts';
import { RowEncoder } from './row-codec.ts';
import {
  ENTRY_BATCH,
  ENTRY_DEPTH,
  ENTRY_DEPTH_LOSS,
  ENTRY_EVERYTHING,
  type BlockHead,
  type BlockKind,
} from './segment-format.ts';

/** A block is ended after so long, which is what a crash may cost, or when it is so large. */
const BLOCK_MS = 1_000;
const BLOCK_BYTES_MAX = 256 << 10;
/** So often everything is written anew: whoever reads a moment reads no more than this. */
const KEY_MS = 60_000;
const SEGMENT_MS = 3_600_000;
const SEGMENT_BYTES_MAX = 16 << 20;
/** Segments are a sixteenth of all of them at most: taking one away must not take the record away. */
const SEGMENT_PARTS = 16;
/** Bytes that wait for the disk; beyond them blocks are dropped. */
const WAITING_BYTES_MAX = 8 << 20;
/** A clock that goes back by less is taken to stand still; by more, a new segment begins. */
const BACK_MS_MAX = 100;
/** Pause after a failure. */
const RETRY_MS = 60_000;
const SWEEP_MS = 60_000;

export interface MarketRecorderOptions extends MarketSegmentsOptions {
  readonly log: Log;
}

/** How the record stands. */
export interface RecorderFigures extends SegmentTotals {
  /** Since the start of the process. */
  readonly writtenBytes: number;
  /** Blocks that were lost: the disk refused, or was too slow. */
  readonly dropped: number;
  /** Books whose levels were not copied at a record: too many at once. */
  readonly depthsLost: number;
  readonly failures: number;
  /** Why nothing is recorded now; null while it is. */
  readonly reason: string | null;
}

/**
 * Records what the hot thread's batches tell of prices, sizes, marks and funding, and the levels of books at decisions. Runs on the cool
 * thread: a batch is turned into bytes at once, deflating and writing are done elsewhere. Whatever the disk does, it throws nothing: it stops,
 * says why, and tries again after a minute.
 */
export class MarketRecorder {
  private readonly options: MarketRecorderOptions;
  private readonly segments: MarketSegments;
  private readonly out = new ByteWriter();
  private table: MarketTable | null = null;
  private encoder: RowEncoder | null = null;
  private block: { kind: BlockKind; fromMs: number; toMs: number } | null = null;
  private lastMs = Number.NEGATIVE_INFINITY;
  private keyMs = Number.NEGATIVE_INFINITY;
  private segmentMs = Number.NEGATIVE_INFINITY;
  private sweptMs = Number.NEGATIVE_INFINITY;
  private needsSegment = true;
  private retryMs = Number.NEGATIVE_INFINITY;
  private waitingBytes = 0;
  private writing: Promise<void> = Promise.resolve();
  private counts = { writtenBytes: 0, dropped: 0, depthsLost: 0, failures: 0 };
  private reason: string | null = null;

  constructor(options: MarketRecorderOptions) {
    this.options = options;
    this.segments = new MarketSegments({
      ...options,
      bytesMax: Math.max(0, options.bytesMax - Math.min(SEGMENT_BYTES_MAX, options.bytesMax / SEGMENT_PARTS)),
    });
  }

  get figures(): RecorderFigures {
    return { ...this.segments.totals, ...this.counts, reason: this.reason };
  }

  /** Begins anew with the instruments of a fresh hot thread, in the order of its `ix`. */
  begin(instruments: readonly Instrument[]): void {
    this.endBlock();
    const rows = instruments.map(tableInstrument);
    this.table = { startedMs: this.options.clock.nowMs(), instruments: rows };
    this.out.take();
    this.encoder = new RowEncoder(rows, this.out);
    this.needsSegment = true;
  }

  /** Takes what a batch tells. */
  take(batch: HotBatch): void {
    const atMs = this.timeOf(batch.atMs);
    const encoder = this.openBlock(atMs);
    if (encoder === null || this.block === null) return;
    if (batch.instruments.length > 0) {
      this.out.whole(ENTRY_BATCH);
      this.out.whole(atMs - this.block.fromMs);
      encoder.batch(batch.instruments, atMs);
    }
    this.block.toMs = atMs;
    if (atMs - this.block.fromMs >= BLOCK_MS || this.out.length >= BLOCK_BYTES_MAX) this.endBlock();
    if (atMs - this.sweptMs >= SWEEP_MS) this.sweep(atMs);
  }

  /** Takes levels that were copied when records were written, and which could not be. */
  takeDepths(captures: readonly DepthCapture[], loss: DepthLoss | null): void {
    this.counts.depthsLost += loss?.count ?? 0;
    const atMs = this.timeOf(this.options.clock.nowMs());
    if (this.openBlock(atMs) === null || this.block === null) return;
    const { out } = this;
    for (const { seq, lastSeq, atMs: captureMs, ix, bids, asks } of captures) {
      out.whole(ENTRY_DEPTH);
      out.whole(atMs - this.block.fromMs);
      out.whole(seq);
      out.whole(lastSeq - seq);
      out.float(captureMs);
      out.whole(ix);
      for (const side of [bids, asks]) {
        out.whole(side.length / 2);
        for (const value of side) out.float(value);
      }
    }
    if (loss !== null) {
      out.whole(ENTRY_DEPTH_LOSS);
      for (const part of [atMs - this.block.fromMs, loss.seq, loss.lastSeq - loss.seq, loss.count]) out.whole(part);
    }
    this.block.toMs = atMs;
  }

  /** Writes what is left and closes the file. */
  async close(): Promise<void> {
    this.endBlock();
    this.encoder = null;
    await this.writing;
    await this.segments.close();
  }

  /** Resolves when everything taken so far is on disk, or was given up. */
  settled(): Promise<void> {
    return this.writing;
  }

  /** Whole ms that never go back within a segment. */
  private timeOf(givenMs: number): number {
    const atMs = Math.round(givenMs);
    const isBack = atMs < this.lastMs - BACK_MS_MAX;
    if (isBack) {
      this.endBlock();
      this.needsSegment = true;
      this.sweptMs = atMs;
    }
    this.lastMs = isBack ? atMs : Math.max(atMs, this.lastMs);
    return this.lastMs;
  }

  /** Returns what rows are written with, in a block that is open; null while nothing is recorded. */
  private openBlock(atMs: number): RowEncoder | null {
    const { encoder, table } = this;
    if (encoder === null || table === null) return null;
    if (this.reason !== null) {
      if (this.options.clock.nowNs() / 1e6 < this.retryMs) return null;
      this.options.log.info('the flight recorder tries again', { reason: this.reason });
      this.reason = null;
      this.needsSegment = true;
      this.block = null;
      this.out.take();
    }
    if (this.block !== null) return encoder;
    const isOld = atMs - this.segmentMs >= SEGMENT_MS || this.segments.segmentBytes >= this.segmentBytesMax;
    if (this.needsSegment || isOld) this.beginSegment(atMs, table);
    const isKey = atMs - this.keyMs >= KEY_MS;
    this.block = { kind: isKey ? 'key' : 'steps', fromMs: atMs, toMs: atMs };
    if (!isKey) return encoder;
    this.keyMs = atMs;
    this.out.whole(ENTRY_EVERYTHING);
    this.out.whole(0);
    encoder.everything(atMs);
    return encoder;
  }

  private get segmentBytesMax(): number {
    return Math.min(SEGMENT_BYTES_MAX, this.options.bytesMax / SEGMENT_PARTS);
  }

  private beginSegment(atMs: number, table: MarketTable): void {
    this.needsSegment = false;
    this.segmentMs = atMs;
    this.sweptMs = atMs;
    this.keyMs = Number.NEGATIVE_INFINITY;
    const payload = Buffer.from(JSON.stringify(table));
    this.queue(payload.length, async () => {
      await this.segments.begin();
      this.counts.writtenBytes += await this.segments.append({ kind: 'table', fromMs: atMs, toMs: atMs }, payload);
    });
  }

  private endBlock(): void {
    const { block } = this;
    if (block === null) return;
    this.block = null;
    const payload = this.out.take();
    if (this.waitingBytes + payload.length > WAITING_BYTES_MAX) {
      this.counts.dropped += 1;
      this.keyMs = Number.NEGATIVE_INFINITY;
      return;
    }
    const head: BlockHead = { ...block };
    this.queue(payload.length, async () => {
      this.counts.writtenBytes += await this.segments.append(head, payload);
    });
  }

  private sweep(atMs: number): void {
    this.sweptMs = atMs;
    this.queue(0, async () => this.segments.sweep());
  }

  /** Does one thing behind the others; after a failure what waits is given up, until it is tried again. */
  private queue(bytes: number, work: () => Promise<void>): void {
    this.waitingBytes += bytes;
    this.writing = this.writing
      .then(async () => {
        if (this.reason === null) await work();
        else this.counts.dropped += 1;
      })
      .catch((e: unknown) => this.fail(e))
      .finally(() => (this.waitingBytes -= bytes));
  }

  private async fail(cause: unknown): Promise<void> {
    const detail = cause instanceof Error ? cause.message : String(cause);
    this.counts.failures += 1;
    this.counts.dropped += 1;
    this.reason = detail;
    this.retryMs = this.options.clock.nowNs() / 1e6 + RETRY_MS;
    this.options.log.error('the flight recorder stands still', { detail });
    await this.segments.close().catch((e: unknown) => {
      this.options.log.error('a segment of the flight recorder could not be closed', { detail: String(e) });
    });
  }
}
