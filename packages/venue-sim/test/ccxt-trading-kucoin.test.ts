import { decimal } from '@riptide/core/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pro } from 'ccxt';
import { startVenueSim, type VenueSim } from '../src/index.ts';
import { rewriteUrls } from './ccxt-urls.ts';
import { ccxtTrader, collect, pricesOf, type CcxtTrader, type CcxtBalances } from './ccxt-trading.ts';

let sim: VenueSim;
const open: CcxtTrader[] = [];

beforeAll(async () => {
  sim = await startVenueSim({ seed: 13, mode: { kind: 'sim' }, startUsdt: 100_000 });
  const { accountId } = sim.firstKey('KUCOIN');
  for (const pocket of ['spot', 'futures'] as const) {
    sim.control('KUCOIN').setBalance(accountId, pocket, 'USDT', decimal(100_000));
  }
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

async function kucoin(id: 'kucoin' | 'kucoinfutures'): Promise<CcxtTrader> {
  const to = (address: string): string =>
    address
      .replace(/^https:\/\/api-futures[^/]*/, `${sim.baseUrls.KUCOIN}/futures`)
      .replace(/^https:\/\/[^/]+/, `${sim.baseUrls.KUCOIN}/spot`);
  const { apiKey, apiSecret, passphrase } = sim.firstKey('KUCOIN');
  const types = id === 'kucoin' ? ['spot'] : ['swap', 'future', 'contract'];
  const made = await ccxtTrader(id, {
    apiKey,
    secret: apiSecret,
    password: passphrase,
    enableRateLimit: false,
    options: { fetchMarkets: { types, fetchTickersFees: false } },
    urls: { api: rewriteUrls(new pro[id]({}).urls.api, to) },
  });
  open.push(made);
  return made;
}

/** A trader of the real venue that we did not write: if it can trade here, the wire is the venue's. */
describe('ccxt trades on the simulated KUCOIN', { timeout: 60_000 }, () => {
  it('spot: market, limit, post-only and stop orders, fills, cancels and balances', async () => {
    const made = await kucoin('kucoin');
    const symbol = 'BTC/USDT';
    const { bid, ask, far } = await pricesOf(made, symbol);
    const bought = await made.createOrder(symbol, 'market', 'buy', 0.01);
    expect(await made.fetchOrder(bought.id, symbol)).toMatchObject({ status: 'closed', filled: 0.01 });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(0.01, 10);
    expect(mine[0]?.fee?.currency).toBe('USDT');
    expect((await made.fetchBalance({ type: 'trade' }))['BTC']?.total).toBeCloseTo(0.01, 10);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { clientOrderId: 'rests-1' });
    const maker = await made.createOrder(symbol, 'limit', 'buy', 0.002, far, { postOnly: true });
    const listed = await made.fetchOpenOrders(symbol);
    expect(listed.map(({ id }) => id).toSorted()).toEqual([resting.id, maker.id].toSorted());
    expect(listed.find(({ id }) => id === resting.id)).toMatchObject({ clientOrderId: 'rests-1', status: 'open' });
    const taking = Number(made.priceToPrecision(symbol, ask * 1.001));
    const crossing = await made.createOrder(symbol, 'limit', 'buy', 0.002, taking, { postOnly: true });
    expect(await made.fetchOrder(crossing.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await made.cancelOrder(resting.id, symbol);
    expect(await made.fetchOrder(resting.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(made.cancelOrder(resting.id, symbol)).rejects.toThrow('order_not_exist_or_not_allow_to_cancel');
    await made.cancelAllOrders(symbol);
    expect(await made.fetchOpenOrders(symbol)).toEqual([]);

    const trigger = Number(made.priceToPrecision(symbol, bid * 0.98));
    const stop = await made.createOrder(symbol, 'market', 'sell', 0.005, undefined, { stopLossPrice: trigger });
    const waiting = await made.fetchOpenOrders(symbol, undefined, undefined, { stop: true });
    expect(waiting.map(({ id }) => id)).toEqual([stop.id]);
    await made.cancelOrder(stop.id, symbol, { stop: true });
    expect(await made.fetchOpenOrders(symbol, undefined, undefined, { stop: true })).toEqual([]);
    await expect(made.createOrder(symbol, 'market', 'buy', 3)).rejects.toThrow('200004');
  });

  it('futures: leverage, orders, stops, positions and balances', async () => {
    const made = await kucoin('kucoinfutures');
    const symbol = 'BTC/USDT:USDT';
    const { bid, far } = await pricesOf(made, symbol);
    await made.setMarginMode('cross', symbol);
    await made.setLeverage(5, symbol, { marginMode: 'cross' });
    const cross = { marginMode: 'cross' };
    const bought = await made.createOrder(symbol, 'market', 'buy', 20, undefined, cross);
    expect(await made.fetchOrder(bought.id, symbol)).toMatchObject({ status: 'closed', filled: 20 });
    const [position] = await made.fetchPositions([symbol]);
    expect(position).toMatchObject({ symbol, contracts: 20, side: 'long' });
    const mine = (await made.fetchMyTrades(symbol)).filter(({ order }) => order === bought.id);
    expect(mine[0]?.fee).toMatchObject({ currency: 'USDT' });
    expect((await made.fetchBalance({ code: 'USDT' }))['USDT']?.free).toBeLessThan(100_000);

    const resting = await made.createOrder(symbol, 'limit', 'buy', 1, far, cross);
    const stop = await made.createOrder(symbol, 'market', 'sell', 20, undefined, {
      ...cross,
      triggerPrice: far,
      triggerDirection: 'descending',
      reduceOnly: true,
    });
    expect((await made.fetchOpenOrders(symbol)).map(({ id }) => id)).toEqual([resting.id]);
    const waiting = await made.fetchOpenOrders(symbol, undefined, undefined, { stop: true });
    expect(waiting.map(({ id }) => id)).toEqual([stop.id]);
    await made.cancelOrder(stop.id, symbol);
    await made.cancelOrder(resting.id, symbol);
    await expect(made.cancelOrder(resting.id, symbol)).rejects.toThrow('100004');
    const taking = Number(made.priceToPrecision(symbol, bid * 0.995));
    const crossing = await made.createOrder(symbol, 'limit', 'sell', 1, taking, { ...cross, postOnly: true });
    expect(await made.fetchOrder(crossing.id, symbol)).toMatchObject({ status: 'canceled', filled: 0 });
    await expect(
      made.createOrder(symbol, 'market', 'buy', 2, undefined, { ...cross, reduceOnly: true }),
    ).rejects.toThrow('300009');
    await expect(made.createOrder(symbol, 'market', 'buy', 2, undefined, { marginMode: 'isolated' })).rejects.toThrow(
      '330005',
    );
    await made.createOrder(symbol, 'market', 'sell', 20, undefined, { ...cross, reduceOnly: true });
    expect((await made.fetchPositions([symbol])).filter(({ contracts }) => contracts > 0)).toEqual([]);
  });

  it('tells spot orders, trades and balance over the private socket', async () => {
    const made = await kucoin('kucoin');
    const symbol = 'ETH/USDT';
    const { ask, far } = await pricesOf(made, symbol);
    const framesBefore = sim.counters('KUCOIN').framesIn;
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    await expect.poll(() => sim.counters('KUCOIN').framesIn - framesBefore, { timeout: 5_000 }).toBeGreaterThan(1);
    sim.desk('KUCOIN').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 } });
    const placed = await made.createOrder(
      symbol,
      'limit',
      'buy',
      0.2,
      Number(made.priceToPrecision(symbol, ask * 1.001)),
    );
    await expect.poll(() => trades.filter(({ order }) => order === placed.id).length).toBeGreaterThan(0);
    expect(trades[0]).toMatchObject({ order: placed.id, side: 'buy', takerOrMaker: 'taker' });
    expect(trades[0]?.amount).toBeLessThanOrEqual(0.1);
    await expect.poll(() => (balances.at(-1)?.['USDT']?.total ?? 0) > 0).toBe(true);
    await made.cancelAllOrders(symbol);
    const resting = await made.createOrder(symbol, 'limit', 'buy', 0.1, far);
    await expect.poll(() => orders.findLast(({ id }) => id === resting.id)?.status).toBe('open');
    await made.cancelOrder(resting.id, symbol);
    await expect.poll(() => orders.findLast(({ id }) => id === resting.id)?.status).toBe('canceled');
  });

  it('tells futures orders, trades, balance and position, and closes by the stop sent along', async () => {
    const made = await kucoin('kucoinfutures');
    const symbol = 'SOL/USDT:USDT';
    const { bid, ask } = await pricesOf(made, symbol);
    const framesBefore = sim.counters('KUCOIN').framesIn;
    const orders = collect(() => made.watchOrders(symbol));
    const trades = collect(() => made.watchMyTrades(symbol));
    const balances = collect<CcxtBalances>(() => made.watchBalance());
    // This ccxt would ask the spot host for positions, where there are none: it is shown the futures one.
    const urls = (): Record<string, unknown> => (made.options['urls'] ?? {}) as Record<string, unknown>;
    await expect.poll(() => urls()['privateFutures'] !== undefined).toBe(true);
    urls()['private'] = urls()['privateFutures'];
    const positions = collect(() => made.watchPosition(symbol));
    await expect.poll(() => sim.counters('KUCOIN').framesIn - framesBefore, { timeout: 5_000 }).toBeGreaterThan(2);
    sim.desk('KUCOIN').armCall({ call: 'place', fault: { kind: 'partial', fillFrac: 0.5 } });
    const isolated = { marginMode: 'isolated', leverage: 3 };
    const limit = Number(made.priceToPrecision(symbol, ask * 1.001));
    const stopLoss = { triggerPrice: Number(made.priceToPrecision(symbol, bid * 0.98)) };
    const placed = await made.createOrder(symbol, 'limit', 'buy', 20, limit, {
      ...isolated,
      stopLoss,
      timeInForce: 'IOC',
    });
    await expect.poll(() => trades.filter(({ order }) => order === placed.id).length).toBeGreaterThan(0);
    expect(trades[0]).toMatchObject({ order: placed.id, side: 'buy', takerOrMaker: 'taker' });
    await expect.poll(() => positions.some(({ contracts }) => contracts >= 10)).toBe(true);
    await expect.poll(() => (balances.at(-1)?.['USDT']?.total ?? 0) > 0).toBe(true);
    await expect.poll(() => orders.findLast(({ id }) => id === placed.id)?.status).toBe('canceled');
    const waiting = async (): Promise<number> =>
      (await made.fetchOpenOrders(symbol, undefined, undefined, { stop: true })).length;
    expect(await waiting()).toBe(1);
    sim.control('KUCOIN').shockPrice('SOL', -0.05);
    const held = async (): Promise<number> =>
      (await made.fetchPositions([symbol])).filter((one) => one.contracts > 0).length;
    await expect.poll(held, { timeout: 10_000 }).toBe(0);
    expect(await waiting()).toBe(0);
  });
});
