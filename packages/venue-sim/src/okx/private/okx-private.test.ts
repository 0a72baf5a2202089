import { describe, expect, it } from 'vitest';
import { bench, type Bench } from '../../account/venue-accounts.fixture.ts';
import { okxListings } from '../okx-listing.ts';
import { createOkxPrivate, type OkxPrivate } from './okx-private.ts';
import { signOf } from './okx-auth.ts';
import type { ServerSocket, WireResponse } from '../../server/venue-server.ts';

interface Body {
  readonly code: string;
  readonly msg: string;
  readonly data: readonly Record<string, unknown>[];
}

class Socket implements ServerSocket {
  readonly id = 1;
  readonly path = '/ws/v5/private';
  readonly query = new URLSearchParams();
  readonly subscriptions = new Set<string>();
  readonly bufferedBytes = 0;
  readonly sent: Record<string, unknown>[] = [];
  closed = 0;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  ping(): void {}

  close(code: number): void {
    this.closed = code;
  }
}

function venue(): Bench & { readonly okx: OkxPrivate } {
  const made = bench('OKX');
  const side = { clock: made.clock, accounts: made.accounts, faults: made.desk };
  const okx = createOkxPrivate(made.market, okxListings(made.market.instruments), side);
  okx.start();
  return { ...made, okx };
}

type Venue = ReturnType<typeof venue>;

function call(at: Venue, name: string, body: unknown = null): Body & { readonly status: number } {
  const [method = '', target = ''] = name.split(' ');
  const [path = '', rawQuery = ''] = target.split('?');
  const text = body === null ? '' : JSON.stringify(body);
  const timestamp = new Date(at.market.nowMs()).toISOString();
  const { apiKey, apiSecret, passphrase } = at.firstKey;
  const headers = {
    'ok-access-key': apiKey,
    'ok-access-passphrase': passphrase,
    'ok-access-timestamp': timestamp,
    'ok-access-sign': signOf(apiSecret, timestamp + method + target + text),
  };
  const query = new URLSearchParams(rawQuery);
  const answer = at.okx.rest.handle({ method, path, query, rawQuery, headers, body: text, remote: '127.0.0.1' });
  const { status, body: json } = answer as WireResponse;
  return { status, ...(JSON.parse(json) as Body) };
}

function login(at: Venue): Socket {
  const socket = new Socket();
  const timestamp = String(Math.floor(at.market.nowMs() / 1_000));
  const { apiKey, apiSecret, passphrase } = at.firstKey;
  const sign = signOf(apiSecret, `${timestamp}GET/users/self/verify`);
  at.okx.sockets.obey(socket, 'c', { op: 'login', args: [{ apiKey, passphrase, timestamp, sign }] });
  return socket;
}

function order(at: Venue, offTicks: number, over: object = {}): Record<string, unknown> {
  const ix = at.ix('BTC-USDT-SWAP');
  const px = ((at.bid(ix) + offTicks) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
  return { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', ordType: 'limit', px, sz: '1', ...over };
}

describe('orders of the simulated OKX', () => {
  it('rest, are found by both ids, and end by their owner', () => {
    const at = venue();
    const placed = call(at, 'POST /api/v5/trade/order', order(at, -500, { clOrdId: 'a1' }));
    expect(placed).toMatchObject({ status: 200, code: '0', msg: '', data: [{ clOrdId: 'a1', sCode: '0' }] });
    const ordId = String(placed.data[0]?.['ordId']);
    const query = 'GET /api/v5/trade/order?instId=BTC-USDT-SWAP';
    expect(call(at, `${query}&clOrdId=a1`).data[0]).toMatchObject({ ordId, state: 'live', accFillSz: '0', fee: '0' });
    expect(call(at, 'GET /api/v5/trade/orders-pending').data.map((row) => row['ordId'])).toEqual([ordId]);
    call(at, 'POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT-SWAP', clOrdId: 'a1' });
    expect(call(at, `${query}&ordId=${ordId}`).data[0]).toMatchObject({ state: 'canceled', cancelSource: '1' });
    const again = call(at, 'POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT-SWAP', ordId });
    expect(again).toMatchObject({ code: '1', data: [{ sCode: '51400' }] });
    expect(call(at, `${query}&clOrdId=nobody`)).toMatchObject({ code: '51603', data: [] });
  });

  it('tell of a batch what was done and what was not', () => {
    const at = venue();
    const items = [order(at, -500, { clOrdId: 'b1' }), order(at, -500, { clOrdId: 'b1' })];
    expect(call(at, 'POST /api/v5/trade/batch-orders', items)).toMatchObject({
      code: '2',
      data: [{ sCode: '0' }, { sCode: '51016', ordId: '' }],
    });
  });

  it.each([
    ['51000', { tdMode: 'cash' }],
    ['51000', { posSide: 'long' }],
    ['51000', { clOrdId: 'with-dash' }],
    ['51001', { instId: 'NO-USDT-SWAP' }],
    ['51121', { sz: '0.001' }],
    ['51169', { reduceOnly: true }],
    ['51008', { sz: '900' }],
  ])('are refused with %s, by HTTP 200 and per item', (sCode, over) => {
    const at = venue();
    const refused = call(at, 'POST /api/v5/trade/order', order(at, -500, over));
    expect(refused).toMatchObject({ status: 200, code: '1', data: [{ sCode, ordId: '' }] });
  });

  it('end a post-only order that would take, told as source 31', () => {
    const at = venue();
    const placed = call(at, 'POST /api/v5/trade/order', order(at, 50, { ordType: 'post_only', clOrdId: 'p1' }));
    expect(placed.code).toBe('0');
    const [row] = call(at, 'GET /api/v5/trade/order?instId=BTC-USDT-SWAP&clOrdId=p1').data;
    expect(row).toMatchObject({ state: 'canceled', cancelSource: '31', accFillSz: '0' });
  });

  it('stop at 60 in two seconds for one instrument', () => {
    const at = venue();
    const codes = Array.from({ length: 61 }, () => call(at, 'POST /api/v5/trade/order', order(at, -500)).code);
    expect(codes.slice(0, 60).every((code) => code !== '50011')).toBe(true);
    expect(codes[60]).toBe('50011');
    const other = order(at, -500, { instId: 'ETH-USDT-SWAP', px: '1000' });
    expect(call(at, 'POST /api/v5/trade/order', other).code).not.toBe('50011');
  });
});

describe('private channels of the simulated OKX', () => {
  it('want a login, and close a wrong one with 4001', () => {
    const at = venue();
    const socket = new Socket();
    const asked = { arg: { channel: 'orders', instType: 'ANY' }, id: undefined };
    expect(at.okx.sockets.subscribe(socket, 'c', asked)).toMatchObject({ code: '60011' });
    at.okx.sockets.obey(socket, 'c', {
      op: 'login',
      args: [{ apiKey: 'x', passphrase: 'x', timestamp: 'x', sign: 'x' }],
    });
    expect(socket.closed).toBe(4001);
  });

  it('tell an order live, filled by its trades with the fee of each, and the position', () => {
    const at = venue();
    const socket = login(at);
    for (const channel of ['orders', 'positions', 'balance_and_position']) {
      at.okx.sockets.subscribe(socket, 'c', {
        arg: { channel, ...(channel === 'balance_and_position' ? {} : { instType: 'ANY' }) },
        id: 's',
      });
    }
    expect(socket.sent.find(({ eventType }) => eventType === 'snapshot')).toMatchObject({ data: [], lastPage: true });
    call(at, 'POST /api/v5/trade/order', order(at, 0, { ordType: 'market', px: undefined, clOrdId: 'm1', sz: '3' }));
    const pushes = (channel: string): Record<string, unknown>[] =>
      socket.sent
        .filter((one) => (one['arg'] as { channel?: string } | undefined)?.channel === channel && 'data' in one)
        .flatMap((one) => one['data'] as Record<string, unknown>[]);
    const orders = pushes('orders');
    expect(orders[0]).toMatchObject({ clOrdId: 'm1', state: 'live', accFillSz: '0', tradeId: '' });
    expect(orders.at(-1)).toMatchObject({ state: 'filled', accFillSz: '3', execType: 'T', fillFeeCcy: 'USDT' });
    const fees = orders.slice(1).reduce((sum, row) => sum + Number(row['fillFee']), 0);
    expect(fees).toBeCloseTo(Number(orders.at(-1)?.['fee']), 8);
    expect(fees).toBeLessThan(0);
    expect(pushes('positions').at(-1)).toMatchObject({ instId: 'BTC-USDT-SWAP', pos: '3', posSide: 'net' });
    expect(pushes('balance_and_position').some(({ eventType }) => eventType === 'filled')).toBe(true);
  });

  it('take orders by instIdCode only', () => {
    const at = venue();
    const socket = login(at);
    at.okx.sockets.obey(socket, 'c', { id: 'o1', op: 'order', args: [order(at, -500)] });
    expect(socket.sent.at(-1)).toMatchObject({ id: 'o1', op: 'order', code: '60013', data: [] });
    const coded = { ...order(at, -500), instId: undefined, instIdCode: 20_000 + at.ix('BTC-USDT-SWAP') };
    at.okx.sockets.obey(socket, 'c', { id: 'o2', op: 'order', args: [coded] });
    expect(socket.sent.at(-1)).toMatchObject({ id: 'o2', code: '0', data: [{ sCode: '0' }] });
  });
});

describe('algo orders of the simulated OKX', () => {
  it('end the other leg of an oco once one has fired', () => {
    const at = venue();
    const ix = at.ix('BTC-USDT-SWAP');
    const tick = at.market.instruments[ix]?.pxTick ?? 0;
    const px = (frac: number): string => (Math.round(at.bid(ix) * frac) * tick).toFixed(1);
    call(at, 'POST /api/v5/trade/order', order(at, 0, { ordType: 'market', px: undefined, sz: '2' }));
    const oco = {
      instId: 'BTC-USDT-SWAP',
      tdMode: 'cross',
      side: 'sell',
      ordType: 'oco',
      closeFraction: '1',
      tpTriggerPx: px(1.05),
      tpOrdPx: '-1',
      slTriggerPx: px(0.98),
      slOrdPx: '-1',
      algoClOrdId: 'oco1',
    };
    expect(call(at, 'POST /api/v5/trade/order-algo', { ...oco, slTriggerPx: px(1.02) })).toMatchObject({
      code: '1',
      data: [{ sCode: '51280', algoId: '' }],
    });
    expect(call(at, 'POST /api/v5/trade/order-algo', oco)).toMatchObject({
      code: '0',
      data: [{ algoClOrdId: 'oco1' }],
    });
    expect(call(at, 'GET /api/v5/trade/orders-algo-pending?ordType=oco').data).toHaveLength(1);
    at.control.shockPrice('BTC', -0.05);
    at.clock.advance(5_000);
    const [row] = call(at, 'GET /api/v5/trade/order-algo?algoClOrdId=oco1').data;
    expect(row).toMatchObject({ state: 'effective', actualSide: 'sl', actualSz: '2' });
    expect(call(at, 'GET /api/v5/account/positions').data).toEqual([]);
    expect(at.accounts.orders(at.me, { isOpen: true })).toEqual([]);
  });
});
