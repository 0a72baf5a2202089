import type { Clock } from '@riptide/core/kernel';
import { parseRequest } from '../server/parse-request.ts';
import type { ServerSocket } from '../server/venue-server.ts';
import type { BinanceFeed } from './binance-feed.ts';
import type { BinanceProductKind, BinanceRoute } from './binance-product.ts';
import { isDelivered } from './binance-streams.ts';

/** Limits of one connection; the defaults are the venue's own (web-socket-streams pages), tests shorten them. */
export interface BinanceSocketLimits {
  readonly pingEveryMs: number;
  readonly pongWithinMs: number;
  readonly messagesPerSecond: number;
  readonly streamsMax: number;
  /** A connection is cut after this long. */
  readonly lifetimeMs: number;
}

export const BINANCE_SOCKET_LIMITS: Readonly<Record<BinanceProductKind, BinanceSocketLimits>> = {
  spot: { pingEveryMs: 20_000, pongWithinMs: 60_000, messagesPerSecond: 5, streamsMax: 1_024, lifetimeMs: 86_400_000 },
  usdm: {
    pingEveryMs: 180_000,
    pongWithinMs: 600_000,
    messagesPerSecond: 10,
    streamsMax: 1_024,
    lifetimeMs: 86_400_000,
  },
};

interface Connection {
  readonly route: BinanceRoute;
  readonly openedMs: number;
  combined: boolean;
  pingedMs: number;
  pongedMs: number;
  secondStartMs: number;
  messages: number;
}

const CLOSE_POLICY = 1008;
const CLOSE_GOING_AWAY = 1001;
const METHODS = 'expected one of `SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY`';

/** What a socket path means for one product. */
export interface BinanceSocketPath {
  readonly route: BinanceRoute;
  readonly combined: boolean;
  readonly streams: readonly string[];
}

/** Takes a path below the product's prefix apart, e.g. `/public/ws/btcusdt@depth`; null for a path the venue doesn't have. */
export function parseBinanceSocketPath(
  kind: BinanceProductKind,
  path: string,
  query: URLSearchParams,
): BinanceSocketPath | null {
  const routed = /^\/(public|market|private)(\/.*)$/.exec(path);
  if (routed !== null && kind === 'spot') return null;
  const route: BinanceRoute = kind === 'spot' ? 'any' : ((routed?.[1] as BinanceRoute | undefined) ?? 'unsplit');
  const rest = routed?.[2] ?? path;
  if (rest === '/stream') {
    const streams = (query.get('streams') ?? '').split('/').filter((name) => name !== '');
    return { route, combined: true, streams };
  }
  if (rest === '/ws') return { route, combined: false, streams: [] };
  if (!rest.startsWith('/ws/')) return null;
  const streams = rest.slice('/ws/'.length).split('/').map(decodeURIComponent);
  return { route, combined: false, streams: streams.filter((name) => name !== '') };
}

/** The dialogue of one product's stream sockets: control messages, pings, limits, the 24-hour cut. */
export class BinanceSockets {
  private readonly kind: BinanceProductKind;
  private readonly limits: BinanceSocketLimits;
  private readonly clock: Clock;
  private readonly feed: BinanceFeed;
  private readonly connections = new Map<ServerSocket, Connection>();

  constructor(kind: BinanceProductKind, limits: BinanceSocketLimits, clock: Clock, createFeed: FeedFactory) {
    this.kind = kind;
    this.limits = limits;
    this.clock = clock;
    this.feed = createFeed((socket) => this.connections.get(socket)?.combined ?? false);
  }

  /** The publisher that sends to these sockets. */
  get publisher(): BinanceFeed {
    return this.feed;
  }

  has(socket: ServerSocket): boolean {
    return this.connections.has(socket);
  }

  open(socket: ServerSocket, path: BinanceSocketPath): void {
    const nowMs = this.clock.nowMs();
    this.connections.set(socket, {
      route: path.route,
      openedMs: nowMs,
      combined: path.combined,
      pingedMs: nowMs,
      pongedMs: nowMs,
      secondStartMs: nowMs,
      messages: 0,
    });
    for (const name of path.streams) this.subscribe(socket, path.route, name);
  }

  pong(socket: ServerSocket): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    connection.pongedMs = this.clock.nowMs();
    this.countMessage(socket, connection);
  }

  close(socket: ServerSocket): void {
    for (const name of socket.subscriptions) this.feed.leave(name, socket);
    socket.subscriptions.clear();
    this.connections.delete(socket);
  }

  /** Pings who is due, and cuts who doesn't answer or has lived long enough. Called about once a second. */
  patrol(): void {
    const nowMs = this.clock.nowMs();
    for (const [socket, connection] of this.connections) {
      if (nowMs - connection.openedMs >= this.limits.lifetimeMs) {
        socket.close(CLOSE_GOING_AWAY, 'connection lifetime reached');
      } else if (connection.pongedMs < connection.pingedMs && nowMs - connection.pingedMs > this.limits.pongWithinMs) {
        socket.close(CLOSE_POLICY, 'Pong timeout');
      } else if (nowMs - connection.pingedMs >= this.limits.pingEveryMs && connection.pongedMs >= connection.pingedMs) {
        connection.pingedMs = nowMs;
        socket.ping();
      }
    }
  }

  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined || !this.countMessage(socket, connection)) return;
    const parsed = parseRequest(text);
    if (!parsed.ok) socket.send(JSON.stringify({ code: 3, msg: `Invalid JSON: ${parsed.error}` }), '');
    else this.obey(socket, connection, parsed.value);
  }

  private obey(socket: ServerSocket, connection: Connection, control: Readonly<Record<string, unknown>>): void {
    const { method, params, id = null } = control as { method?: unknown; params?: unknown; id?: unknown };
    const names = Array.isArray(params) && params.every((name) => typeof name === 'string') ? params : null;
    const reply = (result: unknown): void => socket.send(JSON.stringify({ result, id }), '');
    switch (method) {
      case 'SUBSCRIBE':
        if (names === null) return this.refuse(socket, 'Invalid request: missing field `params`', id);
        if (socket.subscriptions.size + names.length > this.limits.streamsMax) {
          return this.refuse(socket, 'Invalid request: too many streams on this connection', id);
        }
        for (const name of names) this.subscribe(socket, connection.route, name);
        return reply(null);
      case 'UNSUBSCRIBE':
        if (names === null) return this.refuse(socket, 'Invalid request: missing field `params`', id);
        for (const name of names) {
          socket.subscriptions.delete(name);
          this.feed.leave(name, socket);
        }
        return reply(null);
      case 'LIST_SUBSCRIPTIONS':
        return reply([...socket.subscriptions]);
      case 'SET_PROPERTY':
        if (!Array.isArray(params) || params[0] !== 'combined' || typeof params[1] !== 'boolean') {
          return this.refuse(socket, 'Invalid request: unknown property', id);
        }
        connection.combined = params[1];
        return reply(null);
      case 'GET_PROPERTY':
        return reply(connection.combined);
      default:
        return this.refuse(socket, `Invalid request: unknown variant \`${String(method)}\`, ${METHODS}`, id);
    }
  }

  /** Spot and futures say the same error in two shapes. */
  private refuse(socket: ServerSocket, msg: string, id: unknown): void {
    const body = this.kind === 'spot' ? { code: 2, msg, id } : { error: { code: 2, msg }, id };
    socket.send(JSON.stringify(body), '');
  }

  private subscribe(socket: ServerSocket, route: BinanceRoute, name: string): void {
    socket.subscriptions.add(name);
    const stream = this.feed.parse(name);
    if (stream !== null && isDelivered(stream, route)) this.feed.join(name, stream, socket);
  }

  /** Returns false when the client was cut for sending too much. Pongs count as messages do. */
  private countMessage(socket: ServerSocket, connection: Connection): boolean {
    const nowMs = this.clock.nowMs();
    if (nowMs - connection.secondStartMs >= 1_000) {
      connection.secondStartMs = nowMs;
      connection.messages = 0;
    }
    connection.messages += 1;
    if (connection.messages <= this.limits.messagesPerSecond) return true;
    socket.close(CLOSE_POLICY, 'Too many requests');
    return false;
  }
}

/** Builds the publisher once the sockets can tell which of them want wrapped frames. */
export type FeedFactory = (isCombined: (socket: ServerSocket) => boolean) => BinanceFeed;
