import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const NEWLINE = 10;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** True when a file starts like gzip, whatever its name. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(2);
    await file.read(head, 0, 2, 0);
    return head[0] === GZIP_MAGIC[0] && head[1] === GZIP_MAGIC[1];
  } finally {
    await file.close();
  }
}

/**
 * Yields the lines of a plain or gzip text file, one batch per chunk, without their line ends.
 * Splits at LF only, since frames may hold other separators; a CR before it belongs to the line end.
 *
 * @throws the stream's error when the file can't be read or the gzip data are damaged; lines before it have been yielded.
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  const file = createReadStream(path);
  const source: Readable = (await isGzip(path)) ? file.pipe(createGunzip()) : file;
  file.on('error', (cause) => source.destroy(cause));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
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
    if (rest.length > 0) yield [lineText(rest, 0, rest.length)];
  } finally {
    file.destroy();
  }
}

function lineText(data: Buffer, start: number, end: number): string {
  const trimmed = end > start && data[end - 1] === 13 ? end - 1 : end;
  return data.toString('utf8', start, trimmed);
}
