import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { segmentSeq } from '../../storage/journal/journal-lines.ts';
import { segmentsOf } from '../../storage/journal/read-journal.ts';

/** Enough for the sum and the first fields of a checkpoint. */
const HEAD_BYTES = 256;

/** A segment of the journal by its checkpoint. */
export interface JournalHead {
  readonly name: string;
  /** Last record the checkpoint contains. */
  readonly seq: number;
  /** When the checkpoint was made; null when its line can't be read. */
  readonly atMs: number | null;
}

/** Returns the segments of a journal, oldest first. Reads the beginning of each. */
export function journalHeads(folder: string): readonly JournalHead[] {
  return segmentsOf(folder).map((name) => ({ name, seq: segmentSeq(name) ?? 0, atMs: timeOf(join(folder, name)) }));
}

function timeOf(path: string): number | null {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    const read = readSync(descriptor, bytes, 0, HEAD_BYTES, 0);
    const text = bytes.toString('latin1', 0, read);
    const atMs = /^\w{8} \{"kind":"checkpoint","seq":\d+,"atMs":(\d+(?:\.\d+)?),/.exec(text)?.[1];
    return atMs === undefined ? null : Number(atMs);
  } finally {
    closeSync(descriptor);
  }
}
