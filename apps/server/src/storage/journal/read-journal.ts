import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TradingRecord } from '@riptide/core/domain';
import { decodeLine, segmentSeq, type CheckpointLine } from './journal-lines.ts';

/** What a folder of segments holds. */
export interface JournalContent {
  /** null: nothing was ever written. */
  readonly checkpoint: CheckpointLine | null;
  /** After the checkpoint, in order. */
  readonly records: readonly TradingRecord[];
  /** Bytes at the end that could not be read: a write that a power cut tore. */
  readonly tornBytes: number;
}

/**
 * Reads the newest segment with a whole checkpoint. A torn tail is cut off: it was never acknowledged to anybody.
 *
 * @throws Error when no segment has a whole checkpoint although there are segments, or whole records follow an unreadable one:
 * somebody damaged the files.
 */
export function readJournal(folder: string): JournalContent {
  const names = segmentsOf(folder);
  for (const name of names.toReversed()) {
    const content = readSegment(join(folder, name));
    if (content.checkpoint !== null) return content;
  }
  if (names.length > 0) throw new Error(`no segment in ${folder} can be read; restore it from a backup`);
  return { checkpoint: null, records: [], tornBytes: 0 };
}

/** Returns the names of the segments, oldest first. */
export function segmentsOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => segmentSeq(name) !== null)
    .sort();
}

/** Reads one segment up to its first unreadable line. */
export function readSegment(path: string): JournalContent {
  const text = readFileSync(path, 'utf8');
  let checkpoint: CheckpointLine | null = null;
  const records: TradingRecord[] = [];
  let at = 0;
  for (;;) {
    const end = text.indexOf('\n', at);
    const line = end < 0 ? null : decodeLine(text.slice(at, end));
    if (line === null) break;
    if (line.kind !== 'checkpoint') records.push(line);
    else checkpoint = line;
    at = end + 1;
  }
  refuseHole(path, text.slice(at));
  return { checkpoint, records, tornBytes: Buffer.byteLength(text.slice(at)) };
}

/** A torn write is the last thing in a file. Whole lines after it mean that what was acknowledged is gone. */
function refuseHole(path: string, tail: string): void {
  const isHole = tail
    .split('\n')
    .slice(1)
    .some((line) => decodeLine(line) !== null);
  if (isHole) throw new Error(`${path} is damaged in the middle; restore it from a backup`);
}
