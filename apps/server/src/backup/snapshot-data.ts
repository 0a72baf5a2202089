import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { segmentsOf } from '../storage/journal/read-journal.ts';

const PREFIX = '.backup-';
/** Pages copied between two turns of the event loop: 1 MiB. */
const PAGES_A_STEP = 256;
const LAB_FILES_MAX = 1_000;

/** Files of a data folder as they stood at one moment, in a folder of their own inside it. */
export interface DataSnapshot {
  readonly folder: string;
  /** Paths below `folder`, in the order in which they are put into an archive. */
  readonly names: readonly string[];
  remove(): void;
}

/**
 * Takes a consistent snapshot of a data folder, of a running product as well.
 *
 * The databases are copied first, each as it stood at one instant, the journal after them: it then holds all that is folded into
 * `trading.db`, and what it holds beyond that is folded at the next start. Segments are pinned before, so that none can be taken
 * away meanwhile.
 */
export async function snapshotData(dataDir: string): Promise<DataSnapshot> {
  removeLeftovers(dataDir);
  const folder = join(dataDir, `${PREFIX}${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(join(folder, 'journal'), { mode: 0o700 });
    pinSegments(dataDir, folder);
    const names: string[] = [];
    for (const name of ['app.db', 'trading.db']) {
      if (!existsSync(join(dataDir, name))) continue;
      await copyDatabase(join(dataDir, name), join(folder, name));
      names.push(name);
    }
    pinSegments(dataDir, folder);
    names.push(...copyStates(dataDir, folder), ...segmentsOf(join(folder, 'journal')).map((name) => `journal/${name}`));
    return { folder, names, remove };
  } catch (e) {
    remove();
    throw e;
  }
}

/** One read transaction over the whole copy: what is written meanwhile neither gets in nor makes it begin again. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    source.exec('begin');
    source.prepare('select count(*) from sqlite_master').get();
    await source.backup(to, { progress: () => PAGES_A_STEP });
    source.exec('commit');
  } finally {
    source.close();
  }
}

/** A second name for the same file: it goes on growing, and stays when the first name is taken away. */
function pinSegments(dataDir: string, folder: string): void {
  for (const name of segmentsOf(join(dataDir, 'journal'))) {
    const to = join(folder, 'journal', name);
    if (existsSync(to)) continue;
    try {
      linkSync(join(dataDir, 'journal', name), to);
    } catch (e) {
      const { code } = e as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EMLINK') throw e;
      copyFileSync(join(dataDir, 'journal', name), to);
    }
  }
}

function copyStates(dataDir: string, folder: string): string[] {
  const lab = join(dataDir, 'lab');
  const jobs = existsSync(lab) ? readdirSync(lab).filter((name) => /^[\w-]{1,60}\.json$/.test(name)) : [];
  const wanted = ['scanner-state.bin', ...jobs.slice(0, LAB_FILES_MAX).map((name) => `lab/${name}`)];
  mkdirSync(join(folder, 'lab'), { mode: 0o700 });
  return wanted.filter((name) => {
    if (statSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile() !== true) return false;
    copyFileSync(join(dataDir, name), join(folder, name));
    return true;
  });
}

/** What a death in the middle of a backup left. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true });
}
