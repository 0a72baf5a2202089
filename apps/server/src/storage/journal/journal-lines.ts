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

export type JournalLine = CheckpointLine | TradingRecord;

/** Returns a line as it is written, its line feed included. */
export function encodeLine(line: JournalLine): string {
  const text = JSON.stringify(line);
  return `${sumOf(text)} ${text}\n`;
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

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
