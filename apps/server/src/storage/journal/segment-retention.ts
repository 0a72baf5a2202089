import { rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from '@riptide/core/kernel';
import { segmentSeq } from './journal-lines.ts';
import { segmentsOf } from './read-journal.ts';

/** The newest segments, which always stay: a start needs one, and can do with the two before it. */
const SEGMENTS_KEPT = 3;
const SWEEP_PERIOD_MS = 60_000;
/** With less room than this on the disk, what is no longer needed goes at once. */
const FREE_BYTES_MIN = 512 << 20;

export interface SegmentRetentionOptions {
  readonly folder: string;
  /** How long a segment stays after its last record. */
  readonly keepMs: () => number;
  /** Of all segments together; over it the oldest go before their time. */
  readonly bytesMax: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly remove?: (path: string) => void;
  readonly freeBytes?: (folder: string) => number;
}

/** What stands and what was done since the start. */
export interface RetentionFigures {
  readonly segments: number;
  readonly bytes: number;
  readonly deleted: number;
  readonly failures: number;
}

interface Segment {
  readonly name: string;
  readonly bytes: number;
  readonly writtenMs: number;
  /** Last record that it can hold; null: it may still grow. */
  readonly lastSeq: number | null;
}

/**
 * Takes away segments of the journal that nothing needs any more: all their records are in the database, and three newer ones, each with
 * its checkpoint, stand. They go from the oldest on, one by one, so that what a death in the middle leaves is a shorter journal without a gap.
 */
export class SegmentRetention {
  private readonly options: SegmentRetentionOptions;
  private sweepDueMs = 0;
  private now: RetentionFigures = { segments: 0, bytes: 0, deleted: 0, failures: 0 };
  private lastFailure: string | null = null;

  constructor(options: SegmentRetentionOptions) {
    this.options = options;
  }

  get figures(): RetentionFigures {
    return this.now;
  }

  /** Looks once a minute, however often it is called. `seq` is the last record in the database, `segment` the one that is being read for it. */
  sweep(folded: { readonly seq: number; readonly segment: string }): void {
    const { clock, log } = this.options;
    const nowMs = clock.nowMs();
    if (nowMs < this.sweepDueMs) return;
    this.sweepDueMs = nowMs + SWEEP_PERIOD_MS;
    try {
      this.deleteOldest(folded, nowMs);
      this.lastFailure = null;
    } catch (e) {
      const detail = e instanceof Error ? e.message : String(e);
      this.now = { ...this.now, failures: this.now.failures + 1 };
      if (detail !== this.lastFailure) log.error('old segments of the journal can not be deleted', { detail });
      this.lastFailure = detail;
    }
  }

  private deleteOldest(folded: { readonly seq: number; readonly segment: string }, nowMs: number): void {
    const { folder, keepMs, bytesMax, log } = this.options;
    const segments = this.segments();
    let left = segments.length;
    let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    let freeBytes = (this.options.freeBytes ?? freeBytesOf)(folder);
    const before = { left, bytes };
    this.note(left, bytes, 0);
    for (const segment of segments.slice(0, -SEGMENTS_KEPT)) {
      const isFolded = segment.lastSeq !== null && segment.lastSeq <= folded.seq && segment.name < folded.segment;
      const isDue = nowMs - segment.writtenMs > keepMs() || bytes > bytesMax || freeBytes < FREE_BYTES_MIN;
      if (!isFolded || !isDue) break;
      (this.options.remove ?? removeFile)(join(folder, segment.name));
      left -= 1;
      bytes -= segment.bytes;
      freeBytes += segment.bytes;
      this.note(left, bytes, 1);
    }
    if (left < before.left)
      log.info('old segments of the journal deleted', {
        deleted: before.left - left,
        bytes: before.bytes - bytes,
        segments: left,
        bytesLeft: bytes,
      });
  }

  private segments(): readonly Segment[] {
    const names = segmentsOf(this.options.folder);
    return names.map((name, at) => {
      const { size, mtimeMs } = statSync(join(this.options.folder, name));
      return { name, bytes: size, writtenMs: mtimeMs, lastSeq: segmentSeq(names[at + 1] ?? '') };
    });
  }

  private note(segments: number, bytes: number, deleted: number): void {
    this.now = { ...this.now, segments, bytes, deleted: this.now.deleted + deleted };
  }
}

function removeFile(path: string): void {
  rmSync(path, { force: true });
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
