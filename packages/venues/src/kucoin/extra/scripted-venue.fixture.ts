import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { KucoinProduct } from '../enums.ts';

/** One private call as the scripted venue got it. */
export interface SeenCall {
  readonly method: string;
  /** `/futures/api/v1/orders`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** What one route answers: the `data` of a success, or a whole refusal; `cut` drops the connection unanswered. */
export type Reply =
  | { readonly data: unknown }
  | { readonly code: string; readonly msg: string; readonly status?: number }
  | { readonly cut: true };

/** A venue on loopback that answers what a test tells it: calls by `METHOD path`, sockets by pushes. */
export class ScriptedVenue {
  readonly calls: SeenCall[] = [];
  readonly topics: string[] = [];
  /** Beats are answered while this is true. */
  answersPings = true;
  private readonly routes = new Map<string, (call: SeenCall) => Reply>();
  private readonly sockets = new Map<KucoinProduct, Set<WebSocket>>([
    ['spot', new Set()],
    ['futures', new Set()],
  ]);
  private readonly server = createServer((request, response) => {
    void read(request).then((call) => {
      this.calls.push(call);
      const reply = this.routes.get(`${call.method} ${call.path}`)?.(call) ?? { code: '404000', msg: 'url not found' };
      if ('cut' in reply) {
        response.destroy();
        return;
      }
      const isRefusal = 'code' in reply;
      response.writeHead(isRefusal ? (reply.status ?? 200) : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRefusal ? { code: reply.code, msg: reply.msg } : { code: '200000', ...reply }));
    });
  });
  private readonly upgrades = new WebSocketServer({ noServer: true });

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.server.on('upgrade', (request, socket, head) => {
      const product: KucoinProduct = request.url?.startsWith('/ws-spot') === true ? 'spot' : 'futures';
      this.upgrades.handleUpgrade(request, socket, head, (opened) => this.attach(product, opened));
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    for (const product of ['spot', 'futures'] as const) {
      const endpoint = `${this.baseUrl.replace('http', 'ws')}/ws-${product}`;
      const servers = [{ endpoint, encrypt: false, protocol: 'websocket', pingInterval: 18_000, pingTimeout: 10_000 }];
      this.on(`POST /${product}/api/v1/bullet-private`, () => ({ data: { token: 'T', instanceServers: servers } }));
    }
  }

  on(route: string, reply: (call: SeenCall) => Reply): void {
    this.routes.set(route, reply);
  }

  /** Sends a frame, given as text so that long numbers stay as they are. */
  push(product: KucoinProduct, frame: string): void {
    for (const socket of this.sockets.get(product) ?? []) socket.send(frame);
  }

  dropSockets(product: KucoinProduct): void {
    for (const socket of this.sockets.get(product) ?? []) socket.terminate();
  }

  stop(): void {
    for (const product of ['spot', 'futures'] as const) this.dropSockets(product);
    this.upgrades.close();
    this.server.closeAllConnections();
    this.server.close();
  }

  private attach(product: KucoinProduct, socket: WebSocket): void {
    this.sockets.get(product)?.add(socket);
    socket.on('close', () => this.sockets.get(product)?.delete(socket));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as {
        readonly id: string;
        readonly type: string;
        readonly topic?: string;
      };
      if (message.type === 'ping' && this.answersPings) socket.send(JSON.stringify({ id: message.id, type: 'pong' }));
      if (message.type !== 'subscribe') return;
      this.topics.push(message.topic ?? '');
      socket.send(JSON.stringify({ id: message.id, type: 'ack' }));
    });
    socket.send(JSON.stringify({ id: 'c', type: 'welcome' }));
  }
}

async function read(request: IncomingMessage): Promise<SeenCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '', 'http://venue');
  const body = text === '' ? null : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  return { method: request.method ?? '', path: url.pathname, query: url.searchParams, body };
}
