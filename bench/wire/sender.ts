import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { seededRandom } from '@riptide/core/kernel';

/**
 * A venue's side of a WebSocket in a process of its own: sends the frames it was given, framed before, either as fast as they are taken
 * or one by one at a mean rate with exponential gaps; then it tells when each was written.
 */
interface Frames {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OP_TEXT = 0x81;

process.once('message', ({ bytes, ends }: Frames) => {
  const framed = Array.from(ends, (end, at) => frameOf(Buffer.from(bytes.subarray(at === 0 ? 0 : ends[at - 1], end))));
  const blob = Buffer.concat(framed);
  const server = createServer();
  server.on('upgrade', (request, stream) => {
    const socket = stream as Socket;
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const [, how, figure] = (request.url ?? '').split('/');
    socket.once('data', () => {
      if (how === 'chunks') push(socket, blob, Number(figure));
      else pace(socket, framed, Number(figure));
    });
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { readonly port: number }).port }));
});

function frameOf(payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([OP_TEXT, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([OP_TEXT, 126, length >> 8, length & 255]), payload]);
  const head = Buffer.from([OP_TEXT, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 6);
  return Buffer.concat([head, payload]);
}

function push(socket: Socket, blob: Buffer, chunkBytes: number): void {
  let at = 0;
  const more = (): void => {
    while (at < blob.length) {
      const isTaken = socket.write(blob.subarray(at, at + chunkBytes));
      at += chunkBytes;
      if (isTaken) continue;
      socket.once('drain', more);
      return;
    }
  };
  more();
}

function pace(socket: Socket, framed: readonly Buffer[], perSecond: number): void {
  const random = seededRandom(3);
  const writtenUs = new Float64Array(framed.length);
  let at = 0;
  let dueUs = nowUs();
  const step = (): void => {
    for (; at < framed.length && nowUs() >= dueUs; at += 1) {
      writtenUs[at] = nowUs();
      socket.write(framed[at] as Buffer);
      dueUs += (-Math.log(1 - random()) * 1e6) / perSecond;
    }
    if (at < framed.length) setImmediate(step);
    else process.send?.({ writtenUs });
  };
  step();
}

/** The system's monotonic clock, one for all processes. */
function nowUs(): number {
  return Number(process.hrtime.bigint()) / 1e3;
}
