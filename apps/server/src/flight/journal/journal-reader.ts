import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TradingRecord } from '@riptide/core/domain';
import type { CheckpointLine } from '../../storage/journal/journal-lines.ts';
import { readSegment } from '../../storage/journal/read-journal.ts';
import { journalHeads, type JournalHead } from './journal-heads.ts';

/** Segments that are kept as they were read: whoever steps stays in one or two. */
const KEPT_MAX = 2;

/** A segment as it was read. */
export interface ReadSegment {
  readonly head: JournalHead;
  readonly checkpoint: CheckpointLine;
  readonly records: readonly TradingRecord[];
}

/** A place in the journal: everything up to it is what a checkpoint and the records after it add up to. */
export interface JournalPlace {
  readonly segment: ReadSegment;
  /** Place of the record in its segment; -1: the checkpoint itself. */
  readonly at: number;
}

export type JournalFound =
  | { readonly kind: 'found'; readonly place: JournalPlace; readonly isAmbiguous: boolean }
  /** It was never written. */
  | { readonly kind: 'unknown' }
  /** Its segment was taken away. */
  | { readonly kind: 'gone' };

/** Finds records by number and by time in the segments of a journal that somebody else writes. */
export class JournalReader {
  private readonly folder: string;
  private kept: { readonly name: string; readonly bytes: number; readonly segment: ReadSegment }[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The segments as they stand now, oldest first. */
  heads(): readonly JournalHead[] {
    return journalHeads(this.folder);
  }

  /** Returns where a record is. */
  bySeq(seq: number): JournalFound {
    const heads = this.heads();
    const head = heads.findLast((each) => each.seq < seq);
    if (head === undefined) return { kind: heads.length === 0 ? 'unknown' : 'gone' };
    const segment = this.read(head);
    const at = segment?.records.findIndex((record) => record.seq === seq) ?? -1;
    if (segment === null || at < 0) return { kind: 'unknown' };
    return { kind: 'found', place: { segment, at }, isAmbiguous: false };
  }

  /**
   * Returns the newest record that was written at or before a time. Where the clock went back the same time was twice: the newest counts, and
   * `isAmbiguous` says so.
   */
  byTime(atMs: number): JournalFound {
    const heads = this.heads();
    for (let ix = heads.length - 1; ix >= 0; ix -= 1) {
      const head = heads[ix];
      const next = heads[ix + 1];
      if (head === undefined) continue;
      const startsBefore = head.atMs !== null && head.atMs <= atMs;
      const wentBack = next === undefined || head.atMs === null || next.atMs === null || next.atMs < head.atMs;
      if (!startsBefore && !wentBack) continue;
      const segment = this.read(head);
      if (segment === null) continue;
      const at = segment.records.findLastIndex((record) => record.atMs <= atMs);
      if (at < 0 && !startsBefore) continue;
      const before = [segment.checkpoint, ...segment.records.slice(0, at + 1)];
      return { kind: 'found', place: { segment, at }, isAmbiguous: before.some((line) => line.atMs > atMs) };
    }
    return { kind: (heads[0]?.seq ?? 0) > 0 ? 'gone' : 'unknown' };
  }

  /** Reads a segment; null when it has no whole checkpoint. @throws Error when it is damaged in the middle. */
  read(head: JournalHead): ReadSegment | null {
    const path = join(this.folder, head.name);
    const bytes = statSync(path).size;
    const kept = this.kept.find((each) => each.name === head.name && each.bytes === bytes);
    if (kept !== undefined) return kept.segment;
    const { checkpoint, records } = readSegment(path);
    if (checkpoint === null) return null;
    const segment = { head, checkpoint, records };
    this.kept = [...this.kept.filter(({ name }) => name !== head.name), { name: head.name, bytes, segment }];
    this.kept = this.kept.slice(-KEPT_MAX);
    return segment;
  }
}
