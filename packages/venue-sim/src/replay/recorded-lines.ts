import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { GZIP, unpackedChunks, type Packing } from './unpacked-chunks.ts';

const NEWLINE = 10;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** Length of a zip entry's header without its two texts, and where their lengths stand (PKWARE APPNOTE 4.3.7). */
const ZIP_HEADER_BYTES = 30;
const ZIP_METHOD_AT = 8;
const ZIP_NAME_LENGTH_AT = 26;
const ZIP_EXTRA_LENGTH_AT = 28;
const ZIP_DEFLATED = 8;

/** Tells how a file is packed, whatever its name: as gzip, as the first entry of a zip archive, or not at all (null). */
async function packingOf(path: string): Promise<Packing | null> {
  const head = await headOf(path);
  if (head[0] === GZIP_MAGIC[0] && head[1] === GZIP_MAGIC[1]) return GZIP;
  const isZip = head.length === ZIP_HEADER_BYTES && head.toString('latin1', 0, 4) === 'PK\u0003\u0004';
  if (!isZip) return null;
  if (head.readUInt16LE(ZIP_METHOD_AT) !== ZIP_DEFLATED) throw new Error('zip entry is not deflated');
  const startBytes = ZIP_HEADER_BYTES + head.readUInt16LE(ZIP_NAME_LENGTH_AT) + head.readUInt16LE(ZIP_EXTRA_LENGTH_AT);
  return { startBytes, unpacker: (options) => createInflateRaw(options) };
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(ZIP_HEADER_BYTES);
    const { bytesRead } = await file.read(head, 0, ZIP_HEADER_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Yields the lines of a plain, gzip or zip text file, one batch per chunk, without their line ends.
 * Splits at LF only, since frames may hold other separators; a CR before it belongs to the line end.
 *
 * @throws Error when the file can't be read or the packed data are damaged; all whole lines before it have been yielded, the same at
 * every read.
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  const packing = await packingOf(path);
  let damage: string | null = null;
  const chunks =
    packing === null
      ? (createReadStream(path) as AsyncIterable<Buffer>)
      : unpackedChunks(path, packing, (detail) => (damage = detail));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: string[] = [];
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      lines.push(lineText(data, start, end));
      start = end + 1;
    }
    rest = data.subarray(start);
    if (lines.length > 0) yield lines;
  }
  if (damage !== null) throw new Error(damage);
  if (rest.length > 0) yield [lineText(rest, 0, rest.length)];
}

function lineText(data: Buffer, start: number, end: number): string {
  const trimmed = end > start && data[end - 1] === 13 ? end - 1 : end;
  return data.toString('utf8', start, trimmed);
}
