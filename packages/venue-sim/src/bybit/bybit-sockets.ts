import type { Clock, Random } from '@riptide/core/kernel';
import { parseRequest } from '../server/parse-request.ts';
import type { ServerSocket } from '../server/venue-server.ts';
import type { BybitFeed } from './bybit-feed.ts';
import type { BybitListings } from './bybit-listing.ts';
import { parseBybitTopic, type BybitTopicName } from './bybit-topics.ts';

/** Limits of one connection; the defaults are the venue's own, tests shorten them. */
export interface BybitSocketLimits {
  /** A connection without ping and without data is closed after this long. */
  readonly idleMs: number;
  /** Total characters of all args of a connection. */
  readonly argsCharsMax: number;
  /** Args of one subscribe request on spot; linear has no such limit. */
  readonly spotArgsMax: number;
  /** New connections in five minutes. */
  readonly connectionsPer5Min: number;
}

export const BYBIT_SOCKET_LIMITS: BybitSocketLimits = {
  idleMs: 600_000,
  argsCharsMax: 21_000,
  spotArgsMax: 10,
  connectionsPer5Min: 500,
};

interface Connection {
  readonly connId: string;
  heardMs: number;
}

interface Request {
  readonly req_id?: unknown;
  readonly op?: unknown;
  readonly args?: unknown;
}

const CLOSE_IDLE = 1001;

/** The dialogue of one category's sockets: subscribe, unsubscribe, ping, limits. */
export class BybitSockets {
  private readonly listings: BybitListings;
  private readonly feed: BybitFeed;
  private readonly limits: BybitSocketLimits;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly connections = new Map<ServerSocket, Connection>();

  constructor(
    listings: BybitListings,
    feed: BybitFeed,
    deps: { readonly limits: BybitSocketLimits; readonly clock: Clock; readonly random: Random },
  ) {
    this.listings = listings;
    this.feed = feed;
    this.limits = deps.limits;
    this.clock = deps.clock;
    this.random = deps.random;
  }

  has(socket: ServerSocket): boolean {
    return this.connections.has(socket);
  }

  open(socket: ServerSocket): void {
    this.connections.set(socket, { connId: this.drawId(), heardMs: this.clock.nowMs() });
  }

  close(socket: ServerSocket): void {
    for (const topic of socket.subscriptions) this.feed.leave(topic, socket);
    socket.subscriptions.clear();
    this.connections.delete(socket);
  }

  /** Closes connections on which the client has subscribed nothing and said nothing for too long. */
  patrol(): void {
    const nowMs = this.clock.nowMs();
    for (const [socket, connection] of this.connections) {
      if (nowMs - connection.heardMs > this.limits.idleMs) socket.close(CLOSE_IDLE, 'idle');
    }
  }

  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    connection.heardMs = this.clock.nowMs();
    const parsed = parseRequest(text);
    if (parsed.ok) return this.obey(socket, connection, parsed.value);
    const ret_msg = `Request parameter invalid: ${parsed.error}`;
    socket.send(JSON.stringify({ success: false, ret_msg, conn_id: connection.connId, op: '' }), '');
  }

  private obey(socket: ServerSocket, connection: Connection, request: Request): void {
    const { op } = request;
    const args =
      Array.isArray(request.args) && request.args.every((arg) => typeof arg === 'string') ? request.args : [];
    switch (op) {
      case 'ping':
        return this.reply(socket, connection, request, { success: true, message: 'pong' });
      case 'subscribe': {
        const refusal = this.refusalOf(socket, args);
        if (refusal !== null) return this.reply(socket, connection, request, { success: false, message: refusal });
        this.reply(socket, connection, request, {
          success: true,
          message: this.listings.category === 'spot' ? 'subscribe' : '',
        });
        for (const topic of args) this.subscribe(socket, topic);
        return;
      }
      case 'unsubscribe':
        for (const topic of args) {
          socket.subscriptions.delete(topic);
          this.feed.leave(topic, socket);
        }
        return this.reply(socket, connection, request, {
          success: true,
          message: this.listings.category === 'spot' ? 'unsubscribe' : '',
        });
      default:
        return this.reply(socket, connection, request, { success: false, message: `Invalid op: ${String(op)}` });
    }
  }

  /** One bad topic fails the whole request. */
  private refusalOf(socket: ServerSocket, args: readonly string[]): string | null {
    if (args.length === 0) return 'Request parameter invalid: args is empty';
    if (this.listings.category === 'spot' && args.length > this.limits.spotArgsMax) {
      return `args size >${this.limits.spotArgsMax}`;
    }
    const chars = [...socket.subscriptions, ...args].reduce((sum, arg) => sum + arg.length, 0);
    if (chars > this.limits.argsCharsMax) return `args length exceeds ${this.limits.argsCharsMax}`;
    const bad = args.find((topic) => this.parse(topic) === null);
    return bad === undefined ? null : `Invalid topic: ${bad}`;
  }

  private parse(topic: string): BybitTopicName | null {
    return parseBybitTopic(this.listings, topic);
  }

  private subscribe(socket: ServerSocket, topic: string): void {
    const parsed = this.parse(topic);
    if (parsed === null) return;
    socket.subscriptions.add(topic);
    this.feed.join(topic, parsed, socket);
  }

  /** Linear always repeats `req_id`, empty when there was none; spot only when the client sent one. */
  private reply(
    socket: ServerSocket,
    connection: Connection,
    request: Request,
    answer: { readonly success: boolean; readonly message: string },
  ): void {
    const sent = typeof request.req_id === 'string' ? request.req_id : null;
    const req_id = sent === null && this.listings.category === 'spot' ? {} : { req_id: sent ?? '' };
    const body = { success: answer.success, ret_msg: answer.message, conn_id: connection.connId, ...req_id };
    socket.send(JSON.stringify({ ...body, op: typeof request.op === 'string' ? request.op : '' }), '');
  }

  private drawId(): string {
    const part = (length: number): string => {
      let text = '';
      while (text.length < length) text += Math.floor(this.random() * 16).toString(16);
      return text;
    };
    return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`;
  }
}
