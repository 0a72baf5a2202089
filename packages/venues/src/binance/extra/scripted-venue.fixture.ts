import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** One request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Query and form body together. */
  readonly params: URLSearchParams;
}

/** What a route answers; `cut` ends the connection without an answer. */
type Scripted =
  { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> } | 'cut';

/** A venue that answers as a test says; it knows nothing of orders. */
export interface ScriptedVenue {
  readonly baseUrl: string;
  readonly requests: SeenRequest[];
  /** Sockets that stand now, by path. */
  readonly sockets: Map<WebSocket, string>;
  on(route: string, answer: (request: SeenRequest) => Scripted): void;
  /** Sends a text to every socket whose path holds `pathPart`. */
  push(pathPart: string, text: string): void;
  /** Cuts every socket whose path holds `pathPart`. */
  cut(pathPart: string): void;
  stop(): Promise<void>;
}

/** Answer of the spot WebSocket API to the subscription; replaced by `on('WS', …)`. */
const SUBSCRIBED = { status: 200, body: { result: { subscriptionId: 0 } } };

/** Starts a scripted venue on a free loopback port; a listen key and the subscription are answered from the start. */
export async function startScriptedVenue(): Promise<ScriptedVenue> {
  const requests: SeenRequest[] = [];
  const routes = new Map<string, (request: SeenRequest) => Scripted>();
  const sockets = new Map<WebSocket, string>();
  routes.set('POST /usdm/fapi/v1/listenKey', () => ({ body: { listenKey: 'key1' } }));
  routes.set('WS', () => SUBSCRIBED);
  const http = createServer((request, response) => void answer(request, response, requests, routes));
  const ws = new WebSocketServer({ server: http });
  ws.on('connection', (socket, request) => {
    sockets.set(socket, request.url ?? '');
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data: Buffer) => {
      const { id, method, params } = JSON.parse(data.toString()) as { id: number; method: string; params: object };
      const seen = { method: 'WS', path: method, params: new URLSearchParams(Object.entries(params)) };
      requests.push(seen);
      const said = routes.get('WS')?.(seen);
      if (said !== undefined && said !== 'cut') socket.send(JSON.stringify({ id, status: said.status, ...said.body! }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const chosen = (pathPart: string): WebSocket[] =>
    [...sockets].filter(([, path]) => path.includes(pathPart)).map(([socket]) => socket);
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    sockets,
    on: (route, say) => void routes.set(route, say),
    push: (pathPart, text) => chosen(pathPart).forEach((socket) => socket.send(text)),
    cut: (pathPart) => chosen(pathPart).forEach((socket) => socket.terminate()),
    stop: async () => {
      for (const socket of sockets.keys()) socket.terminate();
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: SeenRequest[],
  routes: ReadonlyMap<string, (request: SeenRequest) => Scripted>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://loopback');
  const params = new URLSearchParams(`${url.search}&${Buffer.concat(chunks).toString()}`);
  const seen = { method: request.method ?? '', path: url.pathname, params };
  requests.push(seen);
  const said = routes.get(`${seen.method} ${seen.path}`)?.(seen) ?? { status: 404, body: null };
  if (said === 'cut') {
    request.socket.destroy();
    return;
  }
  response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers });
  response.end(JSON.stringify(said.body));
}
