import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '@riptide/core/kernel';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { PublicFaults } from '../faults-public.ts';
import { LoopbackSocket, type LoopbackSocketDeps } from './loopback-socket.ts';
import { ServerFaults } from './server-faults.ts';
import type { LoopbackCounters, VenueProtocol, WireRequest, WireResponse } from './venue-server.ts';

const BUFFERED_BYTES_MAX = 16 * 1024 * 1024;
const BODY_BYTES_MAX = 1024 * 1024;
const INCOMING_FRAME_BYTES_MAX = 256 * 1024;
const SOCKETS_MAX = 1_000;
/** Longer than readers keep an idle connection, so that theirs is the side that closes it. */
const KEEP_ALIVE_MS = 65_000;

export interface LoopbackServerOptions {
  readonly protocol: VenueProtocol;
  readonly log: Log;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Moves the venue's own clock; called by the fault `skewClock`. */
  readonly shiftClock?: (byMs: number) => void;
  readonly maxBufferedBytes?: number;
  readonly maxSockets?: number;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:<port>`. */
  readonly baseUrl: string;
  readonly faults: PublicFaults;
  readonly counters: Readonly<LoopbackCounters>;
  /** Stops the protocol, cuts every connection and frees the port. */
  stop(): Promise<void>;
}

interface Running {
  readonly options: LoopbackServerOptions;
  readonly protocol: VenueProtocol;
  readonly sockets: Set<LoopbackSocket>;
  readonly faults: ServerFaults;
  readonly counters: LoopbackCounters;
  nextSocketId: number;
}

/** Starts one venue on 127.0.0.1: HTTP requests and WebSockets on one port, spoken by `protocol`. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const sockets = new Set<LoopbackSocket>();
  const counters: LoopbackCounters = {
    requests: 0,
    requestsFailed: 0,
    socketsOpened: 0,
    socketsRefused: 0,
    socketsOverflowed: 0,
    framesIn: 0,
    framesOut: 0,
    bytesOut: 0,
  };
  const faults = new ServerFaults(sockets, options.shiftClock ?? (() => undefined));
  const running: Running = { options, protocol: options.protocol, sockets, faults, counters, nextSocketId: 1 };
  const http = createServer((request, response) => void answer(running, request, response));
  http.keepAliveTimeout = KEEP_ALIVE_MS;
  const upgrader = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: INCOMING_FRAME_BYTES_MAX,
    autoPong: false,
    clientTracking: false,
  });
  http.on('upgrade', (request, stream, head) => upgrade(running, upgrader, { request, stream, head }));
  await listen(http, options.port ?? 0);
  options.protocol.start();
  return {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    faults,
    counters,
    stop: () => stop(running, http),
  };
}

function listen(http: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function stop(running: Running, http: Server): Promise<void> {
  running.protocol.stop();
  for (const socket of running.sockets) socket.drop();
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}

/** The address of a request, or null for one that can't be read. */
function urlOf(request: IncomingMessage): URL | null {
  const base = 'http://127.0.0.1';
  const text = request.url ?? '/';
  return URL.canParse(text, base) && isDecodable(text) ? new URL(text, base) : null;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (cause) {
    if (cause instanceof URIError) return false;
    throw cause;
  }
}

/** Answers one request; whatever goes wrong, a broken handler or a client that went away, ends here and is counted. */
async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { counters } = running;
  counters.requests += 1;
  try {
    const answered = await answerOf(running, request);
    if (answered === null) return;
    if (answered.status >= 400) counters.requestsFailed += 1;
    write(response, answered);
  } catch (cause) {
    counters.requestsFailed += 1;
    running.options.log.error('request failed', { path: request.url ?? '', cause: String(cause) });
    write(response, { status: 500, body: '{"msg":"simulator fault"}' });
  }
}

/** Null: the request is left hanging on purpose. */
async function answerOf(running: Running, request: IncomingMessage): Promise<WireResponse | null> {
  const url = urlOf(request);
  if (url === null) return { status: 400, body: '{"msg":"malformed address"}' };
  const body = await readBody(request);
  if (body === null) return { status: 413, body: '{"msg":"body too large"}' };
  if (running.faults.hangs(url.pathname)) return null;
  const planned = running.faults.takeFailure(url.pathname);
  return planned ?? running.protocol.handleRequest(wireRequest(request, url, body));
}

function wireRequest(request: IncomingMessage, url: URL, body: string): WireRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    rawQuery: rawQueryOf(request.url ?? ''),
    headers,
    body,
    remote: request.socket.remoteAddress ?? '',
  };
}

function rawQueryOf(target: string): string {
  const at = target.indexOf('?');
  return at < 0 ? '' : target.slice(at + 1);
}

/** Returns the body as text, or null when it is larger than the bound. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function write(response: ServerResponse, answered: WireResponse): void {
  response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers });
  response.end(answered.body);
}

interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
}

function upgrade(running: Running, upgrader: WebSocketServer, incoming: UpgradeRequest): void {
  const url = urlOf(incoming.request);
  const refusal = url === null ? { status: 400, body: '{"msg":"malformed address"}' } : refusalOf(running, url);
  if (url !== null && refusal === null) {
    upgrader.handleUpgrade(incoming.request, incoming.stream, incoming.head, (ws) =>
      accept(running, url, { ws, remote: incoming.request.socket.remoteAddress ?? '' }),
    );
    return;
  }
  const { status, body } = refusal ?? { status: 400, body: '' };
  running.counters.socketsRefused += 1;
  incoming.stream.on('error', (cause) => running.options.log.warn('refused socket failed', { cause: String(cause) }));
  incoming.stream.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function refusalOf(running: Running, url: URL): WireResponse | null {
  if (running.sockets.size >= (running.options.maxSockets ?? SOCKETS_MAX)) {
    return { status: 503, body: '{"msg":"too many connections"}' };
  }
  return running.protocol.refuseSocket(url.pathname, url.searchParams);
}

function accept(running: Running, url: URL, client: { readonly ws: WebSocket; readonly remote: string }): void {
  const { ws, remote } = client;
  const { counters, faults, protocol, sockets } = running;
  const socket = new LoopbackSocket(running.nextSocketId, url, ws, { ...socketDeps(running), remote });
  running.nextSocketId += 1;
  counters.socketsOpened += 1;
  sockets.add(socket);
  ws.on('message', (data: RawData, isBinary: boolean) => {
    counters.framesIn += 1;
    if (isBinary) socket.close(1003, 'text frames only');
    else protocol.onSocketText(socket, (data as Buffer).toString('utf8'));
  });
  ws.on('ping', (data) => {
    if (faults.answersPings) ws.pong(data);
  });
  ws.on('pong', () => protocol.onSocketPong(socket));
  ws.on('error', (cause) => running.options.log.warn('socket failed', { venue: protocol.venue, cause: String(cause) }));
  ws.on('close', () => {
    sockets.delete(socket);
    protocol.onSocketClose(socket);
  });
  protocol.onSocketOpen(socket);
}

function socketDeps(running: Running): Omit<LoopbackSocketDeps, 'remote'> {
  const { counters, faults, options } = running;
  return {
    frameFaults: faults.frames,
    maxBufferedBytes: options.maxBufferedBytes ?? BUFFERED_BYTES_MAX,
    isSilent: () => faults.isSilent,
    answersPings: () => faults.answersPings,
    onFrame: (bytes) => {
      counters.framesOut += 1;
      counters.bytesOut += bytes;
    },
    onOverflow: () => {
      counters.socketsOverflowed += 1;
    },
  };
}
