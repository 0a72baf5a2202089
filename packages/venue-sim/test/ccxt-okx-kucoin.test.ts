import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pro } from 'ccxt';
import { startVenueSim, type VenueSim } from '../src/index.ts';

/** The public surface of a ccxt exchange that the checks use. */
interface Exchange {
  urls: { api: unknown };
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(): Promise<Record<string, { type: string; contractSize?: number }>>;
  fetchOrderBook(symbol: string, limit?: number): Promise<Book>;
  watchOrderBook(symbol: string): Promise<Book>;
  close(): Promise<void>;
}

interface Book {
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
}

let sim: VenueSim;
const open: Exchange[] = [];

beforeAll(async () => {
  sim = await startVenueSim({ seed: 5, mode: { kind: 'sim', intensity: 1 } });
});

afterAll(async () => {
  for (const exchange of open) await exchange.close();
  await sim.stop();
});

/** Rewrites every address of a tree of addresses. */
function rewrite(tree: unknown, to: (address: string) => string): unknown {
  if (typeof tree === 'string') return to(tree);
  if (tree === null || typeof tree !== 'object') return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, rewrite(value, to)]));
}

async function exchange(
  id: 'okx' | 'kucoin' | 'kucoinfutures',
  to: (address: string) => string,
  options: object,
): Promise<Exchange> {
  const Constructor = (pro as unknown as Record<string, new (config: object) => Exchange>)[id];
  if (Constructor === undefined) throw new Error(`ccxt has no ${id}`);
  const api = rewrite(new Constructor({}).urls.api, to);
  const made = new Constructor({ urls: { api }, enableRateLimit: false, options });
  await made.loadHttpProxyAgent();
  open.push(made);
  return made;
}

async function readBooks(made: Exchange, symbol: string): Promise<void> {
  for (const book of [await made.fetchOrderBook(symbol, 20), await made.watchOrderBook(symbol)]) {
    expect(book.bids.length).toBeGreaterThan(5);
    expect(book.asks.length).toBeGreaterThan(5);
    expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] ?? 0);
  }
}

describe('ccxt, a client nobody here wrote', () => {
  it('loads OKX and reads a spot and a swap book over REST and WebSocket', async () => {
    const to = (address: string): string => {
      const base = address.startsWith('ws') ? sim.baseUrls.OKX.replace('http', 'ws') : sim.baseUrls.OKX;
      return address.replace(/^(?:https|wss):\/\/[^/]+/, base);
    };
    const okx = await exchange('okx', to, { fetchMarkets: { types: ['spot', 'swap'] } });
    const markets = await okx.loadMarkets();
    expect(markets['BTC/USDT:USDT']).toMatchObject({ type: 'swap', contractSize: 0.01 });
    await readBooks(okx, 'BTC/USDT');
    await readBooks(okx, 'BTC/USDT:USDT');
  });

  it('loads KuCoin spot and futures and reads a book of each over REST and WebSocket', async () => {
    const to = (address: string): string =>
      address
        .replace(/^https:\/\/api-futures[^/]*/, `${sim.baseUrls.KUCOIN}/futures`)
        .replace(/^https:\/\/[^/]+/, `${sim.baseUrls.KUCOIN}/spot`);
    const spot = await exchange('kucoin', to, { fetchMarkets: { types: ['spot'], fetchTickersFees: false } });
    const futures = await exchange('kucoinfutures', to, {});
    await spot.loadMarkets();
    await readBooks(spot, 'BTC/USDT');
    const markets = await futures.loadMarkets();
    expect(markets['BTC/USDT:USDT']).toMatchObject({ type: 'swap', contractSize: 0.001 });
    await readBooks(futures, 'BTC/USDT:USDT');
  });
});
