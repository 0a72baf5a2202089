import { decimal } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { bench, type Bench } from '../../account/venue-accounts.fixture.ts';
import type { ServerSocket, WireResponse } from '../../server/venue-server.ts';
import { kucoinListings, type KucoinProduct } from '../kucoin-listing.ts';
import { signOf } from './kucoin-auth.ts';
import { createKucoinPrivate, type KucoinPrivate } from './kucoin-private.ts';

interface Body {
  readonly code: string;
  readonly msg?: string;
  readonly data?: unknown;
}

interface Push {
  readonly topic: string;
  readonly subject: string;
  readonly data: Record<string, unknown>;
}

function venue(): Bench & { readonly kucoin: KucoinPrivate } {
  const made = bench('KUCOIN');
  const side = { clock: made.clock, accounts: made.accounts, faults: made.desk };
  const { instruments } = made.market;
  const listings = { spot: kucoinListings(instruments, 'spot'), futures: kucoinListings(instruments, 'futures') };
  const kucoin = createKucoinPrivate(made.market, listings, side);
  kucoin.start();
  for (const pocket of ['spot', 'futures'] as const) made.control.setBalance(made.me, pocket, 'USDT', decimal(10_000));
  return { ...made, kucoin };
}

type Venue = ReturnType<typeof venue>;

function call(
  at: Venue,
  product: KucoinProduct,
  name: string,
  body: unknown = null,
): Body & { readonly status: number } {
  const [method = '', target = ''] = name.split(' ');
  const [path = '', rawQuery = ''] = target.split('?');
  const text = body === null ? '' : JSON.stringify(body);
  const timestamp = String(at.market.nowMs());
  const { apiKey, apiSecret, passphrase } = at.firstKey;
  const headers = {
    'kc-api-key': apiKey,
    'kc-api-passphrase': signOf(apiSecret, passphrase),
    'kc-api-timestamp': timestamp,
    'kc-api-key-version': '2',
    'kc-api-sign': signOf(apiSecret, timestamp + method + target + text),
  };
  const query = new URLSearchParams(rawQuery);
  const request = { method, path, query, rawQuery, headers, body: text, remote: '127.0.0.1' };
  const { rest } = at.kucoin[product];
  if (!rest.has(method, path)) throw new Error(`no ${name}`);
  const answer = rest.handle(request, path) as WireResponse;
  return { status: answer.status, ...(JSON.parse(answer.body) as Body) };
}

function listen(at: Venue, product: KucoinProduct, topics: readonly string[]): Push[] {
  const sent: Push[] = [];
  const socket: ServerSocket = {
    id: 1,
    path: `/${product}/endpoint`,
    query: new URLSearchParams(),
    subscriptions: new Set(),
    bufferedBytes: 0,
    send: (text) => void sent.push(JSON.parse(text) as Push),
    ping: () => undefined,
    close: () => undefined,
  };
  at.kucoin[product].topics.open(socket, at.me);
  for (const topic of topics) expect(at.kucoin[product].topics.change(socket, 'subscribe', topic)).toBeNull();
  return sent;
}

function futuresOrder(at: Venue, offTicks: number, over: object = {}): Record<string, unknown> {
  const ix = at.ix('XBTUSDTM');
  const price = ((at.bid(ix) + offTicks) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
  const head = { clientOid: 'f1', side: 'buy', symbol: 'XBTUSDTM', type: 'limit', leverage: 3 };
  return { ...head, price, size: 2, ...over };
}

const MARKET = { type: 'market', price: undefined };

describe('futures orders of the simulated KuCoin', () => {
  it('rest, are found by both ids, and end by their owner', () => {
    const at = venue();
    const placed = call(at, 'futures', 'POST /api/v1/orders', futuresOrder(at, -500));
    expect(placed).toMatchObject({ status: 200, code: '200000', data: { clientOid: 'f1' } });
    const { orderId } = placed.data as { orderId: string };
    const one = call(at, 'futures', 'GET /api/v1/orders/byClientOid?clientOid=f1');
    expect(one.data).toMatchObject({
      id: orderId,
      status: 'open',
      isActive: true,
      size: 2,
      filledSize: 0,
      leverage: '3',
    });
    expect(call(at, 'futures', 'GET /api/v1/orders?status=active').data).toMatchObject({ totalNum: 1 });
    const cancelled = call(at, 'futures', `DELETE /api/v1/orders/${orderId}`);
    expect(cancelled.data).toEqual({ cancelledOrderIds: [orderId] });
    const done = call(at, 'futures', `GET /api/v1/orders/${orderId}`);
    expect(done.data).toMatchObject({ status: 'done', cancelExist: true, isActive: false });
    expect(call(at, 'futures', `DELETE /api/v1/orders/${orderId}`).code).toBe('100004');
    expect(call(at, 'futures', 'GET /api/v1/orders/byClientOid?clientOid=nobody')).toMatchObject({
      code: '100001',
      msg: 'error.getOrder.orderNotExist',
    });
  });

  it.each([
    ['330005', { marginMode: 'CROSS' }],
    ['330011', { positionSide: 'LONG' }],
    ['100001', { size: undefined }],
    ['100001', { ...MARKET, timeInForce: 'IOC' }],
    ['100003', { symbol: 'NOUSDTM' }],
    ['300009', { ...MARKET, reduceOnly: true }],
    ['300003', { size: 100_000 }],
    ['300016', { leverage: 1_000 }],
  ])('are refused with %s by HTTP 200', (code, over) => {
    const at = venue();
    const refused = call(at, 'futures', 'POST /api/v1/orders', futuresOrder(at, -500, over));
    expect(refused).toMatchObject({ status: 200, code });
  });

  it('tell of a fill first the match and then the end, sizes as text, times in nanoseconds', () => {
    const at = venue();
    const topics = ['/contractMarket/tradeOrders:XBTUSDTM', '/contract/position:XBTUSDTM', '/contractAccount/wallet'];
    const sent = listen(at, 'futures', topics);
    call(at, 'futures', 'POST /api/v1/orders', futuresOrder(at, 0, MARKET));
    const orders = sent.filter(({ subject }) => subject === 'symbolOrderChange').map(({ data }) => data);
    expect(orders[0]).toMatchObject({ type: 'open', status: 'open', size: '2', filledSize: '0', remainSize: '2' });
    expect(orders[1]).toMatchObject({ type: 'match', status: 'match', feeType: 'takerFee', tradeType: 'trade' });
    expect(orders.at(-1)).toMatchObject({ type: 'filled', status: 'done', filledSize: '2', remainSize: '0' });
    expect(orders.at(-1)).not.toHaveProperty('matchSize');
    expect(String(orders[1]?.['ts'])).toHaveLength(19);
    const position = sent.filter(({ subject }) => subject === 'position.change').at(-1);
    expect(position?.data).toMatchObject({ currentQty: 2, isOpen: true, changeReason: 'positionChange' });
    expect(sent.some(({ subject }) => subject === 'walletBalance.change')).toBe(true);
  });

  it('keep the id of a stop when it fires and closes the position', () => {
    const at = venue();
    const ix = at.ix('XBTUSDTM');
    const stopPrice = (Math.round(at.bid(ix) * 0.98) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
    call(at, 'futures', 'POST /api/v1/orders', futuresOrder(at, 0, MARKET));
    const stop = {
      clientOid: 's1',
      symbol: 'XBTUSDTM',
      type: 'market',
      closeOrder: true,
      stop: 'down',
      stopPrice,
      stopPriceType: 'MP',
    };
    const placed = call(at, 'futures', 'POST /api/v1/orders', stop);
    const { orderId } = placed.data as { orderId: string };
    expect(call(at, 'futures', 'GET /api/v1/stopOrders?symbol=XBTUSDTM').data).toMatchObject({
      items: [{ id: orderId, stop: 'down', stopPriceType: 'MP', stopTriggered: false, closeOrder: true, side: 'sell' }],
    });
    at.control.shockPrice('BTC', -0.05);
    at.clock.advance(5_000);
    expect(call(at, 'futures', `GET /api/v1/orders/${orderId}`).data).toMatchObject({
      status: 'done',
      stopTriggered: true,
      filledSize: 2,
      cancelExist: false,
    });
    expect(call(at, 'futures', 'GET /api/v1/position?symbol=XBTUSDTM').data).toMatchObject({
      isOpen: false,
      currentQty: 0,
    });
  });

  it('place the stops sent along once their order has filled', () => {
    const at = venue();
    const ix = at.ix('XBTUSDTM');
    const px = (frac: number): string =>
      (Math.round(at.bid(ix) * frac) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
    const triggers = { triggerStopUpPrice: px(1.1), triggerStopDownPrice: px(0.9), stopPriceType: 'MP' };
    call(at, 'futures', 'POST /api/v1/st-orders', futuresOrder(at, 0, { ...MARKET, ...triggers }));
    at.clock.advance(1);
    expect(call(at, 'futures', 'GET /api/v1/stopOrders').data).toMatchObject({ totalNum: 2 });
  });
});

describe('spot orders of the simulated KuCoin', () => {
  it('are received, matched and filled, and pay their fee in quote', () => {
    const at = venue();
    const sent = listen(at, 'spot', ['/spotMarket/tradeOrdersV2', '/account/balance']);
    const market = { clientOid: 'm1', side: 'buy', symbol: 'BTC-USDT', type: 'market', funds: '100' };
    expect(call(at, 'spot', 'POST /api/v1/hf/orders', market).code).toBe('200000');
    const types = sent.filter(({ subject }) => subject === 'orderChange').map(({ data }) => data['type']);
    expect(types[0]).toBe('received');
    expect(types.slice(1, -1).every((type) => type === 'match')).toBe(true);
    expect(types.at(-1)).toBe('filled');
    const { items } = call(at, 'spot', 'GET /api/v1/hf/fills?symbol=BTC-USDT').data as {
      items: Record<string, unknown>[];
    };
    expect(items[0]).toMatchObject({ feeCurrency: 'USDT', liquidity: 'taker', side: 'buy' });
    expect(sent.some(({ subject, data }) => subject === 'account.balance' && data['currency'] === 'BTC')).toBe(true);
  });

  it('get a new id when altered and keep their client id in the answer', () => {
    const at = venue();
    const ix = at.ix('BTC-USDT', 'spot');
    const px = (off: number): string => ((at.bid(ix) + off) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
    const limit = { clientOid: 'l1', side: 'buy', symbol: 'BTC-USDT', type: 'limit', price: px(-500), size: '0.001' };
    const { orderId } = call(at, 'spot', 'POST /api/v1/hf/orders', limit).data as { orderId: string };
    const altered = call(at, 'spot', 'POST /api/v1/hf/orders/alter', {
      symbol: 'BTC-USDT',
      orderId,
      newPrice: px(-600),
    });
    const { newOrderId } = altered.data as { newOrderId: string };
    expect(newOrderId).not.toBe(orderId);
    expect(altered.data).toMatchObject({ clientOid: 'l1' });
    const open = call(at, 'spot', 'GET /api/v1/hf/orders/active?symbol=BTC-USDT').data;
    expect(open).toMatchObject([{ id: newOrderId, price: px(-600), active: true }]);
    expect(call(at, 'spot', `GET /api/v1/hf/orders/${orderId}?symbol=BTC-USDT`).data).toMatchObject({
      cancelExist: true,
    });
    expect(call(at, 'spot', `GET /api/v1/hf/orders/${orderId}`)).toMatchObject({
      code: '400100',
      msg: 'symbol is required',
    });
  });

  it('end when nobody called the dead-man timer again', () => {
    const at = venue();
    const ix = at.ix('BTC-USDT', 'spot');
    const price = ((at.bid(ix) - 500) * (at.market.instruments[ix]?.pxTick ?? 0)).toFixed(1);
    const limit = { clientOid: 'd1', side: 'buy', symbol: 'BTC-USDT', type: 'limit', price, size: '0.001' };
    call(at, 'spot', 'POST /api/v1/hf/orders', limit);
    expect(call(at, 'spot', 'POST /api/v1/hf/orders/dead-cancel-all', { timeout: 4 }).code).toBe('400100');
    call(at, 'spot', 'POST /api/v1/hf/orders/dead-cancel-all', { timeout: 5 });
    at.clock.advance(6_000);
    expect(call(at, 'spot', 'GET /api/v1/hf/orders/active?symbol=BTC-USDT').data).toEqual([]);
  });
});

describe('the wallets of the simulated KuCoin', () => {
  it('move money between trading and contracts, and nothing that is not there', () => {
    const at = venue();
    const move = {
      clientOid: 't1',
      type: 'INTERNAL',
      currency: 'USDT',
      fromAccountType: 'TRADE',
      toAccountType: 'CONTRACT',
    };
    const path = 'POST /api/v3/accounts/universal-transfer';
    expect(call(at, 'spot', path, { ...move, amount: '2500' }).code).toBe('200000');
    expect(call(at, 'spot', 'GET /api/v1/accounts?type=trade').data).toMatchObject([
      { currency: 'USDT', balance: '7500' },
    ]);
    const overview = call(at, 'futures', 'GET /api/v1/account-overview?currency=USDT').data;
    expect(overview).toMatchObject({ accountEquity: 12_500, availableBalance: 12_500, currency: 'USDT' });
    expect(call(at, 'futures', 'GET /api/v1/account-overview').data).toMatchObject({
      currency: 'XBT',
      accountEquity: 0,
    });
    expect(call(at, 'spot', path, { ...move, clientOid: 't2', amount: '90000' }).code).toBe('230003');
  });

  it('take weights from pools and say so by 429000 when one is empty', () => {
    const at = venue();
    const replies = Array.from({ length: 11 }, () => call(at, 'futures', 'DELETE /api/v1/orders'));
    expect(replies.slice(0, 10).every(({ code }) => code === '200000')).toBe(true);
    expect(replies[10]).toMatchObject({ status: 429, code: '429000' });
  });
});

describe("KuCoin's futures ledger", () => {
  it('is read page by page, each row once, by the offset of the last row', () => {
    const at = venue();
    for (const amount of [1, 2, 3, 4]) at.control.setBalance(at.me, 'futures', 'USDT', decimal(10_000 + amount));
    const seen: number[] = [];
    let query = '';
    for (let page = 0; page < 5; page += 1) {
      const { data } = call(at, 'futures', `GET /api/v1/transaction-history?maxCount=2${query}`);
      const { dataList, hasMore } = data as { dataList: readonly { offset: number }[]; hasMore: boolean };
      seen.push(...dataList.map(({ offset }) => offset));
      if (!hasMore) break;
      query = `&offset=${String(seen.at(-1))}`;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });
});
