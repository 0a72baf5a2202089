import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  domainError,
  err,
  ok,
  type Journal,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '@riptide/core/domain';
import type { DomainError } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { MsHistogram, type HistogramFigures } from '../../metrics/ms-histogram.ts';
import { LineBuffer, segmentName } from './journal-lines.ts';

/** Records are flushed together, at most this long after the first of them was written. */
const FLUSH_WITHIN_MS = 5;
/** Kept back, so that closing orders can still be written down when the disk is full. */
const RESERVE_BYTES = 2 << 20;
/** A segment with more than this after its checkpoint is ended with the next one. */
const SEGMENT_BYTES_MAX = 8 << 20;
const NS_PER_MS = 1e6;

export interface FileJournalOptions {
  /** Folder of the segments; made when missing. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the journal did so far. */
export interface JournalFigures {
  readonly records: number;
  readonly bytes: number;
  readonly flushes: number;
  readonly failures: number;
  /** How long appends took to write, and groups of them to reach the disk. */
  readonly writeMs: HistogramFigures;
  readonly flushMs: HistogramFigures;
}

/**
 * The order journal: an append-only file, one `write(2)` per append, so that what was appended survives any crash of the process;
 * flushed to disk in groups within 5 ms, so that a power cut loses at most that.
 *
 * A write that fails leaves the file as it was before. The first failure frees a reserve, so that risk can still be reduced on a full disk.
 */
export class FileJournal implements Journal {
  private readonly options: FileJournalOptions;
  private readonly lines = new LineBuffer();
  private descriptor: number | null = null;
  private size = 0;
  private checkpointSize = 0;
  private nextSeq = 1;
  private isFlushPlanned = false;
  private isFlushing = false;
  private isDirty = false;
  private counts = { records: 0, bytes: 0, flushes: 0, failures: 0 };
  private readonly writeMs = new MsHistogram();
  private readonly flushMs = new MsHistogram();
  private path = '';
  private isReserveUsed = false;

  constructor(options: FileJournalOptions) {
    this.options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  get figures(): JournalFigures {
    return { ...this.counts, writeMs: this.writeMs.figures, flushMs: this.flushMs.figures };
  }

  /** Sequence of the last record. */
  get lastSeq(): number {
    return this.nextSeq - 1;
  }

  get isLarge(): boolean {
    // WHY: a new segment begins with the checkpoint again, however large; only what came after it makes room.
    return this.size - this.checkpointSize > SEGMENT_BYTES_MAX;
  }

  /** True since the disk was found full: only what reduces risk is worth the rest of the reserve. */
  get isOnReserve(): boolean {
    return this.isReserveUsed;
  }

  /** Puts the reserve back when there is room again. Call now and then. */
  restoreReserve(): void {
    if (!this.isReserveUsed) return;
    this.makeReserve();
    if (!this.isReserveUsed)
      this.options.log.info('the journal has its reserve again', { folder: this.options.folder });
  }

  /** The file records are written to now. */
  get segmentPath(): string {
    return this.path;
  }

  /**
   * Begins a segment whose checkpoint is `state`, the state after record `lastSeq`. The former segment is complete on disk before.
   *
   * @errors ENGINE_JOURNAL_FAILED; the former segment stays in use, unless the new one has taken its place and only the folder could not
   * be flushed.
   */
  begin(state: unknown, lastSeq: number): Result<null, DomainError> {
    const path = join(this.options.folder, segmentName(lastSeq));
    const draft = `${path}.draft`;
    const former = this.descriptor;
    let descriptor: number | null = null;
    try {
      // Bytes of its own: those of the appends would stay as large as a checkpoint.
      const line = new LineBuffer().encode([
        { kind: 'checkpoint', seq: lastSeq, atMs: this.options.clock.nowMs(), state },
      ]);
      descriptor = openSync(draft, 'w', 0o600);
      const size = writeAll(descriptor, line, 0);
      fdatasyncSync(descriptor);
      if (former !== null) fdatasyncSync(former);
      renameSync(draft, path);
      this.descriptor = descriptor;
      this.checkpointSize = size;
      this.size = size;
      this.path = path;
      this.nextSeq = lastSeq + 1;
      if (former !== null) closeSync(former);
      this.syncFolder();
      this.makeReserve();
      return ok(null);
    } catch (e) {
      if (descriptor !== null && descriptor !== this.descriptor) closeSync(descriptor);
      rmSync(draft, { force: true });
      return err(this.failure(e));
    }
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    const { descriptor } = this;
    if (descriptor === null) throw new Error('Invariant: append before begin');
    const records: TradingRecord[] = facts.map((fact, at) => ({ ...fact, seq: this.nextSeq + at, atMs }));
    const bytes = this.lines.encode(records);
    const startedNs = this.options.clock.nowNs();
    try {
      this.size += writeAll(descriptor, bytes, this.size);
    } catch (e) {
      ftruncateSync(descriptor, this.size);
      if (!this.freeReserve()) return err(this.failure(e));
      try {
        this.size += writeAll(descriptor, bytes, this.size);
      } catch (again) {
        ftruncateSync(descriptor, this.size);
        return err(this.failure(again));
      }
    }
    this.nextSeq += records.length;
    this.counts.records += records.length;
    this.counts.bytes += bytes.length;
    this.writeMs.observe((this.options.clock.nowNs() - startedNs) / NS_PER_MS);
    this.planFlush();
    return { ok: true, records };
  }

  /** Flushes what is left and closes the file. */
  close(): void {
    if (this.descriptor === null) return;
    fdatasyncSync(this.descriptor);
    closeSync(this.descriptor);
    this.descriptor = null;
  }

  private planFlush(): void {
    this.isDirty = true;
    if (this.isFlushPlanned || this.isFlushing) return;
    this.isFlushPlanned = true;
    this.options.clock.after(FLUSH_WITHIN_MS, () => this.flush());
  }

  private flush(): void {
    this.isFlushPlanned = false;
    const { descriptor } = this;
    if (descriptor === null || !this.isDirty) return;
    this.isDirty = false;
    this.isFlushing = true;
    const startedNs = this.options.clock.nowNs();
    fdatasync(descriptor, (error) => {
      this.flushMs.observe((this.options.clock.nowNs() - startedNs) / NS_PER_MS);
      this.isFlushing = false;
      this.counts.flushes += 1;
      // A descriptor that was closed meanwhile was flushed by whoever closed it.
      if (error !== null && this.descriptor === descriptor) this.failure(error);
      if (this.isDirty) this.planFlush();
    });
  }

  private get reservePath(): string {
    return join(this.options.folder, 'reserve');
  }

  private makeReserve(): void {
    try {
      if (!existsSync(this.reservePath)) {
        writeFileSync(this.reservePath, Buffer.alloc(RESERVE_BYTES, 1), { mode: 0o600 });
      }
      this.isReserveUsed = false;
    } catch (e) {
      if (!isSystemError(e)) throw e;
      rmSync(this.reservePath, { force: true });
      this.isReserveUsed = true;
    }
  }

  /** Returns whether there was a reserve to free. */
  private freeReserve(): boolean {
    if (!existsSync(this.reservePath)) return false;
    rmSync(this.reservePath, { force: true });
    this.isReserveUsed = true;
    this.options.log.error('the disk is full, the reserve of the journal is used', { folder: this.options.folder });
    return true;
  }

  private syncFolder(): void {
    const folder = openSync(this.options.folder, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }

  private failure(cause: unknown): DomainError {
    this.counts.failures += 1;
    const detail = cause instanceof Error ? cause.message : String(cause);
    this.options.log.error('the journal could not be written', { detail });
    return domainError('ENGINE_JOURNAL_FAILED', detail, { outcome: 'not-sent' });
  }
}

function isSystemError(e: unknown): boolean {
  return e instanceof Error && 'code' in e && 'syscall' in e;
}

/** Writes all bytes at a place of its own: where a write that failed has moved the file's position to means nothing. Returns their number. */
function writeAll(descriptor: number, bytes: Buffer, at: number): number {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, at + written);
  }
  return bytes.length;
}
