import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const NEWLINE = 10;
const READ_BYTES = 1 << 18;
/** WHY: a thread of its own unpacks the next chunk while one is read; both must be worth waking it, and both fit the buffer of the stream. */
const CHUNK_BYTES = 1 << 19;
const UNPACKED_AHEAD_BYTES = 4 * CHUNK_BYTES;
/** A line longer than this is no frame of any venue. */
const LINE_BYTES_MAX = 64 << 20;

/** The lines of one segment, chunk by chunk: whole lines back to back in `bytes`, each with its end. */
export interface LineChunk {
  readonly bytes: Buffer;
  /** Pairs of start and end. */
  readonly spans: Int32Array;
  readonly count: number;
}

/**
 * Reads the lines of one gzip segment. A segment that ends in the middle, as after a crash, gives what it holds; `onDamage` tells.
 *
 * @throws Error when the file can't be opened.
 */
export async function* segmentLines(path: string, onDamage: (detail: string) => void): AsyncGenerator<LineChunk> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES });
  const unpacking = { chunkSize: CHUNK_BYTES, readableHighWaterMark: UNPACKED_AHEAD_BYTES };
  const text = file.pipe(createGunzip(unpacking));
  file.on('error', (cause) => text.destroy(cause));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      const firstEnd = chunk.indexOf(NEWLINE);
      if (firstEnd < 0 || rest.length > 0) {
        // Only the line that two chunks share is put together; copying whole chunks costs as much as finding their lines.
        rest = Buffer.concat([rest, firstEnd < 0 ? chunk : chunk.subarray(0, firstEnd + 1)]);
        if (rest.length > LINE_BYTES_MAX) throw new Error(`a line of more than ${LINE_BYTES_MAX} bytes`);
        if (firstEnd < 0) continue;
        yield splitLines(rest).chunk;
      }
      const whole = rest.length > 0 ? chunk.subarray(firstEnd + 1) : chunk;
      const split = splitLines(whole);
      rest = whole.subarray(split.restAt);
      if (split.chunk.count > 0) yield split.chunk;
    }
    if (rest.length > 0) onDamage(`${rest.length} bytes after the last whole line`);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw cause;
    onDamage(cause instanceof Error ? cause.message : String(cause));
  } finally {
    file.destroy();
  }
}

function splitLines(bytes: Buffer): { readonly chunk: LineChunk; readonly restAt: number } {
  let spans = new Int32Array(2_048);
  let count = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (count * 2 + 2 > spans.length) {
      const grown = new Int32Array(spans.length * 2);
      grown.set(spans);
      spans = grown;
    }
    spans[count * 2] = start;
    spans[count * 2 + 1] = end;
    count += 1;
    start = end + 1;
  }
  return { chunk: { bytes, spans, count }, restAt: start };
}
