import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { ccxtTrader, collect, pricesOf, type CcxtTrader, type CcxtBalances } from './ccxt-trading.ts';

let sim: VenueSim;
const open: CcxtTrader[] = [];
const ACK = { acknowledged: true };

beforeAll(async () => {
  sim = await startVenueSim({ seed: 13, mode: { kind: 'sim' }, startUsdt: 100_000 });
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

async function bybit(): Promise<CcxtTrader> {
  const base = sim.baseUrls.BYBIT;
  const socket = base.replace('http', 'ws');
  const { apiKey, apiSecret } = sim.firstKey('BYBIT');
  const made = await ccxtTrader('bybit', {
    apiKey,
    secret: apiSecret,
    has: { fetchCurrencies: false },
    options: { fetchMarkets: { types: ['spot', 'linear'] } },
    urls: {
      api: {
        public: base,
        private: base,
        ws: {
          public: { spot: `${socket}/v5/public/spot`, linear: `${socket}/v5/public/linear` },
          private: {
            spot: { unified: `${socket}/v5/private`, nonUnified: `${socket}/v5/private` },
            contract: `${socket}/v5/private`,
            trade: `${socket}/v5/trade`,
          },
        },
      },
    },
  });
  open.push(made);
  return made;
}

/** A trader of the real venue that we did not write: if it can trade here, the wire is the venue's. */
describe('ccxt trades on the simulated BYBIT', { timeout: 60_000 }, () => {
  it('spot: market, limit, post-only and conditional orders, fills, cancels and balances', async () => {
    const made = await bybit();
    const symbol = 'BTC/USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.01);
    expect(await made.fetchOrder(bought.id, symbol, ACK)).toMatchObject({ status: 'closed', filled: 0.01 });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 10);
    expect(mine[0]?.fee?.currency).toBe('BTC');
    expect((await made.fetchBalance())['BTC']?.total).toBeCloseTo(0.01 * 0.999, 10);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { clientOrderId: 'rests-1' });
    const maker = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { postOnly: true });
    const stop = await made.createOrder(symbol, 'limit', 'sell', 0.005, far, { triggerPrice: far });
    const listed = await made.fetchOpenOrders(symbol);
    expect(listed.map(({ id }) => id).toSorted()).toEqual([resting.id, maker.id, stop.id].toSorted());
    expect(listed.find(({ id }) => id === resting.id)).toMatchObject({ clientOrderId: 'rests-1', status: 'open' });
    const taking = Number(made.priceToPrecision(symbol, ask * 1.001));
    await expect(made.createOrder(symbol, 'limit', 'buy', 0.002, taking, { postOnly: true })).rejects.toThrow('170218');
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol, ACK)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.cancelOrder(resting.id, symbol)).rejects.toThrow('170213');
    await made.cancelAllOrders(symbol);
    expect(await made.fetchOpenOrders(symbol)).toEqual([]);
    await expect(made.createOrder(symbol, 'market', 'buy', 40)).rejects.toThrow('170131');
  });

  it('linear: leverage, orders, stops, positions and balances', async () => {
    const made = await bybit();
    const symbol = 'BTC/USDT:USDT';
    const { bid, far } = await pricesOf(made, symbol);
    await made.setLeverage(5, symbol);
    await expect(made.setLeverage(5, symbol)).rejects.toThrow('110043');
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.02);
    expect(await made.fetchOrder(bought.id, symbol, ACK)).toMatchObject({ status: 'closed', filled: 0.02 });
    const [position] = await made.fetchPositions([symbol]);
    expect(position).toMatchObject({ symbol, contracts: 0.02, side: 'long' });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine[0]?.fee).toMatchObject({ currency: 'USDT' });
    expect((await made.fetchBalance())['USDT']?.total).toBeLessThan(100_000);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.01, far);
    const stop = await made.createOrder(symbol, 'market', 'sell', 0.02, undefined, {
      triggerPrice: far,
      triggerDirection: 'descending',
      reduceOnly: true,
    });
    const ids = (await made.fetchOpenOrders(symbol)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([resting.id, stop.id].toSorted());
    await made.cancelOrder(stop.id, symbol);
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol, ACK)).toMatchObject({ status: 'canceled' });
    const taking = Number(made.priceToPrecision(symbol, bid * 0.995));
    const crossing = await made.createOrder(symbol, 'limit', 'sell', 0.01, taking, { postOnly: true });
    expect(await made.fetchOrder(crossing.id, symbol, ACK)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.createOrder(symbol, 'market', 'buy', 0.02, undefined, { reduceOnly: true })).rejects.toThrow(
      '110017',
    );
    await made.createOrder(symbol, 'market', 'sell', 0.02, undefined, { reduceOnly: true });
    const left = await made.fetchPositions([symbol]);
    expect(left.filter(({ contracts }) => contracts > 0)).toEqual([]);
  });

  it('tells orders, trades, balance and position over the private socket', async () => {
    const made = await bybit();
    const symbol = 'ETH/USDT:USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const framesBefore = sim.counters('BYBIT').framesIn;
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    const positions = collect(() => made.watchPositions([symbol]));
    await expect.poll(() => sim.counters('BYBIT').framesIn - framesBefore, { timeout: 5_000 }).toBeGreaterThan(4);
    sim.desk('BYBIT').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 } });
    const limit = Number(made.priceToPrecision(symbol, ask * 1.001));
    // What is not filled at once ends at once: the flow can't fill the rest while the test looks.
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

  it('closes a position by the stop sent along with its order; order entry works over the trade socket', async () => {
    const made = await bybit();
    const symbol = 'SOL/USDT:USDT';
    const { bid } = await pricesOf(made, symbol);
    const stopLoss = Number(made.priceToPrecision(symbol, bid * 0.98));
    await made.createOrder(symbol, 'market', 'buy', 5, undefined, { stopLoss: { triggerPrice: stopLoss } });
    await expect.poll(async () => (await made.fetchOpenOrders(symbol)).length).toBe(1);
    const entered = await made.createOrderWs(
      symbol,
      'limit',
      'buy',
      1,
      Number(made.priceToPrecision(symbol, bid * 0.9)),
    );
    await made.cancelOrder(entered.id, symbol);
    sim.control('BYBIT').shockPrice('SOL', -0.05);
    const held = async (): Promise<number> =>
      (await made.fetchPositions([symbol])).filter((one) => one.contracts > 0).length;
    await expect.poll(held, { timeout: 10_000 }).toBe(0);
    expect(await made.fetchOpenOrders(symbol)).toEqual([]);
  });
});
