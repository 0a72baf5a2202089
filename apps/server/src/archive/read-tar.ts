import { readTarHead, TAR_BLOCK, tarPadding, type TarHead } from './tar-blocks.ts';

/** Who takes the files of an archive, one after the other. */
export interface TarTaker {
  begin(head: TarHead): Promise<void> | void;
  write(bytes: Buffer): Promise<void> | void;
  end(): Promise<void> | void;
}

/** Reads an archive in one go, handing on bytes as they come. @throws Error when it is no archive or stops short. */
export async function readTar(chunks: AsyncIterable<Buffer>, taker: TarTaker): Promise<void> {
  let pending: Buffer = Buffer.alloc(0);
  let left = 0;
  let padding = 0;
  let isEnded = false;
  for await (const chunk of chunks) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    while (!isEnded) {
      if (left > 0) {
        if (pending.length === 0) break;
        const part = pending.subarray(0, left);
        await taker.write(part);
        left -= part.length;
        pending = pending.subarray(part.length);
        if (left === 0) await taker.end();
      } else if (padding > 0) {
        const skipped = Math.min(padding, pending.length);
        if (skipped === 0) break;
        pending = pending.subarray(skipped);
        padding -= skipped;
      } else {
        if (pending.length < TAR_BLOCK) break;
        const head = readTarHead(pending.subarray(0, TAR_BLOCK));
        pending = pending.subarray(TAR_BLOCK);
        isEnded = head === null;
        if (head === null) continue;
        await taker.begin(head);
        left = head.size;
        padding = tarPadding(head.size);
        if (left === 0) await taker.end();
      }
    }
  }
  if (!isEnded) throw new Error('the archive stops short');
}
