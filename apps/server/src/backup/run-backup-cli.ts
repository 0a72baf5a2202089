import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findMasterKey } from '../access/master-key.ts';
import { requireConfig } from '../compose/require-config.ts';
import { VERSION } from '../compose/version.ts';
import type { Config } from '../config/config.ts';
import { readEnvFile } from '../config/load-config.ts';
import { shownConfig } from '../config/shown-config.ts';
import { lockDataDir } from '../supervise/data-dir-lock.ts';
import { BackupFault } from './backup-fault.ts';
import { readPassphrase } from './read-passphrase.ts';
import { restoreBackup } from './restore-backup.ts';
import { snapshotData } from './snapshot-data.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `npm run backup -- create <file>    writes an encrypted backup of DATA_DIR; Riptide must be stopped
npm run backup -- restore <file>   restores a backup into DATA_DIR, which must be empty or missing

The passphrase is read from BACKUP_PASSPHRASE, else asked for. A running product is backed up in Settings.
`;

/** Runs one command and returns the exit code: 1 when it could not be done, 2 for a mistake in the arguments. */
export async function runBackupCli(argv: readonly string[], nowMs: number): Promise<number> {
  const [command, file, ...rest] = argv;
  if (file === undefined || rest.length > 0 || (command !== 'create' && command !== 'restore')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const path = resolve(process.cwd(), file);
  try {
    const line = command === 'create' ? await create(path, nowMs) : await restore(path, nowMs);
    process.stdout.write(`${line}\n`);
    return 0;
  } catch (e) {
    process.stderr.write(`backup: ${e instanceof Error ? e.message : String(e)}\n`);
    return 1;
  }
}

async function create(path: string, nowMs: number): Promise<string> {
  const config = requireConfig();
  if (existsSync(path)) throw new BackupFault(`${path} exists already: choose another name`);
  if (!existsSync(config.dataDir)) throw new BackupFault(`DATA_DIR ${config.dataDir} does not exist`);
  const found = findMasterKey({ dataDir: config.dataDir, given: config.masterKey });
  if (!found.ok) throw new BackupFault(found.error);
  if (found.value === null)
    throw new BackupFault(`DATA_DIR ${config.dataDir} has no master key: Riptide never ran there`);
  const passphrase = await readPassphrase(true);
  const lock = lockDataDir(config.dataDir);
  if (!lock.ok) throw new BackupFault(`${lock.error}. A running product is backed up in Settings`);
  const draft = `${path}.part`;
  try {
    const snapshot = await snapshotData(config.dataDir);
    try {
      const bytes = await writeBackup(snapshot, { ...sourceOf(config), masterKey: found.value, passphrase, nowMs });
      // Flushed to disk before it gets its name.
      await pipeline(Readable.from(bytes), createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
    } finally {
      snapshot.remove();
    }
    renameSync(draft, path);
  } catch (e) {
    rmSync(draft, { force: true });
    throw e;
  } finally {
    lock.value.release();
  }
  return `backup written: ${path}, ${statSync(path).size} bytes`;
}

function sourceOf(config: Config) {
  return {
    isKeyGiven: config.masterKey !== null,
    config: shownConfig({ ...readEnvFile(process.cwd()), ...process.env }),
    market: config.market,
    execution: config.execution,
    version: VERSION,
    randomBytes,
  };
}

async function restore(path: string, nowMs: number): Promise<string> {
  const config = requireConfig();
  const given = config.masterKey === null ? null : findMasterKey({ dataDir: config.dataDir, given: config.masterKey });
  if (given !== null && !given.ok) throw new BackupFault(given.error);
  const { dataDir } = config;
  const passphrase = await readPassphrase(false);
  const restored = await restoreBackup({ archive: path, passphrase, dataDir, givenKey: given?.value ?? null, nowMs });
  if (!restored.ok) throw new BackupFault(restored.error);
  const { created_ms, version, files } = restored.value;
  const made = new Date(created_ms).toISOString();
  return `restored ${files.length} files into ${dataDir}: a backup of ${made}, Riptide ${version}. Every session has ended; the configuration it was made with is in restored-config.json`;
}
