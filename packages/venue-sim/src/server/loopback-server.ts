import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '@riptide/core/kernel';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { PublicFaults } from '../faults-public.ts';
import { LoopbackSocket, type LoopbackSocketDeps } from './loopback-socket.ts';
import { ServerFaults } from './server-faults.ts';
import type { VenueProtocol, WireRequest, WireResponse } from './venue-server.ts';

const BUFFERED_BYTES_MAX = 16 * 1024 * 1024;
const BODY_BYTES_MAX = 1024 * 1024;
const INCOMING_FRAME_BYTES_MAX = 256 * 1024;
const SOCKETS_MAX = 1_000;

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

/** What one loopback server has done so far. */
export interface LoopbackCounters {
  requests: number;
  requestsFailed: number;
  socketsOpened: number;
  socketsRefused: number;
  socketsOverflowed: number;
  framesIn: number;
  framesOut: number;
  bytesOut: number;
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

function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://127.0.0.1');
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { counters, faults } = running;
  counters.requests += 1;
  const url = urlOf(request);
  const body = await readBody(request);
  if (body === null) {
    counters.requestsFailed += 1;
    write(response, { status: 413, body: '{"msg":"body too large"}' });
    return;
  }
  if (faults.hangs(url.pathname)) return;
  const planned = faults.takeFailure(url.pathname);
  if (planned !== null) {
    counters.requestsFailed += 1;
    write(response, planned);
    return;
  }
  try {
    const answered = await running.protocol.handleRequest(wireRequest(request, url, body));
    if (answered.status >= 400) counters.requestsFailed += 1;
    write(response, answered);
  } catch (cause) {
    counters.requestsFailed += 1;
    running.options.log.error('request handler failed', { path: url.pathname, cause: String(cause) });
    write(response, { status: 500, body: '{"msg":"simulator fault"}' });
  }
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
    headers,
    body,
    remote: request.socket.remoteAddress ?? '',
  };
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
  const full = running.sockets.size >= (running.options.maxSockets ?? SOCKETS_MAX);
  const refusal = full
    ? { status: 503, body: '{"msg":"too many connections"}' }
    : running.protocol.refuseSocket(url.pathname, url.searchParams);
  if (refusal !== null) {
    running.counters.socketsRefused += 1;
    const length = Buffer.byteLength(refusal.body);
    incoming.stream.end(
      `HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${refusal.body}`,
    );
    return;
  }
  upgrader.handleUpgrade(incoming.request, incoming.stream, incoming.head, (ws) => accept(running, url, ws));
}

function accept(running: Running, url: URL, ws: WebSocket): void {
  const { counters, faults, protocol, sockets } = running;
  const socket = new LoopbackSocket(running.nextSocketId, url, ws, socketDeps(running));
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

function socketDeps(running: Running): LoopbackSocketDeps {
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
