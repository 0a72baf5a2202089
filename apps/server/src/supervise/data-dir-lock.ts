import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { err, ok, type Result } from '@riptide/core/domain';

export interface DataDirLock {
  release(): void;
}

/**
 * Takes a data folder for this process, making it when it is missing.
 *
 * The lock is the operating system's own on an SQLite file, so it is gone with the process however that ends.
 * The error is one line for a person.
 */
export function lockDataDir(dataDir: string): Result<DataDirLock, string> {
  try {
    makeFolder(dataDir);
  } catch (error) {
    return err(
      `DATA_DIR: read ${JSON.stringify(dataDir)}, allowed: a folder that can be made and written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  const pidFile = join(dataDir, 'riptide.pid');
  try {
    const lockFile = join(dataDir, 'riptide.lock');
    const database = new Database(lockFile, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
    for (const file of [lockFile, pidFile]) chmodSync(file, 0o600);
    return ok({ release: () => void database.close() });
  } catch (error) {
    const code = (error as { code?: string }).code ?? String(error);
    if (!code.startsWith('SQLITE_BUSY')) {
      return err(`DATA_DIR: read ${JSON.stringify(dataDir)}, allowed: a folder that can be written (${code})`);
    }
    return err(
      `DATA_DIR ${dataDir} is in use by another Riptide (process ${holder(pidFile)}); stop that one or choose another DATA_DIR`,
    );
  }
}

/** Makes a folder and what is missing above it. Node's own recursive way never ends where a parent lets nothing be made, e.g. /proc. */
function makeFolder(path: string): void {
  const kindOf = (place: string) => statSync(place, { throwIfNoEntry: false });
  if (kindOf(path)?.isDirectory() === true) return;
  const parent = dirname(path);
  // WHY: a file below which nothing can be is told by `mkdir` of the folder: from Node 22 on looking for it finds nothing, and says nothing.
  if (parent !== path && kindOf(parent) === undefined) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch (error) {
    return `unknown: ${(error as NodeJS.ErrnoException).code}`;
  }
}
