import { pro } from 'ccxt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVenueSim, type VenueSim } from '../src/index.ts';

interface Book {
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
}

/** The public surface of a ccxt exchange that the checks use. */
interface Exchange {
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(): Promise<
    Record<string, { readonly precision: { readonly price: number }; readonly contractSize?: number }>
  >;
  fetchOrderBook(symbol: string, limit?: number): Promise<Book>;
  watchOrderBook(symbol: string, limit?: number): Promise<Book>;
  watchTrades(symbol: string): Promise<readonly { readonly side: string; readonly price: number }[]>;
  fetchOHLCV(symbol: string, timeframe: string): Promise<readonly (readonly number[])[]>;
  close(): Promise<void>;
}

let sim: VenueSim;
const open: Exchange[] = [];

beforeAll(async () => {
  sim = await startVenueSim({ seed: 9, mode: { kind: 'sim' } });
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

async function exchange(id: 'binance' | 'binanceusdm' | 'bybit', api: object, options: object): Promise<Exchange> {
  const Constructor = (pro as unknown as Record<string, new (config: object) => Exchange>)[id];
  if (Constructor === undefined) throw new Error(`ccxt has no ${id}`);
  const made = new Constructor({ urls: { api }, options });
  await made.loadHttpProxyAgent();
  open.push(made);
  return made;
}

async function readEverything(made: Exchange, symbol: string): Promise<void> {
  for (const book of [await made.fetchOrderBook(symbol, 20), await made.watchOrderBook(symbol, 50)]) {
    expect(book.bids.length).toBeGreaterThan(5);
    expect(book.asks.length).toBeGreaterThan(5);
    expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] ?? 0);
  }
  const [trade] = await made.watchTrades(symbol);
  expect(trade?.side).toMatch(/^(buy|sell)$/);
  const candles = await made.fetchOHLCV(symbol, '1m');
  expect(candles.length).toBeGreaterThanOrEqual(100);
  expect(candles[0]?.[0]).toBeLessThan(candles[1]?.[0] ?? 0);
}

/** A reader of the real venues that we did not write: if it can follow the simulator, the wire is the venue's. */
describe('ccxt reads the simulated venues', { timeout: 30_000 }, () => {
  it('Binance spot', async () => {
    const base = `${sim.baseUrls.BINANCE}/spot`;
    const api = { public: `${base}/api/v3`, ws: { spot: `${base.replace('http', 'ws')}/ws` } };
    const made = await exchange('binance', api, { fetchMarkets: { types: ['spot'] } });
    expect((await made.loadMarkets())['BTC/USDT']?.precision.price).toBe(0.01);
    await readEverything(made, 'BTC/USDT');
  });

  it('Binance USD-M over the split addresses', async () => {
    const base = `${sim.baseUrls.BINANCE}/usdm`;
    const api = {
      fapiPublic: `${base}/fapi/v1`,
      fapiPublicV2: `${base}/fapi/v2`,
      ws: { future: `${base.replace('http', 'ws')}/ws` },
    };
    const made = await exchange('binanceusdm', api, {});
    expect((await made.loadMarkets())['BTC/USDT:USDT']).toMatchObject({ precision: { price: 0.1 }, contractSize: 1 });
    await readEverything(made, 'BTC/USDT:USDT');
  });

  it('Bybit spot and linear', async () => {
    const base = sim.baseUrls.BYBIT;
    const stream = `${base.replace('http', 'ws')}/v5/public`;
    const api = { public: base, private: base, ws: { public: { spot: `${stream}/spot`, linear: `${stream}/linear` } } };
    const made = await exchange('bybit', api, { fetchMarkets: { types: ['spot', 'linear'] } });
    const markets = await made.loadMarkets();
    expect(markets['ETH/USDT:USDT']?.precision.price).toBe(0.01);
    expect(markets['BTC/USDT']?.precision.price).toBe(0.01);
    await readEverything(made, 'ETH/USDT:USDT');
    await readEverything(made, 'BTC/USDT');
  });
});
