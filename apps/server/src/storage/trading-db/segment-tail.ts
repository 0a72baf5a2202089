import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLine, segmentSeq, type JournalLine } from '../journal/journal-lines.ts';
import { segmentsOf } from '../journal/read-journal.ts';

const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;

/**
 * Follows the segments of a journal that somebody else writes: gives every whole line once, in order, and goes on to the next segment
 * when one was begun. Half a line is left for later.
 */
export class SegmentTail {
  private readonly folder: string;
  private name: string;
  private offset = 0;
  private carry: Buffer = Buffer.alloc(0);
  private isEnded = false;

  private constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
  }

  /** Opens the newest segment that begins at or before a record, else the oldest there is; null while there is none. */
  static open(folder: string, lastSeq: number): SegmentTail | null {
    const names = segmentsOf(folder);
    const before = names.findLast((name) => (segmentSeq(name) ?? Number.POSITIVE_INFINITY) <= lastSeq);
    const name = before ?? names[0];
    return name === undefined ? null : new SegmentTail(folder, name);
  }

  /** Name of the segment that is being read. */
  get segment(): string {
    return this.name;
  }

  /** Returns the next lines, about a quarter of a MiB; none when everything that is written was read. */
  read(): readonly JournalLine[] {
    for (;;) {
      // WHY: looked up before the read: a newer segment means that nothing is added to this one any more.
      const next = segmentsOf(this.folder).find((name) => name > this.name);
      const chunk = this.isEnded ? Buffer.alloc(0) : this.readChunk();
      if (chunk.length > 0) {
        const lines = this.linesOf(chunk);
        if (lines.length > 0) return lines;
        continue;
      }
      if (next === undefined) return [];
      this.name = next;
      this.offset = 0;
      this.carry = Buffer.alloc(0);
      this.isEnded = false;
    }
  }

  private readChunk(): Buffer {
    const descriptor = openSync(join(this.folder, this.name), 'r');
    try {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytes = readSync(descriptor, chunk, 0, CHUNK_BYTES, this.offset);
      this.offset += bytes;
      return chunk.subarray(0, bytes);
    } finally {
      closeSync(descriptor);
    }
  }

  /** A line that can't be read is the torn end of its segment: what follows it was never acknowledged. */
  private linesOf(chunk: Buffer): readonly JournalLine[] {
    const bytes = this.carry.length === 0 ? chunk : Buffer.concat([this.carry, chunk]);
    const lines: JournalLine[] = [];
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, at);
      if (end < 0) break;
      const line = decodeLine(bytes.toString('utf8', at, end));
      at = end + 1;
      if (line === null) {
        this.isEnded = true;
        break;
      }
      lines.push(line);
    }
    this.carry = Buffer.from(bytes.subarray(at));
    return lines;
  }
}
