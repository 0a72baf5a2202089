import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, relative } from 'node:path';
import { err, ok, type Result } from '@riptide/core/domain';

const OTHERS = 0o077;
const STICKY = 0o1000;
/**
 * What the product puts into its data folder; nothing else in there is touched, nor a `master.key` that was open: a key others could read is
 * not made safe by closing its file, and its loader refuses it.
 */
const OURS = /^(app|trading)\.db(-wal|-shm|-journal)?$|^(riptide|engine)\.(pid|lock|sock)$|^scanner-state\.bin/;
const OUR_FOLDERS = new Set(['journal', 'outbox', 'recordings', 'lab', 'backups', 'logs']);
const NAMES_TOLD = 5;

/** Files and folders made from now on, by this process and its children, are for this user alone. */
export function makeFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Takes the permissions of others away from the data folder and from what the product keeps in it. The value says in a line what was
 * changed; null: nothing had to be.
 *
 * The error is one line for a person: a folder of somebody else, or one that everybody shares.
 */
export function closeDataDir(dataDir: string): Result<string | null, string> {
  if (process.platform === 'win32') return ok(null);
  const { uid, mode } = lstatSync(join(dataDir, '.'));
  const me = userInfo().uid;
  if (uid !== me || (mode & STICKY) !== 0) {
    const why = uid === me ? 'everybody shares it' : `it belongs to user ${uid}, this is user ${me}`;
    return err(`DATA_DIR: read ${JSON.stringify(dataDir)}, allowed: a folder for Riptide alone (${why})`);
  }
  const paths = [dataDir, ...ownPaths(dataDir)];
  const closed = paths.filter(closePath).map((path) => relative(dataDir, path) || '.');
  if (closed.length === 0) return ok(null);
  const names = closed.slice(0, NAMES_TOLD).join(', ') + (closed.length > NAMES_TOLD ? ', …' : '');
  return ok(`others could read in DATA_DIR; ${closed.length} files and folders are closed to them now: ${names}`);
}

function ownPaths(dataDir: string): string[] {
  const paths: string[] = [];
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.isDirectory() && OUR_FOLDERS.has(entry.name)) paths.push(path, ...pathsBelow(path));
    if (!entry.isDirectory() && OURS.test(entry.name)) paths.push(path);
  }
  return paths;
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** Returns true when others had any permission. A link is left alone: it has none of its own. */
function closePath(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return false;
  chmodSync(path, stat.mode & 0o700);
  return true;
}
