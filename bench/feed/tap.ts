import { connect, createServer, type Server, type Socket } from 'node:net';

export interface TappedFrame {
  /** Path of the socket the frame came over. */
  readonly path: string;
  readonly text: string;
}

const OP_TEXT = 1;

/** A TCP proxy that keeps the text frames a WebSocket server sends. Plain requests pass through unseen. */
export class Tap {
  readonly frames: TappedFrame[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.server = server;
  }

  /** Listens in front of `port`. */
  static async before(port: number): Promise<Tap> {
    const server = createServer();
    const tap = new Tap(server);
    server.on('connection', (client) => tap.join(client, port));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return tap;
  }

  get baseUrl(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('Invariant: a listening tap has a port');
    return `http://127.0.0.1:${address.port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private join(client: Socket, port: number): void {
    const upstream = connect(port, '127.0.0.1');
    let path = '';
    let pending: Buffer = Buffer.alloc(0);
    let isSocket = false;
    client.on('data', (chunk) => {
      if (path === '') path = /^\w+ (\S+)/.exec(chunk.toString('latin1'))?.[1] ?? '/';
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      client.write(chunk);
      pending = Buffer.concat([pending, chunk]);
      if (!isSocket) {
        const head = pending.indexOf('\r\n\r\n');
        if (!pending.subarray(0, 12).toString('latin1').endsWith('101') || head < 0) {
          pending = Buffer.alloc(0);
          return;
        }
        isSocket = true;
        pending = pending.subarray(head + 4);
      }
      pending = this.take(pending, path);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }

  /** Keeps the whole text frames and returns the rest. A server's frames are not masked. */
  private take(bytes: Buffer, path: string): Buffer {
    let at = 0;
    for (;;) {
      if (bytes.length < at + 2) return bytes.subarray(at);
      const short = (bytes[at + 1] as number) & 127;
      const headBytes = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length < at + headBytes) return bytes.subarray(at);
      const length =
        short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
      const end = at + headBytes + length;
      if (bytes.length < end) return bytes.subarray(at);
      if (((bytes[at] as number) & 15) === OP_TEXT)
        this.frames.push({ path, text: bytes.toString('utf8', at + headBytes, end) });
      at = end;
    }
  }
}
