import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 4_096;

/** A file system of its own, so small that it can really be filled. */
export interface SmallDisk {
  /** Writes until not one page is left. */
  fill(): void;
  /** Makes room again. */
  clear(): void;
  unmount(): void;
}

/** Lays a memory disk of `sizeMib` over a folder; null where nobody may do that. */
export function mountSmallDisk(folder: string, sizeMib: number): SmallDisk | null {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  const filler = join(folder, 'filler');
  return {
    fill: () => fillWith(filler),
    clear: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}

function fillWith(path: string): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const descriptor = openSync(path, 'a');
  try {
    for (;;) writeSync(descriptor, chunk);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'ENOSPC') throw e;
  } finally {
    closeSync(descriptor);
  }
}
