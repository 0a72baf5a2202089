import { GZIP, unpackedChunks } from '@riptide/venue-sim/unpacked-chunks';

const NEWLINE = 10;
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
 * Reads the lines of one gzip segment. A segment that ends in the middle, as after a crash, gives all whole lines it holds, the same at
 * every read; `onDamage` tells once why it ended and what was lost with it.
 *
 * @throws Error when the file can't be opened or read.
 */
export async function* segmentLines(path: string, onDamage: (detail: string) => void): AsyncGenerator<LineChunk> {
  const damage: string[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let readBytes = 0;
  for await (const chunk of unpackedChunks(path, GZIP, (detail) => damage.push(detail))) {
    readBytes += chunk.length;
    const firstEnd = chunk.indexOf(NEWLINE);
    if (firstEnd < 0 || rest.length > 0) {
      // Only the line that two chunks share is put together; copying whole chunks costs as much as finding their lines.
      rest = Buffer.concat([rest, firstEnd < 0 ? chunk : chunk.subarray(0, firstEnd + 1)]);
      if (rest.length > LINE_BYTES_MAX) {
        damage.push(`a line of more than ${LINE_BYTES_MAX} bytes`);
        break;
      }
      if (firstEnd < 0) continue;
      yield splitLines(rest).chunk;
    }
    const whole = rest.length > 0 ? chunk.subarray(firstEnd + 1) : chunk;
    const split = splitLines(whole);
    rest = whole.subarray(split.restAt);
    if (split.chunk.count > 0) yield split.chunk;
  }
  const isCut = damage.length > 0;
  if (isCut) damage.push(`it ends after ${readBytes} unpacked bytes, what followed is lost`);
  if (isCut || rest.length > 0) damage.push(`${rest.length} bytes after the last whole line are left out`);
  if (damage.length > 0) onDamage(damage.join('; '));
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
