import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { ccxtTrader, collect, pricesOf, type CcxtTrader, type CcxtBalances } from './ccxt-trading.ts';

let sim: VenueSim;
const open: CcxtTrader[] = [];

beforeAll(async () => {
  sim = await startVenueSim({ seed: 12, mode: { kind: 'sim' }, startUsdt: 100_000 });
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

async function spot(): Promise<CcxtTrader> {
  const base = `${sim.baseUrls.BINANCE}/spot`;
  const socket = base.replace('http', 'ws');
  const { apiKey, apiSecret } = sim.firstKey('BINANCE');
  const made = await ccxtTrader('binance', {
    apiKey,
    secret: apiSecret,
    options: { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
    urls: {
      api: {
        public: `${base}/api/v3`,
        private: `${base}/api/v3`,
        sapi: `${base}/sapi/v1`,
        ws: { spot: `${socket}/ws`, 'ws-api': { spot: `${socket}/ws-api/v3` } },
      },
    },
  });
  open.push(made);
  return made;
}

async function futures(): Promise<CcxtTrader> {
  const base = `${sim.baseUrls.BINANCE}/usdm`;
  const socket = base.replace('http', 'ws');
  const { apiKey, apiSecret } = sim.firstKey('BINANCE');
  const made = await ccxtTrader('binanceusdm', {
    apiKey,
    secret: apiSecret,
    options: { fetchCurrencies: false },
    urls: {
      api: {
        fapiPublic: `${base}/fapi/v1`,
        fapiPublicV2: `${base}/fapi/v2`,
        fapiPrivate: `${base}/fapi/v1`,
        fapiPrivateV2: `${base}/fapi/v2`,
        fapiPrivateV3: `${base}/fapi/v3`,
        sapi: `${sim.baseUrls.BINANCE}/spot/sapi/v1`,
        ws: { future: `${socket}/ws`, 'ws-api': { future: `${socket}/ws-fapi/v1` } },
      },
    },
  });
  open.push(made);
  return made;
}

/** A trader of the real venue that we did not write: if it can trade here, the wire is the venue's. */
describe('ccxt trades on the simulated BINANCE', { timeout: 60_000 }, () => {
  it('spot: market, limit, post-only and stop orders, fills, cancels and balances', async () => {
    const made = await spot();
    const symbol = 'BTC/USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.01);
    expect(bought).toMatchObject({ status: 'closed', filled: 0.01 });
    const trades = await made.fetchMyTrades(symbol);
    const mine = trades.filter(({ order }) => order === bought.id);
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 10);
    expect(mine[0]?.fee?.currency).toBe('BTC');
    const balance = await made.fetchBalance();
    expect(balance['BTC']?.total).toBeCloseTo(0.01 * 0.999, 10);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { clientOrderId: 'rests-1' });
    expect(resting).toMatchObject({ status: 'open', clientOrderId: 'rests-1' });
    const maker = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { postOnly: true });
    const stop = await made.createOrder(symbol, 'STOP_LOSS_LIMIT', 'sell', 0.005, far, { stopPrice: far });
    const ids = (await made.fetchOpenOrders(symbol)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([resting.id, maker.id, stop.id].toSorted());
    await expect(
      made.createOrder(symbol, 'limit', 'buy', 0.002, Number(made.priceToPrecision(symbol, ask * 1.01)), {
        postOnly: true,
      }),
    ).rejects.toThrow('immediately match and take');
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.cancelOrder(resting.id, symbol)).rejects.toThrow('Unknown order');
    await made.cancelAllOrders(symbol);
    expect(await made.fetchOpenOrders(symbol)).toEqual([]);
    await expect(made.createOrder(symbol, 'market', 'buy', 50)).rejects.toThrow('insufficient balance');
  });

  it('spot: a partial fill is told by order, trade and balance events', async () => {
    const made = await spot();
    const symbol = 'ETH/USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    await expect.poll(() => sim.counters('BINANCE').framesIn, { timeout: 5_000 }).toBeGreaterThan(0);
    sim.desk('BINANCE').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.4 } });
    const limit = Number(made.priceToPrecision(symbol, ask * 1.001));
    // What is not filled at once ends at once: the flow can't fill the rest while the test looks.
    const placed = await made.createOrder(symbol, 'limit', 'buy', 0.1, limit, { timeInForce: 'IOC' });
    expect(placed).toMatchObject({ status: 'canceled', filled: 0.04 });
    await expect.poll(() => trades.filter(({ order }) => order === placed.id).length).toBeGreaterThan(0);
    expect(trades[0]).toMatchObject({ order: placed.id, side: 'buy', takerOrMaker: 'taker', amount: 0.04 });
    await expect.poll(() => orders.findLast(({ id }) => id === placed.id)?.status).toBe('canceled');
    await expect.poll(() => (balances.at(-1)?.['ETH']?.total ?? 0) > 0.03).toBe(true);
    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.1, far);
    await made.cancelOrder(resting.id, symbol);
    const ended = (): unknown => orders.findLast(({ id }) => id === resting.id)?.status;
    await expect.poll(ended).toBe('canceled');
  });

  it('futures: leverage, orders, stops, positions and balances', async () => {
    const made = await futures();
    const symbol = 'BTC/USDT:USDT';
    const { bid, far } = await pricesOf(made, symbol);
    await made.setLeverage(10, symbol);
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.02);
    await expect.poll(async () => (await made.fetchOrder(bought.id, symbol)).status).toBe('closed');
    const [position] = await made.fetchPositions([symbol]);
    expect(position).toMatchObject({ symbol, contracts: 0.02, side: 'long' });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.02, 10);
    expect(mine[0]?.fee).toMatchObject({ currency: 'USDT' });
    expect((await made.fetchBalance())['USDT']?.free).toBeLessThan(100_000);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.01, far, { postOnly: true });
    const stop = await made.createOrder(symbol, 'market', 'sell', 0.02, undefined, {
      stopLossPrice: far,
      reduceOnly: true,
    });
    expect((await made.fetchOpenOrders(symbol)).map(({ id }) => id)).toEqual([resting.id]);
    expect((await made.fetchOpenOrders(symbol, undefined, undefined, { trigger: true })).map(({ id }) => id)).toEqual([
      stop.id,
    ]);
    await made.cancelOrder(stop.id, symbol, { trigger: true });
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol)).toMatchObject({ status: 'canceled' });
    await expect(
      made.createOrder(symbol, 'limit', 'sell', 0.01, Number(made.priceToPrecision(symbol, bid * 0.99)), {
        postOnly: true,
      }),
    ).rejects.toThrow('Post Only');
    await expect(made.createOrder(symbol, 'market', 'buy', 0.02, undefined, { reduceOnly: true })).rejects.toThrow(
      'ReduceOnly',
    );
    await made.createOrder(symbol, 'market', 'sell', 0.02, undefined, { reduceOnly: true });
    await expect.poll(async () => await made.fetchPositions([symbol])).toEqual([]);
  });

  it('futures: orders, trades, balance and position come over the private socket', async () => {
    const made = await futures();
    const symbol = 'ETH/USDT:USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const socketsBefore = sim.counters('BINANCE').socketsOpened;
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    const positions = collect(() => made.watchPositions([symbol]));
    await expect.poll(() => sim.counters('BINANCE').socketsOpened, { timeout: 5_000 }).toBeGreaterThan(socketsBefore);
    sim.desk('BINANCE').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 } });
    const limit = Number(made.priceToPrecision(symbol, ask * 1.001));
    const placed = await made.createOrder(symbol, 'limit', 'buy', 0.2, limit, { timeInForce: 'IOC' });
    await expect.poll(() => trades.filter(({ order }) => order === placed.id).length).toBeGreaterThan(0);
    expect(trades[0]).toMatchObject({ order: placed.id, side: 'buy', takerOrMaker: 'taker' });
    expect(trades[0]?.amount).toBeLessThanOrEqual(0.1);
    await expect.poll(() => orders.findLast(({ id }) => id === placed.id)?.status).toBe('canceled');
    await expect.poll(() => positions.some(({ contracts }) => contracts >= 0.1)).toBe(true);
    await expect.poll(() => (balances.at(-1)?.['USDT']?.total ?? 0) > 0).toBe(true);
    await made.cancelAllOrders(symbol);
    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.1, far);
    await made.cancelOrder(resting.id, symbol);
    await expect.poll(() => orders.findLast(({ id }) => id === resting.id)?.status).toBe('canceled');
  });

  it('futures: a stop fires into an order of the book, and order entry works over the WebSocket API', async () => {
    const made = await futures();
    const symbol = 'SOL/USDT:USDT';
    const { bid } = await pricesOf(made, symbol);
    const entered = await made.createOrderWs(symbol, 'market', 'buy', 5);
    await expect.poll(async () => (await made.fetchOrder(entered.id, symbol)).status).toBe('closed');
    const trigger = Number(made.priceToPrecision(symbol, bid * 0.98));
    await made.createOrder(symbol, 'market', 'sell', 5, undefined, { stopLossPrice: trigger, reduceOnly: true });
    sim.control('BINANCE').shockPrice('SOL', -0.05);
    await expect.poll(async () => await made.fetchPositions([symbol]), { timeout: 10_000 }).toEqual([]);
    expect(await made.fetchOpenOrders(symbol, undefined, undefined, { trigger: true })).toEqual([]);
    const closing = (await made.fetchMyTrades(symbol)).filter(({ side }) => side === 'sell');
    expect(closing.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(5, 8);
  });
});
