import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { CrashPoint } from './crash-points.ts';
import { killSelf } from './dying-parts.ts';

/** Lets the process die before or after a segment of the journal gets its name, and lets the disk be full on demand. */
export function installDisk(point: CrashPoint | null): { isFull: boolean; isRotating: boolean } {
  const switches = { isFull: false, isRotating: false };
  const { renameSync, writeSync, writeFileSync } = fs;
  fs.renameSync = (from, to) => {
    const at = switches.isRotating && point?.at.kind === 'rename' ? point.at : null;
    if (at?.side === 'before') killSelf();
    renameSync(from, to);
    if (at?.side === 'after') killSelf();
  };
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  };
  // Standard output and error stay writable.
  fs.writeSync = ((descriptor: number, ...rest: unknown[]) =>
    switches.isFull && descriptor > 2
      ? full()
      : (writeSync as (...all: unknown[]) => number)(descriptor, ...rest)) as typeof fs.writeSync;
  fs.writeFileSync = ((...all: Parameters<typeof fs.writeFileSync>) =>
    switches.isFull ? full() : writeFileSync(...all)) as typeof fs.writeFileSync;
  syncBuiltinESMExports();
  return switches;
}
