import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { APP_MIGRATIONS } from '../storage/app-db/app-schema.ts';
import { readJournal } from '../storage/journal/read-journal.ts';
import type { Migrations } from '../storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../storage/trading-db/trading-schema.ts';
import { BackupFault } from './backup-fault.ts';
import type { BackupKeys } from './backup-head.ts';
import { BackupManifest, MANIFEST_FILE, WRAPPED_KEY_FILE } from './backup-manifest.ts';
import { masterKeyPrint, unwrapMasterKey } from './wrap-master-key.ts';

export interface RestoredParts {
  /** Where the files of the archive lie. */
  readonly staged: string;
  readonly keys: BackupKeys;
  /** The variable MASTER_KEY, decoded; null when unset. */
  readonly givenKey: Buffer | null;
}

/**
 * Proves that this version can start with what was unpacked, and puts the master key beside it.
 *
 * @throws BackupFault when it can't: a file is missing, a database is damaged or newer than this version, or the master key is another one.
 */
export function checkRestored({ staged, keys, givenKey }: RestoredParts): BackupManifest {
  const manifest = readManifest(join(staged, MANIFEST_FILE));
  for (const name of ['app.db', ...manifest.files])
    if (!existsSync(join(staged, name))) throw new BackupFault(`the backup lacks ${name}`);
  putMasterKey(staged, manifest, { keys, givenKey });
  checkDatabase(join(staged, 'app.db'), APP_MIGRATIONS);
  if (manifest.files.includes('trading.db')) checkDatabase(join(staged, 'trading.db'), TRADING_MIGRATIONS);
  try {
    readJournal(join(staged, 'journal'));
  } catch (e) {
    throw new BackupFault('the journal of the backup can not be read', { cause: e });
  }
  return manifest;
}

function readManifest(path: string): BackupManifest {
  if (!existsSync(path)) throw new BackupFault('the backup lacks its manifest');
  const parsed = BackupManifest.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new BackupFault('the backup was made by another version of Riptide');
  return parsed.data;
}

function putMasterKey(
  staged: string,
  manifest: BackupManifest,
  { keys, givenKey }: Pick<RestoredParts, 'keys' | 'givenKey'>,
): void {
  const isGivenRight = givenKey !== null && masterKeyPrint(givenKey) === manifest.master_key_print;
  if (givenKey !== null && !isGivenRight)
    throw new BackupFault('MASTER_KEY is another key than the one the backup was made with: set that one, or unset it');
  if (manifest.master_key === 'environment') {
    if (givenKey === null)
      throw new BackupFault('the backup was made with MASTER_KEY, which is not in it: set MASTER_KEY to the same key');
    return;
  }
  const wrapped = join(staged, WRAPPED_KEY_FILE);
  if (!existsSync(wrapped)) throw new BackupFault('the backup lacks its master key');
  const masterKey = unwrapMasterKey(readFileSync(wrapped, 'utf8'), keys.wrapKey);
  if (masterKeyPrint(masterKey) !== manifest.master_key_print) throw new BackupFault('the master key is another one');
  writeFileSync(join(staged, 'master.key'), `${masterKey.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  rmSync(wrapped);
}

function checkDatabase(path: string, migrations: Migrations): void {
  const db = new Database(path, { fileMustExist: true });
  try {
    const verdict = db.pragma('integrity_check(1)', { simple: true });
    if (verdict !== 'ok') throw new BackupFault(`a database of the backup is damaged: ${String(verdict)}`);
    const names = db.prepare('select name from kysely_migration').pluck().all() as string[];
    const unknown = names.find((name) => !(name in migrations));
    if (unknown !== undefined)
      throw new BackupFault(`the backup was made by a newer version of Riptide (${unknown} is not known here)`);
  } finally {
    db.close();
  }
}
