import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A wire to the product that can be cut: every connection breaks and none is taken until it is mended. */
export class Wire {
  readonly #productPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  private constructor(productPort: number) {
    this.#productPort = productPort;
    this.#server = this.#serve();
  }

  static async to(productUrl: string): Promise<Wire> {
    const wire = new Wire(Number(new URL(productUrl).port));
    await wire.mend();
    return wire;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.#server = this.#serve();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #serve(): Server {
    return createServer((near) => {
      const far = connect(this.#productPort, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        // One end that breaks breaks the other, which is all there is to say about it.
        socket.on('error', () => other.destroy());
        socket.once('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }
}
