import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const FILES_MAX = 20;
const TAIL_BYTES = 256 * 1024;

/** Returns the last whole lines of the newest log files of a folder, at most 256 KiB of each of 20; none where there is no folder. */
export function logTails(folder: string): readonly (readonly [name: string, text: string])[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^[\w-]{1,60}(\.[\w-]{1,30})*\.(log|jsonl)(\.\d+)?$/.test(name));
  return names
    .sort()
    .slice(-FILES_MAX)
    .map((name) => [name, tailOf(join(folder, name))] as const);
}

function tailOf(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const length = Math.min(size, TAIL_BYTES);
    const bytes = Buffer.alloc(length);
    const read = readSync(descriptor, bytes, 0, length, size - length);
    const text = bytes.toString('utf8', 0, read);
    return length < size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(descriptor);
  }
}
