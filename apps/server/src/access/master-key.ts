import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '@riptide/core/domain';

const FILE_NAME = 'master.key';

export interface MasterKeySource {
  readonly dataDir: string;
  /** The variable MASTER_KEY: 64 hexadecimal digits or base64 of 32 bytes; null when unset. */
  readonly given: string | null;
}

/**
 * Returns the key everything in the vault is sealed with: the variable's, else that of `master.key` in the data folder, which is made at
 * the first start. The error is one line for a person: a file others may read, or one that holds no key.
 */
export function loadMasterKey({ dataDir, given }: MasterKeySource): Result<Buffer, string> {
  if (given !== null) return ok(decodeKey(given));
  const path = join(dataDir, FILE_NAME);
  if (!existsSync(path)) makeKeyFile(dataDir, path);
  return readKeyFile(path);
}

/** Like `loadMasterKey`, but makes nothing: null while there is no key file. */
export function findMasterKey({ dataDir, given }: MasterKeySource): Result<Buffer | null, string> {
  if (given !== null) return ok(decodeKey(given));
  const path = join(dataDir, FILE_NAME);
  return existsSync(path) ? readKeyFile(path) : ok(null);
}

function readKeyFile(path: string): Result<Buffer, string> {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) !== 0) {
    return err(
      `${path} may be read by others (permissions ${mode.toString(8)}, allowed: 600). Run: chmod 600 ${JSON.stringify(path)}`,
    );
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    return err(`${path} holds no master key (64 hexadecimal digits). Restore it from a backup`);
  }
  return ok(Buffer.from(text, 'hex'));
}

/** Whole or not at all, and never over a file that another process has just made. */
function makeKeyFile(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  try {
    linkSync(draft, path);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e;
  } finally {
    rmSync(draft, { force: true });
  }
}

function decodeKey(text: string): Buffer {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
}
