import type { VenueCall, WireCall } from '../../kit/index.ts';

/** Which of the venue's hosts answers a call. */
export type BinanceHost = 'spot' | 'usdm' | 'sapi';

/** Which counter a call is charged to: request weight by address, or orders by account. */
type BinancePool = 'weight' | 'orders';

/** A call before it has a host address, a limit pool and a signature. Plain data: what a verifier of requests compares. */
export interface BinanceCall {
  readonly host: BinanceHost;
  readonly method: WireCall['method'];
  readonly path: string;
  readonly params: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly weight: number;
  readonly pool: BinancePool;
  readonly timeoutMs?: NonNullable<VenueCall['timeoutMs']>;
}

/** Builds a read. */
export function readCall(
  host: BinanceHost,
  path: string,
  weight: number,
  params: BinanceCall['params'] = {},
): BinanceCall {
  return { host, method: 'GET', path, params, weight, pool: 'weight' };
}

/** Builds a call that counts as an order. Spot counts new orders only: a cancel there costs weight and nothing else. */
export function orderCall(
  host: BinanceHost,
  method: 'POST' | 'DELETE',
  path: string,
  params: BinanceCall['params'],
): BinanceCall {
  const pool = host === 'spot' && method === 'DELETE' ? 'weight' : 'orders';
  return { host, method, path, params, weight: 1, pool };
}

/** Builds a call that changes a setting. */
export function settingCall(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  params: BinanceCall['params'],
  weight = 1,
): BinanceCall {
  return { host: 'usdm', method, path, params, weight, pool: 'weight' };
}
