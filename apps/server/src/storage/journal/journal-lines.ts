import { crc32 } from 'node:zlib';
import type { TradingRecord } from '@riptide/core/domain';

/**
 * How the journal looks on disk: one line per record, `<crc32 in 8 hex digits> <JSON>\n`. The first line of a segment is a
 * checkpoint: the state after all earlier records. A line whose sum is wrong ends what can be read.
 */

/** First line of a segment. `seq` is the last record the state contains. */
export interface CheckpointLine {
  readonly kind: 'checkpoint';
  readonly seq: number;
  readonly atMs: number;
  readonly state: unknown;
}

const SUM_BYTES = 8;
const LINE_FEED = 10;
/** Of one UTF-16 unit in UTF-8. */
const BYTES_PER_CHAR_MAX = 3;
/** An order with the words of all gates takes some 5 KiB. */
const BUFFER_BYTES = 64 << 10;

export type JournalLine = CheckpointLine | TradingRecord;

/** Where records are encoded one behind the other, without a copy of their text in between. Used again for every append. */
export class LineBuffer {
  private bytes = Buffer.allocUnsafe(BUFFER_BYTES);

  /** Returns the lines as they are written; the bytes are valid until the next call. */
  encode(lines: readonly JournalLine[]): Buffer {
    let end = 0;
    for (const line of lines) {
      const text = JSON.stringify(line);
      this.reserve(end, text.length);
      const begin = end + SUM_BYTES + 1;
      const after = begin + this.bytes.write(text, begin);
      this.bytes.write(`${sumOf(this.bytes.subarray(begin, after))} `, end, 'latin1');
      this.bytes[after] = LINE_FEED;
      end = after + 1;
    }
    return this.bytes.subarray(0, end);
  }

  private reserve(end: number, chars: number): void {
    const needed = end + SUM_BYTES + 2 + chars * BYTES_PER_CHAR_MAX;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(needed * 2);
    this.bytes.copy(larger, 0, 0, end);
    this.bytes = larger;
  }
}

/** Returns the line, or null when it is torn or damaged. */
export function decodeLine(text: string): JournalLine | null {
  if (text.length < 10 || text[8] !== ' ') return null;
  const json = text.slice(9);
  return sumOf(json) === text.slice(0, 8) ? (JSON.parse(json) as JournalLine) : null;
}

/** Name of the segment whose checkpoint contains everything up to `seq`. Names sort as their numbers do. */
export function segmentName(seq: number): string {
  return `${String(seq).padStart(15, '0')}.journal`;
}

/** Returns the number in a segment's name, null for other files. */
export function segmentSeq(name: string): number | null {
  const digits = /^(\d{15})\.journal$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

function sumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(SUM_BYTES, '0');
}
