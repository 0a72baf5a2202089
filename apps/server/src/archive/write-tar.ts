import { tarEnd, tarHead, tarPadding } from './tar-blocks.ts';

/** One file of an archive; `bytes` yields exactly `size` bytes. */
export interface ArchiveFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Yields an archive as it is read, without holding a file whole. @throws Error when a file has another size than it says. */
export async function* writeTar(
  files: AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>,
  atMs: number,
): AsyncGenerator<Buffer> {
  for await (const { name, size, bytes } of files) {
    yield tarHead({ name, size }, atMs);
    let written = 0;
    for await (const chunk of bytes) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    const padding = tarPadding(size);
    if (padding > 0) yield Buffer.alloc(padding);
  }
  yield tarEnd();
}

/** Returns a file of an archive from a text. */
export function textFile(name: string, text: string): ArchiveFile {
  const bytes = Buffer.from(text, 'utf8');
  return { name, size: bytes.length, bytes: [bytes] };
}
