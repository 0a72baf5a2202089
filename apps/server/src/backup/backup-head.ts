import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { z } from 'zod';
import { BackupFault } from './backup-fault.ts';

/**
 * A backup file: the line `RIPTIDE-BACKUP 1`, a line of JSON, then chunks. Each chunk is 64 KiB of a tar archive (the last one may be
 * shorter), sealed with AES-256-GCM: nonce = 7 random bytes of the head, the chunk's number in 4 bytes, and 1 for the last chunk, else
 * 0; associated data = SHA-256 of both lines. So none can be left out, moved, repeated or cut off without being noticed.
 */

const MAGIC = 'RIPTIDE-BACKUP 1';
export const HEAD_BYTES_MAX = 2_048;
export const CHUNK_BYTES = 64 * 1024;
export const TAG_BYTES = 16;

const Head = z.strictObject({
  kdf: z.literal('argon2id'),
  memory_kib: z.number().int().min(8_192).max(262_144),
  passes: z.number().int().min(1).max(10),
  salt: z.base64().length(24),
  nonce: z.base64().length(12),
  created_ms: z.number().int().min(0),
  version: z.string().max(32),
  /** HMAC-SHA256 over the other fields: tells a wrong passphrase before anything is read. */
  mac: z.hex().length(64),
});
type Head = z.infer<typeof Head>;

/** Strength of the passphrase's key: 64 MiB, three passes; some 0.2 s. */
const STRENGTH = { kdf: 'argon2id', memory_kib: 65_536, passes: 3 } as const;

/** What a passphrase gives for one archive. */
export interface BackupKeys {
  readonly chunkKey: Buffer;
  /** The master key is wrapped once more, with a key of its own. */
  readonly wrapKey: Buffer;
  readonly noncePrefix: Buffer;
  readonly associated: Buffer;
}

export interface NewHead {
  readonly salt: Buffer;
  readonly nonce: Buffer;
  readonly createdMs: number;
  readonly version: string;
  /** Another strength than the usual one. */
  readonly strength?: { readonly memory_kib: number; readonly passes: number };
}

/** Returns the head of a new archive, as it is written, and its keys. */
export async function makeHead(
  passphrase: string,
  { salt, nonce, createdMs, version, strength }: NewHead,
): Promise<{ readonly bytes: Buffer; readonly keys: BackupKeys }> {
  const plain = {
    ...STRENGTH,
    ...strength,
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    created_ms: createdMs,
    version,
  };
  const derived = await derive(passphrase, plain);
  const bytes = Buffer.from(`${MAGIC}\n${JSON.stringify({ ...plain, mac: macOf(plain, derived.macKey) })}\n`, 'utf8');
  return { bytes, keys: keysOf(derived, plain, bytes) };
}

/**
 * Reads the head of an archive: its first bytes, up to HEAD_BYTES_MAX. Returns its length and the keys.
 *
 * @throws BackupFault when it is none, or the passphrase is wrong.
 */
export async function readHead(
  first: Buffer,
  passphrase: string,
): Promise<{ readonly length: number; readonly keys: BackupKeys }> {
  const lines = first.toString('latin1').split('\n');
  const [magic, json] = lines;
  if (magic !== MAGIC) throw new BackupFault('this is no backup of Riptide');
  if (json === undefined || lines.length < 3) throw new BackupFault('the backup is cut off in its head');
  const parsed = Head.safeParse(parsedJson(json));
  if (!parsed.success) throw new BackupFault('the head of the backup is damaged');
  const { mac, ...plain } = parsed.data;
  const derived = await derive(passphrase, plain);
  const expected = Buffer.from(macOf(plain, derived.macKey), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(mac, 'hex')))
    throw new BackupFault('the passphrase is wrong, or the head of the backup was changed');
  const length = magic.length + json.length + 2;
  return { length, keys: keysOf(derived, plain, first.subarray(0, length)) };
}

/** Returns the nonce of a chunk. */
export function chunkNonce(prefix: Buffer, at: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(at, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

interface Derived {
  readonly chunkKey: Buffer;
  readonly macKey: Buffer;
  readonly wrapKey: Buffer;
}

async function derive(passphrase: string, head: Omit<Head, 'mac'>): Promise<Derived> {
  const bytes = await hashRaw(passphrase.normalize('NFC'), {
    memoryCost: head.memory_kib,
    timeCost: head.passes,
    parallelism: 1,
    outputLen: 96,
    salt: Buffer.from(head.salt, 'base64'),
  });
  return { chunkKey: bytes.subarray(0, 32), macKey: bytes.subarray(32, 64), wrapKey: bytes.subarray(64, 96) };
}

function macOf(plain: Omit<Head, 'mac'>, key: Buffer): string {
  const { kdf, memory_kib, passes, salt, nonce, created_ms, version } = plain;
  const text = JSON.stringify([kdf, memory_kib, passes, salt, nonce, created_ms, version]);
  return createHmac('sha256', key).update(text).digest('hex');
}

function keysOf({ chunkKey, wrapKey }: Derived, { nonce }: Omit<Head, 'mac'>, head: Buffer): BackupKeys {
  const associated = createHash('sha256').update(head).digest();
  return { chunkKey, wrapKey, noncePrefix: Buffer.from(nonce, 'base64'), associated };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
