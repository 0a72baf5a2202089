import { decimal } from '@riptide/core/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SimKey } from '../src/account/model.ts';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { bybitLogin, callBybit, type Answered } from './signed-calls.ts';
import { connect, type Frame } from './tiny-client.ts';

let sim: VenueSim;
let key: SimKey;
let base = '';

beforeAll(async () => {
  sim = await startVenueSim({ seed: 32, mode: { kind: 'sim' }, startUsdt: 50_000 });
  base = sim.baseUrls.BYBIT;
});

afterAll(() => sim.stop());

/** An account for each test: the limits per second are an account's own. */
beforeEach(() => {
  const balances = [{ pocket: 'unified' as const, asset: 'USDT', amount: decimal('50000') }];
  key = sim.control('BYBIT').issueKey({ balances });
});

type Fields = Readonly<Record<string, unknown>>;
const post = (path: string, fields: Fields): Promise<Answered> => callBybit(key, `POST ${base}${path}`, fields);
const get = (path: string, fields: Fields): Promise<Answered> => callBybit(key, `GET ${base}${path}`, fields);
const create = (fields: Fields): Promise<Answered> =>
  post('/v5/order/create', { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', ...fields });
const listOf = ({ body }: Answered): Frame[] => (body['result'] as { list: Frame[] }).list;

async function markPx(symbol: string): Promise<number> {
  return Number(listOf(await get('/v5/market/tickers', { category: 'linear', symbol }))[0]?.['markPrice']);
}

async function login(path: string) {
  const client = await connect(`${base}${path}`);
  client.send(bybitLogin(key));
  await client.next(({ op }) => op === 'auth');
  return client;
}

const rowsOf = (frames: readonly Frame[], topic: string): Frame[] =>
  frames.filter((frame) => frame['topic'] === topic).flatMap((frame) => frame['data'] as Frame[]);

describe('the signed half of BYBIT', () => {
  it('refuses with HTTP 200 and the code of each fault of an order', async () => {
    const px = ((await markPx('BTCUSDT')) * 0.97).toFixed(1);
    const limit = { orderType: 'Limit', qty: '0.010', price: px };
    const codes: [Fields, number][] = [
      [{ ...limit, category: 'option' }, 10001],
      [{ ...limit, symbol: 'NOPEUSDT' }, 10001],
      [{ ...limit, qty: '0.0105' }, 10001],
      [{ ...limit, positionIdx: 1 }, 10001],
      [{ ...limit, qty: '900' }, 110007],
      [{ orderType: 'Market', qty: '0.010', reduceOnly: true }, 110017],
      [{ ...limit, category: 'spot', symbol: 'NOPEUSDT' }, 170121],
      [{ ...limit, category: 'spot', qty: '900' }, 170131],
    ];
    for (const [fields, code] of codes) {
      const { status, body } = await create(fields);
      expect({ fields, status, code: body['retCode'] }).toEqual({ fields, status: 200, code });
      expect(body).toMatchObject({ result: {}, retExtInfo: {} });
    }
    expect((await create({ ...limit, orderLinkId: 'once' })).body['retCode']).toBe(0);
    expect((await create({ ...limit, orderLinkId: 'once' })).body['retCode']).toBe(110072);
    const same = { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'once' };
    expect((await post('/v5/order/cancel', same)).body['retCode']).toBe(0);
    expect((await post('/v5/order/cancel', same)).body['retCode']).toBe(110001);
  });

  it('tells an order as new and filled, its executions, the position and the wallet', async () => {
    const client = await login('/v5/private');
    client.send({ req_id: 's1', op: 'subscribe', args: ['order.linear', 'execution', 'position', 'wallet'] });
    expect(await client.next(({ req_id }) => req_id === 's1')).toMatchObject({ success: true, op: 'subscribe' });
    const placed = await create({ symbol: 'ETHUSDT', orderType: 'Market', qty: '0.050', orderLinkId: 'life-1' });
    const { orderId } = placed.body['result'] as { orderId: string };
    await client.next((frame) => frame['topic'] === 'order.linear' && JSON.stringify(frame).includes('"Filled"'));
    const orders = rowsOf(client.frames, 'order.linear');
    expect(orders[0]).toMatchObject({ orderId, orderStatus: 'New', avgPrice: '', cumExecQty: '0.000' });
    expect(orders.at(-1)).toMatchObject({ orderId, orderStatus: 'Filled', leavesQty: '0.000', cumExecQty: '0.050' });
    const fills = rowsOf(client.frames, 'execution');
    expect(fills.reduce((sum, { execQty }) => sum + Math.round(Number(execQty) * 1_000), 0)).toBe(50);
    expect(fills[0]).toMatchObject({ orderId, execType: 'Trade', feeCurrency: 'USDT', isMaker: false });
    const position = await client.next((frame) => JSON.stringify(frame).includes('"size":"0.050"'));
    expect((position['data'] as Frame[])[0]).toMatchObject({ side: 'Buy', symbol: 'ETHUSDT', category: 'linear' });
    expect((position['data'] as Frame[])[0]).toHaveProperty('entryPrice');
    const [wallet] = rowsOf(client.frames, 'wallet');
    expect(wallet).toMatchObject({ accountType: 'UNIFIED', coin: [{ coin: 'USDT', availableToWithdraw: '' }] });
    const listed = listOf(await get('/v5/position/list', { category: 'linear', symbol: 'ETHUSDT' }))[0];
    expect(listed).toMatchObject({ size: '0.050', side: 'Buy', positionIdx: 0 });
    const log = listOf(await get('/v5/account/transaction-log', { accountType: 'UNIFIED', type: 'TRADE' }));
    expect(log[0]).toMatchObject({ symbol: 'ETHUSDT', side: 'Buy', currency: 'USDT' });
    client.close();
  });

  it('accepts a maker-only linear order that would take and ends it with its reason', async () => {
    const px = ((await markPx('BTCUSDT')) * 1.003).toFixed(1);
    const placed = await create({ orderType: 'Limit', qty: '0.010', price: px, timeInForce: 'PostOnly' });
    expect(placed.body['retCode']).toBe(0);
    const { orderId } = placed.body['result'] as { orderId: string };
    const [row] = listOf(await get('/v5/order/realtime', { category: 'linear', symbol: 'BTCUSDT', orderId }));
    expect(row).toMatchObject({ orderStatus: 'Cancelled', rejectReason: 'EC_PostOnlyWillTakeLiquidity' });
  });

  it('sets, lists, replaces and takes away the stops of a position', async () => {
    await create({ symbol: 'SOLUSDT', orderType: 'Market', qty: '5' });
    const px = await markPx('SOLUSDT');
    const stop = (fields: Fields): Promise<Answered> =>
      post('/v5/position/trading-stop', {
        category: 'linear',
        symbol: 'SOLUSDT',
        positionIdx: 0,
        tpslMode: 'Full',
        ...fields,
      });
    const first = { takeProfit: (px * 1.1).toFixed(2), stopLoss: (px * 0.9).toFixed(2), slTriggerBy: 'MarkPrice' };
    expect((await stop(first)).body['retCode']).toBe(0);
    expect((await stop(first)).body['retCode']).toBe(34040);
    const open = async (): Promise<Frame[]> =>
      listOf(await get('/v5/order/realtime', { category: 'linear', symbol: 'SOLUSDT' }));
    expect(
      (await open()).map(({ stopOrderType }) => String(stopOrderType)).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['StopLoss', 'TakeProfit']);
    expect((await stop({ stopLoss: (px * 0.92).toFixed(2) })).body['retCode']).toBe(0);
    expect(await open()).toHaveLength(2);
    expect((await stop({ takeProfit: '0' })).body['retCode']).toBe(0);
    expect((await open()).map(({ stopOrderType }) => stopOrderType)).toEqual(['StopLoss']);
    await create({ symbol: 'SOLUSDT', side: 'Sell', orderType: 'Market', qty: '5', reduceOnly: true });
    expect(await open()).toEqual([]);
    expect((await stop({ stopLoss: '1' })).body['retCode']).toBe(10001);
  });

  it('tells funding with opposite signs as execution and in the log, and what it closes by force', async () => {
    const control = sim.control('BYBIT');
    const ix = control.ixOf('SOLUSDT', 'perp') ?? -1;
    const client = await login('/v5/private');
    client.send({ req_id: 's3', op: 'subscribe', args: ['execution'] });
    await client.next(({ req_id }) => req_id === 's3');
    await create({ symbol: 'SOLUSDT', orderType: 'Market', qty: '9' });
    control.settleFunding(ix);
    const has = (execType: string) => (frame: Frame) => JSON.stringify(frame).includes(`"execType":"${execType}"`);
    const funded = ((await client.next(has('Funding')))['data'] as Frame[])[0];
    expect(funded).toMatchObject({ symbol: 'SOLUSDT', execQty: expect.stringMatching(/^9(\.0+)?$/) });
    const log = listOf(await get('/v5/account/transaction-log', { accountType: 'UNIFIED', type: 'SETTLEMENT' }));
    expect(Number(log[0]?.['funding'])).toBeCloseTo(-Number(funded?.['execFee']), 10);
    const listed = listOf(await get('/v5/execution/list', { category: 'linear', execType: 'Funding' }));
    expect(listed[0]).toMatchObject({ execId: funded?.['execId'], execFee: funded?.['execFee'] });
    control.adl(key.accountId, ix, 1);
    expect(((await client.next(has('AdlTrade')))['data'] as Frame[])[0]).toMatchObject({ side: 'Sell' });
    control.forceLiquidation(key.accountId, ix);
    expect(((await client.next(has('BustTrade')))['data'] as Frame[])[0]).toMatchObject({ createType: 'CreateByLiq' });
    client.close();
  });

  it('answers each order of a batch for itself', async () => {
    const px = ((await markPx('BTCUSDT')) * 0.97).toFixed(1);
    const one = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.010', price: px };
    const request = [
      { ...one, orderLinkId: 'b-1' },
      { ...one, qty: '900', orderLinkId: 'b-2' },
    ];
    const { body } = await post('/v5/order/create-batch', { category: 'linear', request });
    expect(body).toMatchObject({ retCode: 0, retExtInfo: { list: [{ code: 0, msg: 'OK' }, { code: 110007 }] } });
    const cancelled = await post('/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' });
    expect(listOf(cancelled).map(({ orderLinkId }) => orderLinkId)).toEqual(['b-1']);
  });

  it('refuses the eleventh order of a second with 10006 and tells what is left in headers', async () => {
    const wish = { category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'none' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => post('/v5/order/cancel', wish)));
    expect(answers.some(({ body }) => body['retCode'] === 10006)).toBe(true);
    const limited = answers.find(({ body }) => body['retCode'] === 10006);
    expect(limited?.headers.get('x-bapi-limit')).toBe('10');
    expect(limited?.headers.get('x-bapi-limit-status')).toBe('0');
  });

  it('does an order whose answer is lost, and drops an event that is to be dropped', async () => {
    const client = await login('/v5/private');
    client.send({ req_id: 's2', op: 'subscribe', args: ['execution'] });
    await client.next(({ req_id }) => req_id === 's2');
    sim.desk('BYBIT').armCall({ call: 'place', fault: { kind: 'answer-lost' } });
    sim.desk('BYBIT').armEvent({ event: 'fill', fault: 'drop', count: 50 });
    const fields = {
      category: 'spot',
      symbol: 'ETHUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '100',
      orderLinkId: 'lost',
    };
    const hangs = callBybit(key, `POST ${base}/v5/order/create`, fields, { signal: AbortSignal.timeout(300) });
    await expect(hangs).rejects.toThrow('timeout');
    const [row] = listOf(await get('/v5/order/history', { category: 'spot', orderLinkId: 'lost' }));
    expect(row).toMatchObject({ orderLinkId: 'lost', marketUnit: 'quoteCoin', qty: '100' });
    expect(Number(row?.['cumExecValue'])).toBeGreaterThan(90);
    expect(rowsOf(client.frames, 'execution')).toEqual([]);
    sim.desk('BYBIT').heal();
    client.close();
  });

  it('refuses topics before the login, wrong logins, and order entry that comes twice', async () => {
    const stranger = await connect(`${base}/v5/private`);
    stranger.send({ req_id: 'x', op: 'subscribe', args: ['order'] });
    expect(await stranger.next(({ req_id }) => req_id === 'x')).toMatchObject({ success: false });
    stranger.send({ op: 'auth', args: [key.apiKey, Date.now() + 9_000, 'wrong'] });
    expect(await stranger.next(({ op }) => op === 'auth')).toMatchObject({ success: false });
    stranger.close();
    const trader = await login('/v5/trade');
    const args = [{ category: 'linear', symbol: 'BTCUSDT', orderLinkId: 'none' }];
    const wish = { reqId: 't-1', header: { 'X-BAPI-TIMESTAMP': String(Date.now()) }, op: 'order.cancel', args };
    trader.send(wish);
    expect(await trader.next(({ reqId }) => reqId === 't-1')).toMatchObject({ op: 'order.cancel', retCode: 110001 });
    trader.send(wish);
    expect(await trader.next(({ retCode }) => retCode === 20006)).toMatchObject({ reqId: 't-1' });
    trader.send({ op: 'ping' });
    expect(await trader.next(({ op }) => op === 'pong')).toMatchObject({ retCode: 0 });
    trader.close();
  });

  it('tells the permissions, addresses and expiry of a key, and refuses what it may not', async () => {
    const control = sim.control('BYBIT');
    const drawer = control.issueKey({ accountId: key.accountId, canWithdraw: true, isReadOnly: true });
    const told = await callBybit(drawer, `GET ${base}/v5/user/query-api`, {});
    expect(told.body['result']).toMatchObject({ readOnly: 1, ips: ['*'], permissions: { Wallet: ['Withdraw'] } });
    const fields = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.010' };
    expect((await callBybit(drawer, `POST ${base}/v5/order/create`, fields)).body['retCode']).toBe(10005);
    const bound = control.issueKey({ accountId: key.accountId, ipList: ['203.0.113.7'] });
    expect((await callBybit(bound, `GET ${base}/v5/account/info`, {})).body['retCode']).toBe(10010);
  });
});
