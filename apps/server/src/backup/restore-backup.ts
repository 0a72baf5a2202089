import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '@riptide/core/domain';
import { readTar, type TarTaker } from '../archive/read-tar.ts';
import { lockDataDir } from '../supervise/data-dir-lock.ts';
import { BackupFault } from './backup-fault.ts';
import type { BackupKeys } from './backup-head.ts';
import { MANIFEST_FILE, type BackupManifest } from './backup-manifest.ts';
import { checkRestored } from './check-restored.ts';
import { endSessions } from './end-sessions.ts';
import { openChunks } from './seal-chunks.ts';

const NAMES =
  /^(manifest\.json|config\.json|master\.key\.wrapped|app\.db|trading\.db|scanner-state\.bin|(lab|journal)\/[\w.-]{1,80})$/;
/** What may lie in a folder that counts as empty. */
const IGNORED = new Set(['lost+found', 'riptide.lock', 'riptide.pid']);

export interface RestoreOptions {
  readonly archive: string;
  readonly passphrase: string;
  /** Missing, or empty. */
  readonly dataDir: string;
  /** The variable MASTER_KEY, decoded; null when unset. */
  readonly givenKey: Buffer | null;
  readonly nowMs: number;
}

/**
 * Restores an archive into a data folder that is missing or empty: whole and proven, or not at all. Every session is ended.
 *
 * The error is one line for a person.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Result<BackupManifest, string>> {
  const { archive, dataDir } = options;
  if (!existsSync(archive)) return err(`there is no file ${archive}`);
  const found = existsSync(dataDir) ? readdirSync(dataDir) : null;
  if (found?.some((name) => !IGNORED.has(name)) === true)
    return err(`DATA_DIR ${dataDir} is not empty: choose one that is, or move it away`);
  const lock = lockDataDir(dataDir);
  if (!lock.ok) return lock;
  const staged = join(dataDir, `.restore-${randomBytes(6).toString('hex')}`);
  let isDone = false;
  try {
    mkdirSync(staged, { mode: 0o700 });
    const manifest = await unpack(options, staged);
    endSessions(join(staged, 'app.db'), { nowMs: options.nowMs, backupMs: manifest.created_ms });
    publish(staged, dataDir);
    isDone = true;
    return ok(manifest);
  } catch (e) {
    if (e instanceof BackupFault) return err(e.message);
    return err(`the backup could not be restored: ${e instanceof Error ? e.message : String(e)}`);
  } finally {
    rmSync(staged, { recursive: true, force: true });
    lock.value.release();
    if (!isDone) undo(dataDir, found);
  }
}

async function unpack(options: RestoreOptions, staged: string): Promise<BackupManifest> {
  const { archive, passphrase, givenKey } = options;
  let keys: BackupKeys | null = null;
  const stream = createReadStream(archive, { highWaterMark: 1 << 18 });
  const plain = openChunks(stream, passphrase, (found) => (keys = found));
  await readTar(plain, new FileTaker(staged));
  if (keys === null) throw new Error('Invariant: an archive that was read has keys');
  return checkRestored({ staged, keys, givenKey });
}

/** Writes the files of an archive below a folder. */
class FileTaker implements TarTaker {
  private readonly folder: string;
  private descriptor: number | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  begin({ name }: { readonly name: string }): void {
    if (!NAMES.test(name)) throw new BackupFault(`the backup holds a file that is none of Riptide: ${name}`);
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.descriptor = openSync(path, 'wx', 0o600);
  }

  write(bytes: Buffer): void {
    if (this.descriptor === null) throw new Error('Invariant: bytes before a file');
    for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
  }

  end(): void {
    if (this.descriptor === null) return;
    fsyncSync(this.descriptor);
    closeSync(this.descriptor);
    this.descriptor = null;
  }
}

/** Moves what was proven to its place; `app.db`, without which nothing counts as restored, comes last. */
function publish(staged: string, dataDir: string): void {
  const manifest = readFileSync(join(staged, MANIFEST_FILE));
  rmSync(join(staged, MANIFEST_FILE));
  const names = readdirSync(staged).sort((a, b) => Number(a === 'app.db') - Number(b === 'app.db'));
  for (const name of names)
    renameSync(join(staged, name), join(dataDir, name === 'config.json' ? 'restored-config.json' : name));
  writeFileSync(join(dataDir, 'restored.json'), manifest, { mode: 0o600 });
  const folder = openSync(dataDir, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Leaves the folder as it was found; null: it was missing. */
function undo(dataDir: string, found: readonly string[] | null): void {
  for (const name of readdirSync(dataDir))
    if (found?.includes(name) !== true) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (found === null) rmdirSync(dataDir);
}
