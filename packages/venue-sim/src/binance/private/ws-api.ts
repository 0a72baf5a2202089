import type { Clock } from '@riptide/core/kernel';
import { parseRequest } from '../../server/parse-request.ts';
import type { ServerSocket } from '../../server/venue-server.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import type { BinanceRest } from '../binance-rest.ts';
import type { BinanceSocketLimits } from '../binance-sockets.ts';
import type { BinanceWeights, WeightTake } from '../binance-weights.ts';
import { socketSigned } from './binance-auth.ts';
import type { BinancePrivateContext } from './private-call.ts';
import type { BinancePrivateRest, PrivateAnswer } from './private-rest.ts';
import { WS_API_METHODS } from './ws-api-methods.ts';

interface Connection {
  readonly openedMs: number;
  pingedMs: number;
  pongedMs: number;
  /** Account by subscription id. */
  readonly subscriptions: Map<number, number>;
  nextSubscription: number;
}

interface Request {
  readonly id: unknown;
  readonly method: string;
  readonly params: URLSearchParams;
}

export interface WsApiDeps {
  readonly clock: Clock;
  readonly limits: BinanceSocketLimits;
  readonly weights: BinanceWeights;
  readonly rest: BinanceRest;
  readonly privateRest: BinancePrivateRest;
}

const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;
const CONNECT_WEIGHT = 2;
const NO_SESSION = new BinanceRefusal(-4056, 'HMAC_SHA256 API key is not supported.');

/** The WebSocket API of one product: the REST calls by other names and, on spot, the user's events. */
export class BinanceWsApi {
  private readonly context: BinancePrivateContext;
  private readonly deps: WsApiDeps;
  private readonly connections = new Map<ServerSocket, Connection>();

  constructor(context: BinancePrivateContext, deps: WsApiDeps) {
    this.context = context;
    this.deps = deps;
  }

  has(socket: ServerSocket): boolean {
    return this.connections.has(socket);
  }

  open(socket: ServerSocket): void {
    const nowMs = this.deps.clock.nowMs();
    this.deps.weights.take(socket.remote ?? '', CONNECT_WEIGHT, this.context.market.nowMs());
    this.connections.set(socket, {
      openedMs: nowMs,
      pingedMs: nowMs,
      pongedMs: nowMs,
      subscriptions: new Map(),
      nextSubscription: 0,
    });
  }

  close(socket: ServerSocket): void {
    this.connections.delete(socket);
  }

  pong(socket: ServerSocket): void {
    const connection = this.connections.get(socket);
    if (connection !== undefined) connection.pongedMs = this.deps.clock.nowMs();
  }

  /** Pings who is due, and cuts who doesn't answer or has lived long enough. */
  patrol(): void {
    const nowMs = this.deps.clock.nowMs();
    const { lifetimeMs, pingEveryMs, pongWithinMs } = this.deps.limits;
    for (const [socket, connection] of this.connections) {
      const { openedMs, pingedMs, pongedMs } = connection;
      if (nowMs - openedMs >= lifetimeMs) socket.close(CLOSE_GOING_AWAY, 'connection lifetime reached');
      else if (pongedMs < pingedMs && nowMs - pingedMs > pongWithinMs) socket.close(CLOSE_POLICY, 'Pong timeout');
      else if (nowMs - pingedMs >= pingEveryMs && pongedMs >= pingedMs) {
        connection.pingedMs = nowMs;
        socket.ping();
      }
    }
  }

  /** Sends an event to every subscription of the account. */
  tell(accountId: number, event: Record<string, unknown>, topic: string): void {
    for (const [socket, { subscriptions }] of this.connections) {
      for (const [subscriptionId, subscribed] of subscriptions) {
        if (subscribed === accountId) socket.send(JSON.stringify({ subscriptionId, event }), topic);
      }
    }
  }

  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    const parsed = parseRequest(text);
    if (!parsed.ok) {
      const error = { code: -1000, msg: `Invalid JSON: ${parsed.error}` };
      socket.send(JSON.stringify({ id: null, status: 400, error }), '');
      return;
    }
    const request = requestOf(parsed.value);
    const weight = this.weightOf(request);
    const taken = this.deps.weights.take(socket.remote ?? '', weight, this.context.market.nowMs());
    const given = taken.refusal === null ? this.answer(socket, connection, request) : bare(taken.refusal);
    const reply = (answer: PrivateAnswer): void => this.reply(socket, request, { answer, taken });
    if (given instanceof Promise) void given.then(reply);
    else reply(given);
  }

  private weightOf({ method, params }: Request): number {
    const path = WS_API_METHODS[this.context.product.kind][method];
    if (path === undefined) return method.startsWith('userDataStream') ? 2 : 1;
    const [verb = '', where = ''] = path.split(' ');
    const keyed = this.deps.privateRest.find(verb, where);
    return keyed === null ? (this.deps.rest.answerPublic(where, params)?.weight ?? 1) : keyed.weight(params);
  }

  private answer(
    socket: ServerSocket,
    connection: Connection,
    request: Request,
  ): PrivateAnswer | Promise<PrivateAnswer> {
    const { method, params } = request;
    const path = WS_API_METHODS[this.context.product.kind][method];
    if (path === undefined) return bare(this.userStream(socket, connection, request));
    const [verb = '', where = ''] = path.split(' ');
    const keyed = this.deps.privateRest.find(verb, where);
    if (keyed === null) return bare(this.deps.rest.answerPublic(where, params)?.answer() ?? unknownMethod(method));
    const signed = keyed.security === 'key' ? null : socketSigned(params);
    const apiKey = params.get('apiKey') ?? '';
    return this.deps.privateRest.answer(keyed, { apiKey, remote: socket.remote ?? '', params, signed });
  }

  /** What only this socket knows: the user's events of spot, and the sessions that keys with a shared secret can't have. */
  private userStream(socket: ServerSocket, connection: Connection, { method, params }: Request): unknown {
    const isSpot = this.context.product.kind === 'spot';
    if (isSpot && method === 'userDataStream.subscribe.signature') {
      const proof = { apiKey: params.get('apiKey') ?? '', remote: socket.remote ?? '', params };
      const key = this.deps.privateRest.identify({ ...proof, signed: socketSigned(params) });
      if (key instanceof BinanceRefusal) return key;
      if (Array.from(connection.subscriptions.values()).includes(key.accountId)) {
        return new BinanceRefusal(-2035, 'User Data Stream subscription already active.');
      }
      const subscriptionId = connection.nextSubscription;
      connection.nextSubscription += 1;
      connection.subscriptions.set(subscriptionId, key.accountId);
      return { subscriptionId };
    }
    if (isSpot && method === 'userDataStream.unsubscribe') {
      const id = params.get('subscriptionId');
      if (id === null) connection.subscriptions.clear();
      else if (!connection.subscriptions.delete(Number(id))) {
        return new BinanceRefusal(-2036, 'User Data Stream subscription not active.');
      }
      return {};
    }
    if (method === 'session.logon' || (isSpot && method === 'userDataStream.subscribe')) return NO_SESSION;
    return unknownMethod(method);
  }

  private reply(
    socket: ServerSocket,
    { id }: Request,
    given: { readonly answer: PrivateAnswer; readonly taken: WeightTake },
  ): void {
    const { answer, count, retryAfterS } = given.answer;
    const limit = this.deps.weights.limits.weightPerMinute;
    const weights = { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit };
    const rateLimits = [...(count?.rows ?? []), { ...weights, count: given.taken.used }];
    if (!(answer instanceof BinanceRefusal)) {
      socket.send(JSON.stringify({ id, status: 200, result: answer, rateLimits }), '');
      return;
    }
    const { code, msg, status } = answer;
    const serverTime = this.context.market.nowMs();
    const waitMs = retryAfterS === null ? given.taken.retryAfterMs : retryAfterS * 1_000;
    const data = status === 429 || status === 418 ? { serverTime, retryAfter: serverTime + waitMs } : answer.data;
    const error = data === null ? { code, msg } : { code, msg, data };
    socket.send(JSON.stringify({ id, status, error, rateLimits }), '');
  }
}

function requestOf(message: Readonly<Record<string, unknown>>): Request {
  const { id = null, method, params } = message;
  const fields = params !== null && typeof params === 'object' ? Object.entries(params) : [];
  return {
    id,
    method: typeof method === 'string' ? method : '',
    params: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, textOf(value)])),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bare(answer: unknown): PrivateAnswer {
  return { answer, retryAfterS: null, count: null };
}

function unknownMethod(method: string): BinanceRefusal {
  return new BinanceRefusal(-1020, `This operation is not supported: ${method}.`);
}
