import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pro } from 'ccxt';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { rewriteUrls } from './ccxt-urls.ts';
import { ccxtTrader, collect, pricesOf, type CcxtTrader, type CcxtBalances } from './ccxt-trading.ts';

let sim: VenueSim;
const open: CcxtTrader[] = [];

beforeAll(async () => {
  sim = await startVenueSim({ seed: 13, mode: { kind: 'sim' }, startUsdt: 100_000 });
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

async function okx(): Promise<CcxtTrader> {
  const to = (address: string): string => {
    const base = address.startsWith('ws') ? sim.baseUrls.OKX.replace('http', 'ws') : sim.baseUrls.OKX;
    return address.replace(/^(?:https|wss):\/\/[^/]+/, base);
  };
  const { apiKey, apiSecret, passphrase } = sim.firstKey('OKX');
  const made = await ccxtTrader('okx', {
    apiKey,
    secret: apiSecret,
    password: passphrase,
    has: { fetchCurrencies: false },
    enableRateLimit: false,
    options: { fetchMarkets: { types: ['spot', 'swap'] } },
    urls: { api: rewriteUrls(new pro.okx({}).urls.api, to) },
  });
  open.push(made);
  return made;
}

/** A trader of the real venue that we did not write: if it can trade here, the wire is the venue's. */
describe('ccxt trades on the simulated OKX', { timeout: 60_000 }, () => {
  it('spot: market, limit, post-only and stop orders, fills, cancels and balances', async () => {
    const made = await okx();
    const symbol = 'BTC/USDT';
    const { bid, ask, far } = await pricesOf(made, symbol);
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.01, undefined, { tgtCcy: 'base_ccy' });
    expect(await made.fetchOrder(bought.id, symbol)).toMatchObject({ status: 'closed', filled: 0.01 });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 10);
    expect(mine[0]?.fee?.currency).toBe('BTC');
    expect(mine[0]?.fee?.cost).toBeGreaterThan(0);
    expect((await made.fetchBalance())['BTC']?.total).toBeCloseTo(0.01 * 0.999, 10);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { clientOrderId: 'rests1' });
    const maker = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { postOnly: true });
    const listed = await made.fetchOpenOrders(symbol);
    expect(listed.map(({ id }) => id).toSorted()).toEqual([resting.id, maker.id].toSorted());
    expect(listed.find(({ id }) => id === resting.id)).toMatchObject({ clientOrderId: 'rests1', status: 'open' });
    const taking = Number(made.priceToPrecision(symbol, ask * 1.001));
    const crossing = await made.createOrder(symbol, 'limit', 'buy', 0.002, taking, { postOnly: true });
    expect(await made.fetchOrder(crossing.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.cancelOrder(resting.id, symbol)).rejects.toThrow('51400');
    await made.cancelOrder(maker.id, symbol);

    const trigger = Number(made.priceToPrecision(symbol, bid * 0.98));
    const stop = await made.createOrder(symbol, 'market', 'sell', 0.005, undefined, {
      stopLossPrice: trigger,
      tdMode: 'cash',
    });
    const waiting = await made.fetchOpenOrders(symbol, undefined, undefined, { ordType: 'conditional' });
    expect(waiting.map(({ id }) => id)).toEqual([stop.id]);
    await made.cancelOrder(stop.id, symbol, { stop: true });
    expect(await made.fetchOpenOrders(symbol, undefined, undefined, { ordType: 'conditional' })).toEqual([]);
    await expect(made.createOrder(symbol, 'market', 'buy', 40, undefined, { tgtCcy: 'base_ccy' })).rejects.toThrow(
      '51008',
    );
  });

  it('swap: leverage, orders, stops, positions and balances', async () => {
    const made = await okx();
    const symbol = 'BTC/USDT:USDT';
    const { bid, far } = await pricesOf(made, symbol);
    await made.setLeverage(5, symbol, { mgnMode: 'cross' });
    const bought = await made.createOrder(symbol, 'market', 'buy', 2);
    expect(await made.fetchOrder(bought.id, symbol)).toMatchObject({ status: 'closed', filled: 2 });
    const [position] = await made.fetchPositions([symbol]);
    expect(position).toMatchObject({ symbol, contracts: 2, side: 'long', leverage: 5 });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine[0]?.fee).toMatchObject({ currency: 'USDT' });
    expect((await made.fetchBalance())['USDT']?.free).toBeLessThan(100_000);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 1, far);
    const stop = await made.createOrder(symbol, 'market', 'sell', 2, undefined, {
      triggerPrice: far,
      reduceOnly: true,
    });
    expect((await made.fetchOpenOrders(symbol)).map(({ id }) => id)).toEqual([resting.id]);
    const waiting = await made.fetchOpenOrders(symbol, undefined, undefined, { ordType: 'trigger' });
    expect(waiting.map(({ id }) => id)).toEqual([stop.id]);
    await made.cancelOrder(stop.id, symbol, { stop: true });
    await made.cancelOrder(resting.id, symbol);
    const taking = Number(made.priceToPrecision(symbol, bid * 0.995));
    const crossing = await made.createOrder(symbol, 'limit', 'sell', 1, taking, { postOnly: true });
    expect(await made.fetchOrder(crossing.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.createOrder(symbol, 'market', 'buy', 2, undefined, { reduceOnly: true })).rejects.toThrow(
      '51169',
    );
    await made.createOrder(symbol, 'market', 'sell', 2, undefined, { reduceOnly: true });
    expect((await made.fetchPositions([symbol])).filter(({ contracts }) => contracts > 0)).toEqual([]);
  });

  it('tells orders, trades, balance and position over the private socket', async () => {
    const made = await okx();
    const symbol = 'ETH/USDT:USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const framesBefore = sim.counters('OKX').framesIn;
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    const positions = collect(() => made.watchPositions([symbol]));
    await expect.poll(() => sim.counters('OKX').framesIn - framesBefore, { timeout: 5_000 }).toBeGreaterThan(3);
    sim.desk('OKX').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 } });
    const limit = Number(made.priceToPrecision(symbol, ask * 1.001));
    const placed = await made.createOrder(symbol, 'limit', 'buy', 2, limit, { timeInForce: 'IOC' });
    await expect.poll(() => trades.filter(({ order }) => order === placed.id).length).toBeGreaterThan(0);
    expect(trades[0]).toMatchObject({ order: placed.id, side: 'buy', takerOrMaker: 'taker' });
    expect(trades[0]?.amount).toBeLessThanOrEqual(1);
    await expect.poll(() => orders.findLast(({ id }) => id === placed.id)?.status).toBe('canceled');
    await expect.poll(() => positions.some(({ contracts }) => contracts >= 1)).toBe(true);
    await expect.poll(() => (balances.at(-1)?.['USDT']?.total ?? 0) > 0).toBe(true);
    const resting = await made.createOrder(symbol, 'limit', 'buy', 1, far);
    await made.cancelOrder(resting.id, symbol);
    await expect.poll(() => orders.findLast(({ id }) => id === resting.id)?.status).toBe('canceled');
  });

  it('closes a position by the stop attached to its order; order entry works over the private socket', async () => {
    const made = await okx();
    const symbol = 'SOL/USDT:USDT';
    const { bid, far } = await pricesOf(made, symbol);
    const stopLoss = Number(made.priceToPrecision(symbol, bid * 0.98));
    await made.createOrder(symbol, 'market', 'buy', 5, undefined, {
      stopLoss: { triggerPrice: stopLoss, type: 'market' },
    });
    const waiting = async (): Promise<number> =>
      (await made.fetchOpenOrders(symbol, undefined, undefined, { ordType: 'conditional' })).length;
    await expect.poll(waiting).toBe(1);
    const entered = await made.createOrderWs(symbol, 'limit', 'buy', 1, far);
    await made.cancelOrder(entered.id, symbol);
    sim.control('OKX').shockPrice('SOL', -0.05);
    const held = async (): Promise<number> =>
      (await made.fetchPositions([symbol])).filter((one) => one.contracts > 0).length;
    await expect.poll(held, { timeout: 10_000 }).toBe(0);
    expect(await waiting()).toBe(0);
  });
});
