import type { SimKey } from '../../account/model.ts';
import type { ServerSocket } from '../../server/venue-server.ts';
import { okxBalanceRow, okxPositionRow } from './okx-account-rows.ts';
import { uidOf } from './okx-account-calls.ts';
import type { OkxParams, OkxPrivateContext } from './okx-context.ts';
import type { OkxGiven, OkxPrivateRest } from './okx-private-rest.ts';
import type { OkxPush, OkxSink, OkxUserChannel } from './okx-user-events.ts';

/** The argument of a subscription to a private channel. */
export interface OkxPrivateArg {
  readonly channel: string;
  readonly instType?: string;
  readonly instId?: string;
  readonly ccy?: string;
}

interface Login {
  readonly key: SimKey;
  readonly args: Map<string, OkxPrivateArg>;
}

type Message = Readonly<Record<string, unknown>>;

const CHANNEL_PATHS: Readonly<Record<OkxUserChannel, string>> = {
  orders: '/ws/v5/private',
  positions: '/ws/v5/private',
  account: '/ws/v5/private',
  balance_and_position: '/ws/v5/private',
  'orders-algo': '/ws/v5/business',
};
const ORDER_OPS: Readonly<Record<string, string>> = {
  order: 'POST /api/v5/trade/order',
  'batch-orders': 'POST /api/v5/trade/batch-orders',
  'cancel-order': 'POST /api/v5/trade/cancel-order',
  'batch-cancel-orders': 'POST /api/v5/trade/cancel-batch-orders',
  'amend-order': 'POST /api/v5/trade/amend-order',
  'batch-amend-orders': 'POST /api/v5/trade/amend-batch-orders',
};
const CLOSE_LOGIN = 4001;
const CHANNEL_SOCKETS_MAX = 30;

/** True for the channels of accounts. */
export function isPrivateChannel(channel: string): channel is OkxUserChannel {
  return Object.hasOwn(CHANNEL_PATHS, channel);
}

/** Login, private channels and order entry of the sockets; pings, limits and public channels are the public half's. */
export class OkxPrivateSockets {
  private readonly context: OkxPrivateContext;
  private readonly rest: OkxPrivateRest;
  private readonly logins = new Map<ServerSocket, Login>();
  /** Told of every socket that data left for. */
  onSent: (socket: ServerSocket) => void = () => undefined;

  constructor(context: OkxPrivateContext, rest: OkxPrivateRest) {
    this.context = context;
    this.rest = rest;
  }

  close(socket: ServerSocket): void {
    this.logins.delete(socket);
  }

  /** Answers logins and order entry; false when the message is neither. */
  obey(socket: ServerSocket, connId: string, message: Message): boolean {
    const { op } = message;
    if (op === 'login') {
      this.login(socket, connId, message);
      return true;
    }
    const route = typeof op === 'string' ? ORDER_OPS[op] : undefined;
    if (route === undefined) return false;
    this.trade(socket, route, message);
    return true;
  }

  /** Subscribes to a private channel and sends its snapshot; returns what is wrong, null for nothing. */
  subscribe(
    socket: ServerSocket,
    connId: string,
    asked: { readonly arg: OkxPrivateArg; readonly id: string | undefined },
  ): { readonly code: string; readonly msg: string } | null {
    const { arg, id } = asked;
    const login = this.logins.get(socket);
    const isHere = isPrivateChannel(arg.channel) && CHANNEL_PATHS[arg.channel] === socket.path;
    if (!isHere) {
      return {
        code: '60018',
        msg: `Wrong URL or channel:${arg.channel} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`,
      };
    }
    if (login === undefined) return { code: '60011', msg: 'Please log in' };
    const listeners = [...this.logins.values()].filter(
      ({ key, args }) =>
        key.accountId === login.key.accountId && [...args.values()].some((one) => one.channel === arg.channel),
    ).length;
    const count = { channel: arg.channel, connCount: String(listeners + (login.args.has(keyOf(arg)) ? 0 : 1)), connId };
    if (Number(count.connCount) > CHANNEL_SOCKETS_MAX) {
      socket.send(
        JSON.stringify({ event: 'channel-conn-count-error', ...count, connCount: String(CHANNEL_SOCKETS_MAX) }),
        '',
      );
      return null;
    }
    login.args.set(keyOf(arg), arg);
    socket.send(JSON.stringify({ ...(id === undefined ? {} : { id }), event: 'subscribe', arg, connId }), '');
    socket.send(JSON.stringify({ event: 'channel-conn-count', ...count }), '');
    this.sendSnapshot(socket, login, arg);
    return null;
  }

  unsubscribe(socket: ServerSocket, arg: OkxPrivateArg): void {
    this.logins.get(socket)?.args.delete(keyOf(arg));
  }

  /** Sends a push to whoever subscribed, under the argument by which they did. */
  readonly tell: OkxSink = (accountId, push) => {
    for (const [socket, { key, args }] of this.logins) {
      if (key.accountId !== accountId) continue;
      for (const arg of args.values()) if (fits(arg, push)) this.send(socket, accountId, { arg, push });
    }
  };

  private login(socket: ServerSocket, connId: string, message: Message): void {
    const [arg] = Array.isArray(message['args']) ? (message['args'] as unknown[]) : [];
    const isKnown = this.logins.has(socket);
    const key = isKnown
      ? { code: '60031', msg: 'User has logged in' }
      : this.rest.auth.checkLogin((arg ?? {}) as Message, socket.remote ?? '');
    if ('code' in key) {
      socket.send(JSON.stringify({ event: 'error', code: key.code, msg: key.msg, connId }), '');
      if (!isKnown) socket.close(CLOSE_LOGIN, 'Login failed.');
      return;
    }
    this.logins.set(socket, { key, args: new Map() });
    socket.send(JSON.stringify({ event: 'login', code: '0', msg: '', connId }), '');
  }

  private trade(socket: ServerSocket, route: string, message: Message): void {
    const { id, op, args, expTime } = message;
    const login = this.logins.get(socket);
    const reply = (body: Message): void => socket.send(JSON.stringify({ id, op, ...body }), '');
    if (login === undefined || socket.path !== '/ws/v5/private') {
      return reply({ code: '60011', msg: 'Please log in', data: [] });
    }
    const items = Array.isArray(args) ? (args as readonly OkxParams[]) : [];
    const isComplete = items.length > 0 && items.every((item) => typeof item['instIdCode'] === 'number');
    if (!isComplete) return reply({ code: '60013', msg: 'Invalid args', data: [] });
    const late = typeof expTime === 'string' ? expTime : null;
    if (this.rest.isLate(late)) return reply(this.rest.envelope(this.rest.lateAnswer()));
    const given = this.rest.answer(login.key, route, items);
    const send = ({ answer }: OkxGiven): void => reply(this.rest.envelope(answer));
    if (given instanceof Promise) void given.then(send);
    else send(given);
  }

  /** Positions and balances start with what there is; orders start with nothing. */
  private sendSnapshot(socket: ServerSocket, { key }: Login, arg: OkxPrivateArg): void {
    const { accounts, faults } = this.context.side;
    if (faults.isSilent) return;
    const { accountId } = key;
    const push = { instType: 'SWAP', instId: arg.instId ?? '', eventType: 'snapshot' } as const;
    const positions = accounts.positions(accountId).map((position) => okxPositionRow(this.context, position));
    if (arg.channel === 'positions') {
      const data = positions.filter(({ instId }) => arg.instId === undefined || arg.instId === instId);
      this.send(socket, accountId, { arg, push: { ...push, channel: 'positions', data } });
    }
    if (arg.channel === 'account') {
      const data = [okxBalanceRow(this.context, accountId, arg.ccy === undefined ? null : [arg.ccy])];
      this.send(socket, accountId, { arg, push: { ...push, channel: 'account', data } });
    }
    if (arg.channel === 'balance_and_position') {
      const { details } = okxBalanceRow(this.context, accountId, null);
      const balData = details.map(({ ccy, cashBal, uTime }) => ({ ccy, cashBal, uTime }));
      const pTime = String(this.context.market.nowMs());
      const data = [{ pTime, eventType: 'snapshot', balData, posData: positions, trades: [] }];
      this.send(socket, accountId, { arg, push: { ...push, channel: 'balance_and_position', eventType: null, data } });
    }
  }

  private send(
    socket: ServerSocket,
    accountId: number,
    { arg, push }: { readonly arg: OkxPrivateArg; readonly push: OkxPush },
  ): void {
    const { channel, eventType, data, instId } = push;
    const paging = eventType === 'snapshot' ? { curPage: 1, lastPage: true } : {};
    const event = eventType === null ? {} : { eventType, ...paging };
    socket.send(JSON.stringify({ arg: { ...arg, uid: uidOf(accountId) }, ...event, data }), `${channel}:${instId}`);
    this.onSent(socket);
  }
}

function keyOf({ channel, instType = '', instId = '', ccy = '' }: OkxPrivateArg): string {
  return `${channel}|${instType}|${instId}|${ccy}`;
}

function fits(arg: OkxPrivateArg, push: OkxPush): boolean {
  return (
    arg.channel === push.channel &&
    (arg.instType === undefined || arg.instType === 'ANY' || push.instType === '' || arg.instType === push.instType) &&
    (arg.instId === undefined || push.instId === '' || arg.instId === push.instId)
  );
}
