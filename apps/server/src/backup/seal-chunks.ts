import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CHUNK_BYTES, chunkNonce, HEAD_BYTES_MAX, readHead, TAG_BYTES, type BackupKeys } from './backup-head.ts';
import { BackupFault } from './backup-fault.ts';

const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
/** 256 TiB: the number of a chunk has four bytes. */
const CHUNKS_MAX = 2 ** 32 - 1;

/** Yields a plain stream in sealed chunks; the last one, which may be empty, is marked as such. */
export async function* sealChunks(plain: AsyncIterable<Buffer>, keys: BackupKeys): AsyncGenerator<Buffer> {
  const queue = new ByteQueue();
  let at = 0;
  for await (const bytes of plain) {
    queue.push(bytes);
    while (queue.length > CHUNK_BYTES) yield seal(queue.take(CHUNK_BYTES), keys, at++, false);
  }
  yield seal(queue.take(queue.length), keys, at, true);
}

/**
 * Yields the plain stream of an archive, chunk by chunk, each proven before it is handed on.
 *
 * @throws BackupFault when it is no archive, the passphrase is wrong, or anything was changed, moved or cut off.
 */
export async function* openChunks(
  sealed: AsyncIterable<Buffer>,
  passphrase: string,
  onKeys: (keys: BackupKeys) => void,
): AsyncGenerator<Buffer> {
  const queue = new ByteQueue();
  let keys: BackupKeys | null = null;
  let at = 0;
  const begin = async (): Promise<BackupKeys> => {
    const head = await readHead(queue.peek(HEAD_BYTES_MAX), passphrase);
    queue.take(head.length);
    onKeys(head.keys);
    return head.keys;
  };
  for await (const bytes of sealed) {
    queue.push(bytes);
    if (keys === null && queue.length < HEAD_BYTES_MAX) continue;
    keys ??= await begin();
    while (queue.length > SEALED_BYTES) yield open(queue.take(SEALED_BYTES), keys, at++, false);
  }
  keys ??= await begin();
  yield open(queue.take(queue.length), keys, at, true);
}

function seal(plain: Buffer, keys: BackupKeys, at: number, isLast: boolean): Buffer {
  if (at > CHUNKS_MAX) throw new Error('Invariant: an archive has at most 2^32 chunks');
  const nonce = chunkNonce(keys.noncePrefix, at, isLast);
  const cipher = createCipheriv('aes-256-gcm', keys.chunkKey, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(keys.associated);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Buffer, keys: BackupKeys, at: number, isLast: boolean): Buffer {
  const plain = tryOpen(sealed, keys, at, isLast);
  if (plain !== null) return plain;
  const isCut = isLast && (sealed.length < TAG_BYTES || tryOpen(sealed, keys, at, false) !== null);
  throw new BackupFault(
    isCut || (isLast && sealed.length < SEALED_BYTES)
      ? 'the backup is cut off or was changed at its end'
      : `the backup was changed, at byte ${at * SEALED_BYTES} behind its head`,
  );
}

function tryOpen(sealed: Buffer, keys: BackupKeys, at: number, isLast: boolean): Buffer | null {
  if (sealed.length < TAG_BYTES) return null;
  const nonce = chunkNonce(keys.noncePrefix, at, isLast);
  const decipher = createDecipheriv('aes-256-gcm', keys.chunkKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(keys.associated);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const head = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([head, decipher.final()]);
  } catch (e) {
    // The only thing `final` can refuse is the tag.
    if (e instanceof Error) return null;
    throw e;
  }
}

/** Bytes that come in pieces of any size and are taken in others; each is copied once. */
class ByteQueue {
  private parts: Buffer[] = [];
  private bytes = 0;

  get length(): number {
    return this.bytes;
  }

  push(part: Buffer): void {
    this.parts.push(part);
    this.bytes += part.length;
  }

  peek(count: number): Buffer {
    return Buffer.concat(this.parts, Math.min(count, this.bytes));
  }

  take(count: number): Buffer {
    const taken: Buffer[] = [];
    let left = count;
    while (left > 0) {
      const first = this.parts[0];
      if (first === undefined) throw new Error('Invariant: more bytes are taken than there are');
      if (first.length <= left) this.parts.shift();
      else this.parts[0] = first.subarray(left);
      taken.push(first.subarray(0, left));
      left -= Math.min(left, first.length);
    }
    this.bytes -= count;
    return Buffer.concat(taken);
  }
}
