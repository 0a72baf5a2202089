import type { PrivateCallName, SimKey } from '../../account/model.ts';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { BinanceProduct } from '../binance-product.ts';

/** What the signed calls of one product stand on. */
export interface BinancePrivateContext {
  readonly product: BinanceProduct;
  readonly market: SimVenueMarket;
  readonly side: PrivateSide;
}

/** Who calls, after the key was checked. */
export interface BinanceCaller {
  readonly key: SimKey;
  readonly accountId: number;
  /** At most this share of a new order fills at once, by a planned fault; null: all of it. */
  readonly fillFrac: number | null;
}

/** One keyed endpoint. */
export interface BinancePrivateCall {
  /** `key`: the header alone is enough. */
  readonly security: 'signed' | 'key';
  /** True when the key must be allowed to trade this product. */
  readonly trades: boolean;
  /** The name that planned faults know it by. */
  readonly name: PrivateCallName;
  weight(params: URLSearchParams): number;
  /** How many orders it counts as. */
  orders(params: URLSearchParams): number;
  answer(caller: BinanceCaller, params: URLSearchParams): unknown;
}

/** Endpoints by method and path below the product's prefix, e.g. `POST /api/v3/order`. */
export type BinancePrivateCalls = Readonly<Record<string, BinancePrivateCall>>;

type Answer = BinancePrivateCall['answer'];

/** Builds a signed call that only reads. */
export function reading(
  name: PrivateCallName,
  weight: number | ((params: URLSearchParams) => number),
  answer: Answer,
): BinancePrivateCall {
  const weightOf = typeof weight === 'number' ? () => weight : weight;
  return { security: 'signed', trades: false, name, weight: weightOf, orders: () => 0, answer };
}

/** Builds a signed call that changes something. `orders` count against the order limits of the account. */
export function trading(
  name: PrivateCallName,
  cost: { readonly weight: number; readonly orders?: number | ((params: URLSearchParams) => number) },
  answer: Answer,
): BinancePrivateCall {
  const { weight, orders = 0 } = cost;
  const ordersOf = typeof orders === 'number' ? () => orders : orders;
  return { security: 'signed', trades: true, name, weight: () => weight, orders: ordersOf, answer };
}

/** Weighs a call that is cheap for one symbol and dear for all. */
export function perSymbol(one: number, all: number): (params: URLSearchParams) => number {
  return (params) => (params.has('symbol') ? one : all);
}
