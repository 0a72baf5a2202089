import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { Clock } from '@riptide/core/kernel';
import {
  encodeBlock,
  HEAD_BYTES,
  HEAD_FROM,
  marketSegmentName,
  marketSegmentNumber,
  SEGMENT_MAGIC,
  type BlockHead,
} from './segment-format.ts';

const deflate = promisify(deflateRaw);
/** The fastest: most of what can be saved is saved by writing steps. */
const LEVEL = 1;
/** Below so much room the record makes none smaller: the journal needs it. */
const FREE_BYTES_MIN = 256 << 20;

export interface MarketSegmentsOptions {
  readonly folder: string;
  readonly keepMs: number;
  /** Of all segments together. */
  readonly bytesMax: number;
  readonly clock: Clock;
  readonly freeBytes?: (folder: string) => number;
  /** Opens a new file for writing. */
  readonly openFile?: (path: string) => Promise<Pick<FileHandle, 'write' | 'close'>>;
}

/** What stands on disk. */
export interface SegmentTotals {
  readonly segments: number;
  readonly bytes: number;
  readonly deleted: number;
}

/** The files of the market's record: blocks go into the newest, the oldest are taken away. One thing after another; failures reject. */
export class MarketSegments {
  private readonly options: MarketSegmentsOptions;
  private file: Pick<FileHandle, 'write' | 'close'> | null = null;
  private name = '';
  private number = 0;
  private size = 0;
  private deleted = 0;
  private now: SegmentTotals = { segments: 0, bytes: 0, deleted: 0 };

  constructor(options: MarketSegmentsOptions) {
    this.options = options;
  }

  /** As of the last sweep, with what was written since. */
  get totals(): SegmentTotals {
    return this.now;
  }

  /** Ends the segment that is written and begins the next one. @throws when the disk refuses, or is nearly full. */
  async begin(): Promise<void> {
    const { folder } = this.options;
    await this.close();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.sweep();
    this.number = 1 + Math.max(this.number, marketSegmentNumber(segmentsIn(folder).at(-1) ?? '') ?? 0);
    this.name = marketSegmentName(this.number);
    this.file = await (this.options.openFile ?? openNew)(join(folder, this.name));
    this.size = 0;
    this.now = { ...this.now, segments: this.now.segments + 1 };
    await this.write(this.file, SEGMENT_MAGIC);
  }

  /** Adds a block and returns its size on disk. @throws when the disk refuses; what was half written is the torn end of its segment. */
  async append(head: BlockHead, payload: Buffer): Promise<number> {
    const { file } = this;
    if (file === null) throw new Error('Invariant: a block without a segment');
    const block = encodeBlock(head, await deflate(payload, { level: LEVEL }));
    await this.write(file, block);
    return block.length;
  }

  /** Takes away segments that are too old or too many, the oldest first; the one that is written stays. @throws when the disk is nearly full. */
  sweep(): void {
    const { folder, keepMs, bytesMax, clock } = this.options;
    const files = segmentsIn(folder).map((name) => ({ name, size: sizeOf(join(folder, name)) }));
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    let segments = files.length;
    for (const { name, size } of files) {
      const isDue = bytes > bytesMax || clock.nowMs() - (segmentStart(join(folder, name)) ?? 0) > keepMs;
      if (!isDue || (name === this.name && this.file !== null)) break;
      rmSync(join(folder, name), { force: true });
      bytes -= size;
      segments -= 1;
      this.deleted += 1;
    }
    this.now = { segments, bytes, deleted: this.deleted };
    const free = (this.options.freeBytes ?? freeBytesOf)(folder);
    if (free < FREE_BYTES_MIN) throw new Error(`only ${free >> 20} MiB are free on the disk`);
  }

  async close(): Promise<void> {
    const { file } = this;
    this.file = null;
    await file?.close();
  }

  get segmentBytes(): number {
    return this.size;
  }

  private async write(file: Pick<FileHandle, 'write'>, bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
      written += bytesWritten;
    }
    this.size += bytes.length;
    this.now = { ...this.now, bytes: this.now.bytes + bytes.length };
  }
}

/** Returns the names of the segments in a folder, oldest first. */
export function segmentsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => marketSegmentNumber(name) !== null)
      .sort();
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw e;
  }
}

/** Returns when a segment begins by its first block; null when it has no whole head. */
export function segmentStart(path: string): number | null {
  const head = readHead(path);
  return isHead(head) ? head.readDoubleLE(SEGMENT_MAGIC.length + HEAD_FROM) : null;
}

/** Tells whether a segment has a beginning that is none: one that is only short is being begun, or was when the power went. */
export function isBeginningDamaged(path: string): boolean {
  const head = readHead(path);
  return head.length === SEGMENT_MAGIC.length + HEAD_BYTES && !isHead(head);
}

function isHead(head: Buffer): boolean {
  const isWhole = head.length === SEGMENT_MAGIC.length + HEAD_BYTES;
  return isWhole && head.subarray(0, SEGMENT_MAGIC.length).equals(SEGMENT_MAGIC);
}

function readHead(path: string): Buffer {
  const bytes = Buffer.alloc(SEGMENT_MAGIC.length + HEAD_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function openNew(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600);
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
