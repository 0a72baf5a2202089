import { deserialize, serialize } from 'node:v8';

/** A frame larger than this is a bug or a stranger on the socket. */
export const FRAME_BYTES_MAX = 64 * 1024 * 1024;
const HEADER_BYTES = 4;

/** Returns one frame: four bytes length (big endian), then the message in V8's own format; both ends are this program. */
export function encodeFrame(message: unknown): Buffer {
  const body = serialize(message);
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32BE(body.length, 0);
  return Buffer.concat([header, body]);
}

/** Cuts a byte stream back into messages, however it was chopped. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private buffered = 0;

  /**
   * Takes the next bytes and hands every message that is complete to `onMessage`.
   *
   * @throws Error when the length is out of bounds or the bytes are no message; the connection is of no use then.
   */
  push(chunk: Buffer, onMessage: (message: unknown) => void): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    for (;;) {
      const byteLength = this.peekLength();
      if (byteLength === null || this.buffered < HEADER_BYTES + byteLength) return;
      const all = this.joined();
      const end = HEADER_BYTES + byteLength;
      this.chunks = end < all.length ? [all.subarray(end)] : [];
      this.buffered -= end;
      onMessage(deserialize(all.subarray(HEADER_BYTES, end)));
    }
  }

  private peekLength(): number | null {
    if (this.buffered < HEADER_BYTES) return null;
    const first = this.chunks[0];
    const head = first !== undefined && first.length >= HEADER_BYTES ? first : this.joined();
    const byteLength = head.readUInt32BE(0);
    if (byteLength > FRAME_BYTES_MAX) throw new Error(`frame of ${byteLength} bytes is over the limit`);
    return byteLength;
  }

  private joined(): Buffer {
    const first = this.chunks[0];
    if (this.chunks.length === 1 && first !== undefined) return first;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}
