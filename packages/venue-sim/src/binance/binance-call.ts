/** One endpoint: what it weighs and what it answers, data or a `BinanceRefusal`. */
export interface BinanceCall {
  weight(query: URLSearchParams): number;
  answer(query: URLSearchParams): unknown;
}

/** Endpoints by their path below the product's prefix. */
export type BinanceCalls = Readonly<Record<string, BinanceCall>>;

/** Builds a call of fixed weight. */
export function call(weight: number, answer: (query: URLSearchParams) => unknown): BinanceCall {
  return { weight: () => weight, answer };
}

/** Builds a call that is cheap for one symbol and dear for all. */
export function callPerSymbol(one: number, all: number, answer: (query: URLSearchParams) => unknown): BinanceCall {
  return { weight: (query) => (query.has('symbol') ? one : all), answer };
}
