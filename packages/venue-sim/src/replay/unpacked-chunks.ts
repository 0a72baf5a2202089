import { createReadStream } from 'node:fs';
import { createGunzip, type Gunzip, type InflateRaw, type ZlibOptions } from 'node:zlib';

/** Fixed, so that equal files come in equal pieces. */
const READ_BYTES = 1 << 18;
const CHUNK_BYTES = 1 << 19;

/** How a file is packed, and where in it that begins. */
export interface Packing {
  readonly startBytes: number;
  unpacker(options: ZlibOptions): Gunzip | InflateRaw;
}

export const GZIP: Packing = { startBytes: 0, unpacker: (options) => createGunzip(options) };

/**
 * Unpacks a file, piece by piece. `onDamage` tells that it ends in the middle or can't be unpacked any further; what came before is
 * given in any case, the same at every read.
 *
 * WHY: the unpacker's own stream throws away what it has unpacked and not yet handed out once it meets the damage: how much that is
 * depends on how far it ran ahead of its reader. Here each piece is taken as soon as it is unpacked, and the next one is unpacked, on a
 * thread of its own, while one is read.
 *
 * @throws Error when the file can't be opened or read.
 */
export async function* unpackedChunks(
  path: string,
  packing: Packing,
  onDamage: (detail: string) => void,
): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { start: packing.startBytes, highWaterMark: READ_BYTES });
  const unpacker = packing.unpacker({ chunkSize: CHUNK_BYTES });
  const unpacked: Buffer[] = [];
  const failure: { text: string | null } = { text: null };
  unpacker.on('data', (chunk: Buffer) => unpacked.push(chunk));
  unpacker.on('error', (cause) => (failure.text = cause.message));
  try {
    let isAwaited: Promise<void> = Promise.resolve();
    for await (const packed of file as AsyncIterable<Buffer>) {
      await isAwaited;
      if (failure.text !== null) break;
      const ready = unpacked.splice(0);
      isAwaited = taken(unpacker, packed);
      yield* ready;
    }
    await isAwaited;
    if (failure.text === null) await ended(unpacker);
    yield* unpacked.splice(0);
    if (failure.text !== null) onDamage(failure.text);
    else if (file.bytesRead === 0) onDamage('unexpected end of file');
  } finally {
    file.destroy();
    unpacker.destroy();
  }
}

/** Resolves when a piece is unpacked whole, or when there is nothing more to unpack it with. */
function taken(unpacker: Gunzip | InflateRaw, packed: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      unpacker.off('close', done);
      resolve();
    };
    unpacker.once('close', done);
    unpacker.write(packed, done);
  });
}

function ended(unpacker: Gunzip | InflateRaw): Promise<void> {
  return new Promise((resolve) => {
    if (unpacker.closed) return resolve();
    unpacker.once('close', resolve);
    unpacker.once('end', resolve);
    unpacker.end();
  });
}
