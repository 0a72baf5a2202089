import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const OPEN = '.open';
const INCOMPLETE = '.incomplete';

/** The file that stands beside a segment while it is written: without it a segment that a kill cut off looks whole. */
export class SegmentMarker {
  private readonly path: string;
  private readonly written: Promise<void>;

  /** Puts the marker beside a segment; it names the writing process. `onError` is told of a disk that refuses. */
  constructor(segmentPath: string, onError: (cause: Error) => void) {
    this.path = `${segmentPath}${OPEN}`;
    this.written = writeFile(this.path, `${process.pid}\n`).catch(onError);
  }

  /** Takes the marker away; the segment is whole. */
  async remove(): Promise<void> {
    await this.written;
    await rm(this.path, { force: true });
  }
}

/** Returns the marker's path of a segment. */
export function markerOf(segmentPath: string): string {
  return `${segmentPath}${OPEN}`;
}

/** Counts segments of a venue's folder that lost frames: told by their writer, or cut off when it was killed. */
export async function countIncomplete(folder: string, names: readonly string[]): Promise<number> {
  const present = new Set(names);
  let count = 0;
  for (const name of names.filter((one) => one.endsWith('.gz'))) {
    const isTold = present.has(`${name}${INCOMPLETE}`);
    if (isTold || (present.has(`${name}${OPEN}`) && (await isAbandoned(join(folder, `${name}${OPEN}`))))) count += 1;
  }
  return count;
}

/**
 * Marks the segments below a folder that a killed process left open as incomplete, and returns how many. Called before the own process
 * writes any: a process that took the number of the killed one is itself.
 */
export async function closeAbandoned(folder: string): Promise<number> {
  let count = 0;
  for (const entry of await entriesOf(folder)) {
    if (!entry.name.endsWith(OPEN)) continue;
    const path = join(entry.parentPath, entry.name);
    const pid = await pidIn(path);
    if (pid === null || (pid !== process.pid && isAlive(pid))) continue;
    await writeFile(path, 'cut off: the process that wrote it ended without closing it\n');
    await rename(path, `${path.slice(0, -OPEN.length)}${INCOMPLETE}`);
    count += 1;
  }
  return count;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw e;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const pid = await pidIn(path);
  return pid !== null && !isAlive(pid);
}

/** null: the marker went away meanwhile, its segment was closed. */
async function pidIn(path: string): Promise<number | null> {
  try {
    return Number(await readFile(path, 'utf8'));
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw e;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (e) {
    // EPERM: another user's process, alive.
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
}
