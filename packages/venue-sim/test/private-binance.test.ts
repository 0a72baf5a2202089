import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimKey } from '../src/account/model.ts';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { callBinance, signedParams, type Answered } from './signed-calls.ts';
import { connect, type Frame } from './tiny-client.ts';

let sim: VenueSim;
let key: SimKey;
let usdm = '';
let spot = '';

beforeAll(async () => {
  sim = await startVenueSim({
    seed: 31,
    mode: { kind: 'sim' },
    startUsdt: 50_000,
    venues: { BINANCE: { usdm: { listenKeyLifeMs: 3_600_000 } } },
  });
  key = sim.firstKey('BINANCE');
  usdm = `${sim.baseUrls.BINANCE}/usdm`;
  spot = `${sim.baseUrls.BINANCE}/spot`;
});

afterAll(() => sim.stop());

const order = (fields: Record<string, string | number>, by = key): Promise<Answered> =>
  callBinance(by, `POST ${usdm}/fapi/v1/order`, { symbol: 'BTCUSDT', side: 'BUY', ...fields });
const get = (path: string, fields: Record<string, string | number> = {}): Promise<Answered> =>
  callBinance(key, `GET ${path}`, fields);

async function restingPx(symbol: string): Promise<string> {
  const ix = sim.control('BINANCE').ixOf(symbol, 'perp');
  const { body } = await get(`${usdm}/fapi/v1/premiumIndex`, { symbol });
  if (ix === null) throw new Error(`no ${symbol}`);
  return (Math.floor(Number(body['markPrice']) * 9.7) / 10).toFixed(1);
}

async function listen(events: string) {
  const answer = await callBinance(key, `POST ${usdm}/fapi/v1/listenKey`, {});
  const listenKey = String(answer.body['listenKey']);
  return connect(`${usdm}/private/ws?listenKey=${listenKey}&events=${events}`);
}

describe('the keyed half of BINANCE', () => {
  it('refuses with the code and text of each fault of an order', async () => {
    const px = await restingPx('BTCUSDT');
    const limit = { type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price: px };
    const codes: [Record<string, string | number>, number][] = [
      [{ ...limit, price: `${px}5` }, -4014],
      [{ ...limit, quantity: '0.0105' }, -1111],
      [{ ...limit, quantity: '0.001' }, -4164],
      [{ ...limit, quantity: '0' }, -4003],
      [{ ...limit, symbol: 'NOPEUSDT' }, -1121],
      [{ ...limit, side: 'LONG' }, -1117],
      [{ ...limit, timeInForce: 'EVER' }, -1115],
      [{ ...limit, positionSide: 'LONG' }, -4061],
      [{ ...limit, quantity: '900' }, -2019],
      [{ type: 'STOP_MARKET', quantity: '0.010' }, -4120],
      [{ type: 'MARKET', quantity: '0.010', reduceOnly: 'true' }, -2022],
      [{ ...limit, newClientOrderId: 'a b' }, -4015],
    ];
    for (const [fields, code] of codes) {
      const { status, body } = await order(fields);
      expect({ fields, status, code: body['code'] }).toEqual({ fields, status: 400, code });
      expect(typeof body['msg']).toBe('string');
    }
    await expect(order({ ...limit, timestamp: Date.now() - 6_000 })).resolves.toMatchObject({
      status: 400,
      body: { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' },
    });
    const foreign = await order(limit, { ...key, apiSecret: 'other' });
    expect(foreign.body).toEqual({ code: -1022, msg: 'Signature for this request is not valid.' });
  });

  it('acknowledges without an average price, counts orders and weight in headers, and tells settings as no-ops', async () => {
    const px = await restingPx('BTCUSDT');
    const limit = { type: 'LIMIT', timeInForce: 'GTX', quantity: '0.010', price: px, newClientOrderId: 'ack-1' };
    const placed = await order(limit);
    expect(placed.body).toMatchObject({
      status: 'NEW',
      clientOrderId: 'ack-1',
      executedQty: '0.000',
      timeInForce: 'GTX',
    });
    expect(placed.body).not.toHaveProperty('avgPrice');
    expect(Number(placed.headers.get('x-mbx-order-count-10s'))).toBeGreaterThan(0);
    expect(placed.headers.has('x-mbx-order-count-1m')).toBe(true);
    expect(Number(placed.headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(0);
    expect((await order(limit)).body['code']).toBe(-4116);
    const by = { symbol: 'BTCUSDT', origClientOrderId: 'ack-1' };
    expect((await get(`${usdm}/fapi/v1/order`, by)).body).toMatchObject({ status: 'NEW', avgPrice: '0' });
    const cancelled = await callBinance(key, `DELETE ${usdm}/fapi/v1/order`, by);
    expect(cancelled.body).toMatchObject({ status: 'CANCELED', clientOrderId: 'ack-1' });
    const again = await callBinance(key, `DELETE ${usdm}/fapi/v1/order`, by);
    expect(again.body).toEqual({ code: -2011, msg: 'Unknown order sent.' });
    const set = (path: string, fields: Record<string, string>) => callBinance(key, `POST ${usdm}${path}`, fields);
    expect((await set('/fapi/v1/marginType', { symbol: 'BTCUSDT', marginType: 'CROSSED' })).body['code']).toBe(-4046);
    expect((await set('/fapi/v1/positionSide/dual', { dualSidePosition: 'false' })).body['code']).toBe(-4059);
  });

  it('tells a futures order as new, as a trade with its fee, and the account after it', async () => {
    const client = await listen('ORDER_TRADE_UPDATE/ACCOUNT_UPDATE/TRADE_LITE');
    await order({ symbol: 'ETHUSDT', type: 'MARKET', quantity: '0.050', newClientOrderId: 'life-1' });
    const of = (frame: Frame): Record<string, unknown> => (frame['o'] ?? {}) as Record<string, unknown>;
    const filled = await client.next((frame) => of(frame)['c'] === 'life-1' && of(frame)['X'] === 'FILLED');
    const mine = client.frames.filter((frame) => of(frame)['c'] === 'life-1').map(of);
    expect(mine[0]).toMatchObject({ x: 'NEW', X: 'NEW', z: '0.000', ap: '0' });
    expect(of(filled)).toMatchObject({ x: 'TRADE', z: '0.050', N: 'USDT', m: false, ps: 'BOTH' });
    const traded = mine.filter(({ x }) => x === 'TRADE');
    expect(traded.reduce((sum, { l }) => sum + Math.round(Number(l) * 1_000), 0)).toBe(50);
    const lite = client.frames.filter(({ e, c }) => e === 'TRADE_LITE' && c === 'life-1');
    expect(lite.map(({ t }) => t)).toEqual(traded.map(({ t }) => t));
    const position = await client.next((frame) => JSON.stringify(frame).includes('"pa":"0.050"'));
    expect(position).toMatchObject({ e: 'ACCOUNT_UPDATE', a: { m: 'ORDER', P: [{ s: 'ETHUSDT', ps: 'BOTH' }] } });
    client.close();
  });

  it('tells funding with the balance it moved, and names the orders it sends by force', async () => {
    const control = sim.control('BINANCE');
    const ix = control.ixOf('SOLUSDT', 'perp') ?? -1;
    const client = await listen('ORDER_TRADE_UPDATE/ACCOUNT_UPDATE');
    await order({ symbol: 'SOLUSDT', type: 'MARKET', quantity: '9' });
    control.settleFunding(ix);
    const funded = await client.next((frame) => JSON.stringify(frame).includes('"m":"FUNDING_FEE"'));
    const { body: incomes } = await get(`${usdm}/fapi/v1/income`, { incomeType: 'FUNDING_FEE', symbol: 'SOLUSDT' });
    const [income] = incomes as unknown as Frame[];
    const told = funded['a'] as { B: Frame[]; P: Frame[] };
    expect(Number(told.B[0]?.['bc'])).toBeCloseTo(Number(income?.['income']), 8);
    expect(told.P).toEqual([]);
    const named = (start: string) => (frame: Frame) =>
      String((frame['o'] as Frame | undefined)?.['c']).startsWith(start);
    control.adl(key.accountId, ix, 1);
    expect((await client.next(named('adl_autoclose')))['o']).toMatchObject({ S: 'SELL', x: 'NEW' });
    control.forceLiquidation(key.accountId, ix);
    const forced = (frame: Frame): boolean => named('autoclose-')(frame) && (frame['o'] as Frame)['x'] === 'CALCULATED';
    expect((await client.next(forced))['o']).toMatchObject({ S: 'SELL', s: 'SOLUSDT' });
    const { body: rows } = await get(`${usdm}/fapi/v1/forceOrders`, { symbol: 'SOLUSDT' });
    const kinds = (rows as unknown as Frame[]).map(({ autoCloseType }) => autoCloseType);
    expect(kinds.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['ADL', 'LIQUIDATION']);
    client.close();
  });

  it('keeps algo orders apart: ids, lists and events of their own', async () => {
    const client = await listen('ALGO_UPDATE');
    const px = await restingPx('ETHUSDT');
    const wish = { algoType: 'CONDITIONAL', symbol: 'ETHUSDT', side: 'SELL', type: 'STOP_MARKET', triggerPrice: px };
    const algo = (fields: Record<string, string>) => callBinance(key, `POST ${usdm}/fapi/v1/algoOrder`, fields);
    const placed = await algo({ ...wish, closePosition: 'true', clientAlgoId: 'sl-1', workingType: 'MARK_PRICE' });
    expect(placed.body).toMatchObject({
      algoStatus: 'NEW',
      clientAlgoId: 'sl-1',
      orderType: 'STOP_MARKET',
      closePosition: true,
    });
    expect((await algo({ ...wish, triggerPrice: '99999', quantity: '0.050' })).body['code']).toBe(-2021);
    const open = await get(`${usdm}/fapi/v1/openOrders`, { symbol: 'ETHUSDT' });
    expect(open.body).toEqual([]);
    await client.next((frame) => (frame['o'] as Frame | undefined)?.['X'] === 'NEW');
    const gone = await callBinance(key, `DELETE ${usdm}/fapi/v1/algoOrder`, { clientAlgoId: 'sl-1' });
    expect(gone.body).toMatchObject({ algoId: placed.body['algoId'], code: '200', msg: 'success' });
    await client.next((frame) => (frame['o'] as Frame | undefined)?.['X'] === 'CANCELED');
    client.close();
  });

  it('does an order whose answer is lost, and not one whose request is', async () => {
    const px = await restingPx('BTCUSDT');
    const limit = { type: 'LIMIT', timeInForce: 'GTC', quantity: '0.010', price: px };
    for (const [kind, name] of [
      ['answer-lost', 'lost-1'],
      ['request-lost', 'lost-2'],
    ] as const) {
      sim.desk('BINANCE').armCall({ call: 'place', fault: { kind } });
      const hangs = callBinance(
        key,
        `POST ${usdm}/fapi/v1/order`,
        { symbol: 'BTCUSDT', side: 'BUY', ...limit, newClientOrderId: name },
        { signal: AbortSignal.timeout(300) },
      );
      await expect(hangs).rejects.toThrow('timeout');
    }
    const found = async (name: string): Promise<unknown> =>
      (await get(`${usdm}/fapi/v1/order`, { symbol: 'BTCUSDT', origClientOrderId: name })).body;
    expect(await found('lost-1')).toMatchObject({ status: 'NEW' });
    expect(await found('lost-2')).toEqual({ code: -2013, msg: 'Order does not exist.' });
    await callBinance(key, `DELETE ${usdm}/fapi/v1/allOpenOrders`, { symbol: 'BTCUSDT' });
  });

  it('says planned statuses, maintenance and refusals in its own words', async () => {
    const desk = sim.desk('BINANCE');
    const market = { type: 'MARKET', quantity: '0.010' };
    desk.armCall({ call: 'place', fault: { kind: 'status', status: 429, retryAfterS: 7 } });
    const limited = await order(market);
    expect(limited).toMatchObject({ status: 429, body: { code: -1003 } });
    expect(limited.headers.get('retry-after')).toBe('7');
    desk.armCall({ call: 'place', fault: { kind: 'status', status: 503, retryAfterS: null } });
    expect(await order(market)).toMatchObject({ status: 503, body: { msg: expect.stringContaining('Unknown error') } });
    desk.armCall({ call: 'place', fault: { kind: 'maintenance' } });
    expect(await order(market)).toMatchObject({ status: 503, body: { msg: 'Service Unavailable.' } });
    desk.armCall({ call: 'place', fault: { kind: 'reject', refusal: 'margin-insufficient' } });
    expect(await order(market)).toMatchObject({ status: 400, body: { code: -2019, msg: 'Margin is insufficient.' } });
  });

  it('limits keys by address, permission and expiry, and tells their permissions', async () => {
    const control = sim.control('BINANCE');
    const reader = control.issueKey({ accountId: key.accountId, isReadOnly: true });
    expect((await order({ type: 'MARKET', quantity: '0.010' }, reader)).body['code']).toBe(-2015);
    expect((await callBinance(reader, `GET ${usdm}/fapi/v3/balance`, {})).status).toBe(200);
    const bound = control.issueKey({ accountId: key.accountId, ipList: ['203.0.113.7'] });
    expect((await callBinance(bound, `GET ${usdm}/fapi/v3/balance`, {})).body['code']).toBe(-2015);
    const drawer = control.issueKey({ accountId: key.accountId, canWithdraw: true });
    const told = await callBinance(drawer, `GET ${spot}/sapi/v1/account/apiRestrictions`, {});
    expect(told.body).toMatchObject({ enableWithdrawals: true, ipRestrict: false, enableFutures: true });
    control.expireKey(drawer.apiKey, Date.now() - 1);
    expect((await callBinance(drawer, `GET ${usdm}/fapi/v3/balance`, {})).body['code']).toBe(-2015);
  });

  it('speaks order entry and spot events over the WebSocket API, without a listen key', async () => {
    expect((await callBinance(key, `POST ${spot}/api/v3/userDataStream`, {})).status).toBe(404);
    const client = await connect(`${spot}/ws-api/v3`);
    client.send({ id: 'u1', method: 'userDataStream.subscribe.signature', params: signedParams(key, {}) });
    expect(await client.next(({ id }) => id === 'u1')).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
    const wish = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity: '0.0500', newClientOrderId: 'ws-1' };
    client.send({ id: 'o1', method: 'order.place', params: signedParams(key, wish) });
    const answer = await client.next(({ id }) => id === 'o1');
    expect(answer).toMatchObject({ status: 200, result: { status: 'FILLED', clientOrderId: 'ws-1' } });
    const reports = client.frames
      .map((frame) => (frame['event'] ?? {}) as Frame)
      .filter(({ e }) => e === 'executionReport');
    expect(reports.map(({ x }) => x)).toEqual(['NEW', ...reports.slice(1).map(() => 'TRADE')]);
    expect(reports.at(-1)).toMatchObject({ X: 'FILLED', N: 'ETH', z: '0.05000000', c: 'ws-1' });
    const held = client.frames.map((frame) => (frame['event'] ?? {}) as Frame);
    expect(held.some(({ e }) => e === 'outboundAccountPosition')).toBe(true);
    client.send({ id: 'o2', method: 'order.place', params: { ...signedParams(key, wish), signature: '00' } });
    expect(await client.next(({ id }) => id === 'o2')).toMatchObject({ status: 400, error: { code: -1022 } });
    client.close();
  });
});
