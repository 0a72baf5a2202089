import { pro } from 'ccxt';
import { expect } from 'vitest';

export interface CcxtOrder {
  readonly id: string;
  readonly clientOrderId?: string;
  readonly status?: string;
  readonly filled?: number;
  readonly amount?: number;
  readonly average?: number;
  readonly symbol: string;
}

export interface CcxtTrade {
  readonly order: string;
  readonly amount: number;
  readonly price: number;
  readonly side: string;
  readonly takerOrMaker?: string;
  readonly fee?: { readonly cost: number; readonly currency: string };
}

export interface CcxtPosition {
  readonly symbol: string;
  readonly contracts: number;
  readonly side: string;
  readonly entryPrice?: number;
}

export type CcxtBalances = Readonly<Record<string, { readonly free: number; readonly total: number } | undefined>>;
type Book = { readonly bids: readonly (readonly number[])[]; readonly asks: readonly (readonly number[])[] };

/** The private surface of a ccxt exchange that the checks use. */
export interface CcxtTrader {
  readonly options: Record<string, unknown>;
  loadHttpProxyAgent(): Promise<unknown>;
  loadMarkets(): Promise<unknown>;
  fetchOrderBook(symbol: string, limit?: number): Promise<Book>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<CcxtOrder>;
  createOrderWs(symbol: string, type: string, side: string, amount: number, price?: number): Promise<CcxtOrder>;
  cancelOrder(id: string, symbol: string, params?: Readonly<Record<string, unknown>>): Promise<CcxtOrder>;
  cancelAllOrders(symbol: string): Promise<unknown>;
  fetchOrder(id: string, symbol: string, params?: Readonly<Record<string, unknown>>): Promise<CcxtOrder>;
  fetchOpenOrders(
    symbol: string,
    since?: number,
    limit?: number,
    params?: Readonly<Record<string, unknown>>,
  ): Promise<readonly CcxtOrder[]>;
  fetchMyTrades(symbol: string): Promise<readonly CcxtTrade[]>;
  fetchPositions(symbols: readonly string[]): Promise<readonly CcxtPosition[]>;
  fetchBalance(params?: Readonly<Record<string, unknown>>): Promise<CcxtBalances>;
  setLeverage(leverage: number, symbol: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  setMarginMode(mode: string, symbol: string): Promise<unknown>;
  watchOrders(symbol?: string): Promise<readonly CcxtOrder[]>;
  watchMyTrades(symbol?: string): Promise<readonly CcxtTrade[]>;
  watchBalance(): Promise<CcxtBalances>;
  watchPositions(symbols: readonly string[]): Promise<readonly CcxtPosition[]>;
  watchPosition(symbol: string): Promise<CcxtPosition>;
  amountToPrecision(symbol: string, amount: number): string;
  priceToPrecision(symbol: string, price: number): string;
  close(): Promise<void>;
}

/** Makes an exchange that talks to a loopback venue. */
export async function ccxtTrader(id: string, config: Readonly<Record<string, unknown>>): Promise<CcxtTrader> {
  const Constructor = (pro as unknown as Record<string, new (config: object) => CcxtTrader>)[id];
  if (Constructor === undefined) throw new Error(`ccxt has no ${id}`);
  const made = new Constructor(config);
  await made.loadHttpProxyAgent();
  await made.loadMarkets();
  return made;
}

/** Best prices of a market, and a buy price far enough below to rest. */
export async function pricesOf(made: CcxtTrader, symbol: string) {
  const book = await made.fetchOrderBook(symbol, 20);
  const bid = book.bids[0]?.[0] ?? 0;
  const ask = book.asks[0]?.[0] ?? 0;
  expect(ask).toBeGreaterThan(bid);
  return { bid, ask, far: Number(made.priceToPrecision(symbol, bid * 0.97)) };
}

/** What a watch has brought so far, newest last; it goes on until the exchange is closed. */
export function collect<T>(watch: () => Promise<readonly T[]> | Promise<T>): readonly T[] {
  const seen: T[] = [];
  const follow = async (): Promise<void> => {
    for (;;) {
      const come: readonly T[] | T = await watch();
      const list: readonly T[] = Array.isArray(come) ? (come as readonly T[]) : [come as T];
      // ccxt changes its objects in place: what was seen is kept as it was.
      seen.push(...list.map((one) => structuredClone(one)));
    }
  };
  follow().catch((cause: unknown) => {
    if (!String(cause).includes('losed')) throw cause;
  });
  return seen;
}
