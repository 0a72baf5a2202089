import type { Clock, Random } from '@riptide/core/kernel';
import type { SimKey } from '../../account/model.ts';
import { parseRequest } from '../../server/parse-request.ts';
import type { ServerSocket } from '../../server/venue-server.ts';
import type { BybitPrivateContext } from './bybit-context.ts';
import type { BybitPrivateRest, LimitedAnswer } from './bybit-private-rest.ts';
import type { BybitSink } from './bybit-user-events.ts';

interface Connection {
  readonly connId: string;
  readonly isTrade: boolean;
  readonly idleMs: number;
  readonly reqIds: Set<string>;
  key: SimKey | null;
  heardMs: number;
}

type Request = Readonly<Record<string, unknown>>;

const PATHS = { private: '/v5/private', trade: '/v5/trade' } as const;
const TOPIC =
  /^(order|execution|execution\.fast|position|wallet|greeks)(\.(spot|linear|inverse|option))?$|^dcp\.(future|spot)$/;
const IDLE_MS = 600_000;
const CLOSE_IDLE = 1001;
const REQ_IDS_KEPT = 1_000;
const TRADE_OPS: Readonly<Record<string, string>> = {
  'order.create': 'POST /v5/order/create',
  'order.amend': 'POST /v5/order/amend',
  'order.cancel': 'POST /v5/order/cancel',
  'order.create-batch': 'POST /v5/order/create-batch',
  'order.amend-batch': 'POST /v5/order/amend-batch',
  'order.cancel-batch': 'POST /v5/order/cancel-batch',
};

/** True for the two addresses that need a login. */
export function isPrivatePath(path: string): boolean {
  return path === PATHS.private || path === PATHS.trade;
}

/** The dialogue of the private and the trade sockets: login, topics, pings, order entry. */
export class BybitPrivateSockets {
  private readonly context: BybitPrivateContext;
  private readonly rest: BybitPrivateRest;
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly connections = new Map<ServerSocket, Connection>();
  private messages = 0;

  constructor(
    context: BybitPrivateContext,
    rest: BybitPrivateRest,
    deps: { readonly clock: Clock; readonly random: Random },
  ) {
    this.context = context;
    this.rest = rest;
    this.clock = deps.clock;
    this.random = deps.random;
  }

  has(socket: ServerSocket): boolean {
    return this.connections.has(socket);
  }

  /** `max_active_time` shortens how long a silent client is kept, e.g. `30s`. */
  open(socket: ServerSocket): void {
    const seconds = Number(/^(\d+)s$/.exec(socket.query.get('max_active_time') ?? '')?.[1] ?? IDLE_MS / 1_000);
    const isTrade = socket.path === PATHS.trade;
    this.connections.set(socket, {
      connId: `${this.draw(20)}-${isTrade ? '2t' : '1b'}`,
      isTrade,
      idleMs: Math.min(600, Math.max(30, seconds)) * 1_000,
      reqIds: new Set(),
      key: null,
      heardMs: this.clock.nowMs(),
    });
  }

  close(socket: ServerSocket): void {
    socket.subscriptions.clear();
    this.connections.delete(socket);
  }

  patrol(): void {
    const nowMs = this.clock.nowMs();
    for (const [socket, { heardMs, idleMs }] of this.connections) {
      if (nowMs - heardMs > idleMs) socket.close(CLOSE_IDLE, 'idle');
    }
  }

  /** Sends rows to whoever subscribed, under the name by which they did. */
  readonly tell: BybitSink = (accountId, { topic, category, wireSymbol, rows }) => {
    for (const [socket, { key }] of this.connections) {
      if (key?.accountId !== accountId) continue;
      for (const name of socket.subscriptions) {
        if (name !== topic && name !== `${topic}.${category}`) continue;
        this.messages += 1;
        const id = `${accountId}-${this.messages}`;
        const creationTime = this.context.market.nowMs();
        socket.send(JSON.stringify({ id, topic: name, creationTime, data: rows }), `${topic}:${wireSymbol}`);
      }
    }
  };

  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    connection.heardMs = this.clock.nowMs();
    const parsed = parseRequest(text);
    if (parsed.ok && connection.isTrade) this.obeyTrade(socket, connection, parsed.value);
    else if (parsed.ok) this.obeyPrivate(socket, connection, parsed.value);
    else this.reply(socket, connection, { op: '' }, `Request parameter invalid: ${parsed.error}`);
  }

  private obeyPrivate(socket: ServerSocket, connection: Connection, request: Request): void {
    const args = Array.isArray(request['args']) ? (request['args'] as unknown[]) : [];
    switch (request['op']) {
      case 'ping': {
        const reqId = typeof request['req_id'] === 'string' ? { req_id: request['req_id'] } : {};
        const body = { ...reqId, op: 'pong', args: [String(this.context.market.nowMs())], conn_id: connection.connId };
        return socket.send(JSON.stringify(body), '');
      }
      case 'auth':
        return this.reply(socket, connection, request, this.login(connection, socket, args)?.retMsg ?? '');
      case 'subscribe':
        return this.reply(socket, connection, request, this.subscribe(socket, connection, args));
      case 'unsubscribe':
        for (const name of args) socket.subscriptions.delete(String(name));
        return this.reply(socket, connection, request, '');
      default:
        return this.reply(socket, connection, request, 'error:invalid op');
    }
  }

  /** Null when the client is in. */
  private login(
    connection: Connection,
    socket: ServerSocket,
    args: readonly unknown[],
  ): { readonly retCode: number; readonly retMsg: string } | null {
    const key = this.rest.auth.checkLogin(args, socket.remote ?? '');
    if ('retCode' in key) return key;
    connection.key = key;
    return null;
  }

  /** Returns what is wrong, '' for nothing. One bad topic fails the whole request. */
  private subscribe(socket: ServerSocket, { key }: Connection, args: readonly unknown[]): string {
    if (key === null) return 'Request not authorized';
    const names = args.map(String);
    const wrong = names.find((name) => !TOPIC.test(name));
    if (wrong !== undefined) return `Invalid topic: ${wrong}`;
    for (const name of names) socket.subscriptions.add(name);
    return '';
  }

  private reply(socket: ServerSocket, { connId }: Connection, request: Request, wrong: string): void {
    const reqId = typeof request['req_id'] === 'string' ? { req_id: request['req_id'] } : {};
    const op = typeof request['op'] === 'string' ? request['op'] : '';
    socket.send(JSON.stringify({ success: wrong === '', ret_msg: wrong, op, conn_id: connId, ...reqId }), '');
  }

  private obeyTrade(socket: ServerSocket, connection: Connection, request: Request): void {
    const { op } = request;
    const args = Array.isArray(request['args']) ? (request['args'] as unknown[]) : [];
    if (op === 'ping') {
      const data = [String(this.context.market.nowMs())];
      return this.answerTrade(socket, connection, request, { retCode: 0, retMsg: 'OK', op: 'pong', data });
    }
    if (op === 'auth') {
      const refusal =
        connection.key === null ? this.login(connection, socket, args) : { retCode: 20001, retMsg: 'Repeat auth' };
      const { retCode, retMsg } = refusal ?? { retCode: 0, retMsg: 'OK' };
      return this.answerTrade(socket, connection, request, { retCode, retMsg, op });
    }
    const route = TRADE_OPS[typeof op === 'string' ? op : ''];
    const refuse = (retCode: number, retMsg: string): void =>
      this.answerTrade(socket, connection, request, { retCode, retMsg, op, data: {} });
    if (route === undefined) return refuse(10404, 'op type is not found');
    if (connection.key === null) return refuse(10003, 'Request not authorized');
    const reqId = request['reqId'];
    if (typeof reqId === 'string') {
      if (connection.reqIds.has(reqId)) return refuse(20006, 'Duplicate reqId');
      connection.reqIds.add(reqId);
      if (connection.reqIds.size > REQ_IDS_KEPT) connection.reqIds.clear();
    }
    const headers = (request['header'] ?? {}) as Readonly<Record<string, unknown>>;
    const late = this.rest.auth.refusedTime(
      String(headers['X-BAPI-TIMESTAMP'] ?? ''),
      String(headers['X-BAPI-RECV-WINDOW'] ?? '5000'),
    );
    if (late !== null) return refuse(late.retCode, late.retMsg);
    const [params] = args;
    if (params === null || typeof params !== 'object') return refuse(10001, 'params error: args invalid');
    const given = this.rest.answer(connection.key, route, params as Record<string, unknown>);
    const send = (answered: LimitedAnswer): void => this.sendOrder(socket, connection, request, answered);
    if (given instanceof Promise) void given.then(send);
    else send(given);
  }

  private sendOrder(socket: ServerSocket, connection: Connection, request: Request, given: LimitedAnswer): void {
    const { retCode, retMsg, result, retExtInfo = {} } = given.answer;
    const header = {
      'X-Bapi-Limit': given.headers['x-bapi-limit'] ?? '',
      'X-Bapi-Limit-Status': given.headers['x-bapi-limit-status'] ?? '',
      'X-Bapi-Limit-Reset-Timestamp': given.headers['x-bapi-limit-reset-timestamp'] ?? '',
      Traceid: this.draw(32),
      Timenow: String(this.context.market.nowMs()),
    };
    const body = { retCode, retMsg, op: request['op'], data: result, retExtInfo, header };
    this.answerTrade(socket, connection, request, body);
  }

  private answerTrade(socket: ServerSocket, { connId }: Connection, request: Request, body: Request): void {
    const { reqId } = request;
    const named = typeof reqId === 'string' ? { reqId } : {};
    socket.send(JSON.stringify({ ...named, ...body, connId }), '');
  }

  private draw(chars: number): string {
    let text = '';
    while (text.length < chars) text += Math.floor(this.random() * 36).toString(36);
    return text;
  }
}
