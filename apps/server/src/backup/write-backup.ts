import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { textFile, writeTar, type ArchiveFile } from '../archive/write-tar.ts';
import type { ShownVariable } from '../config/shown-config.ts';
import { makeHead, type BackupKeys } from './backup-head.ts';
import { CONFIG_FILE, MANIFEST_FILE, WRAPPED_KEY_FILE, type BackupManifest } from './backup-manifest.ts';
import { sealChunks } from './seal-chunks.ts';
import type { DataSnapshot } from './snapshot-data.ts';
import { masterKeyPrint, wrapMasterKey } from './wrap-master-key.ts';

export interface BackupSource {
  readonly passphrase: string;
  readonly masterKey: Buffer;
  /** True when MASTER_KEY gives the key: then it stays out of the archive. */
  readonly isKeyGiven: boolean;
  readonly config: readonly ShownVariable[];
  readonly market: string;
  readonly execution: string;
  readonly version: string;
  readonly nowMs: number;
  readonly randomBytes: (count: number) => Buffer;
  /** Of the passphrase's key; the usual one when left out. */
  readonly strength?: { readonly memory_kib: number; readonly passes: number };
}

/** Returns an archive of a snapshot as a stream of bytes. The passphrase's key is made before the first byte is asked for. */
export async function writeBackup(snapshot: DataSnapshot, source: BackupSource): Promise<AsyncGenerator<Buffer>> {
  const { passphrase, version, nowMs, randomBytes, strength } = source;
  const head = await makeHead(passphrase, {
    salt: randomBytes(16),
    nonce: randomBytes(7),
    createdMs: nowMs,
    version,
    ...(strength === undefined ? {} : { strength }),
  });
  return bytesOf(head.bytes, sealChunks(writeTar(filesOf(snapshot, source, head.keys), nowMs), head.keys));
}

async function* bytesOf(head: Buffer, sealed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* sealed;
}

function* filesOf(snapshot: DataSnapshot, source: BackupSource, keys: BackupKeys): Generator<ArchiveFile> {
  const { masterKey, isKeyGiven, config, market, execution, version, nowMs, randomBytes } = source;
  const manifest: BackupManifest = {
    format: 1,
    version,
    created_ms: nowMs,
    market,
    execution,
    master_key: isKeyGiven ? 'environment' : 'archive',
    master_key_print: masterKeyPrint(masterKey),
    files: [...snapshot.names],
  };
  yield textFile(MANIFEST_FILE, JSON.stringify(manifest));
  yield textFile(CONFIG_FILE, JSON.stringify(Object.fromEntries(config.map(({ name, value }) => [name, value]))));
  if (!isKeyGiven) yield textFile(WRAPPED_KEY_FILE, wrapMasterKey(masterKey, keys.wrapKey, randomBytes(12)));
  for (const name of snapshot.names) yield diskFile(name, join(snapshot.folder, name));
}

/** A file as long as it is now: a segment of the journal goes on growing. */
function diskFile(name: string, path: string): ArchiveFile {
  const { size } = statSync(path);
  return { name, size, bytes: size === 0 ? [] : createReadStream(path, { end: size - 1, highWaterMark: 1 << 18 }) };
}
