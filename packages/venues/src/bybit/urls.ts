import type { VenueTarget } from '../kit/index.ts';

/** The products of the public socket that the adapter reads. */
export const BYBIT_PRODUCTS = ['spot', 'linear'] as const;
export type BybitProduct = (typeof BYBIT_PRODUCTS)[number];

/** Where the adapter connects to. */
export interface BybitUrls {
  /** Without a trailing slash; paths start with `/v5`. */
  readonly rest: string;
  readonly publicWs: Readonly<Record<BybitProduct, string>>;
  readonly privateWs: string;
  readonly tradeWs: string;
}

/** Source: Bybit v5 documentation, connect and guide (docs/venues/bybit.md). */
const HOSTS = {
  live: { rest: 'https://api.bybit.com', ws: 'wss://stream.bybit.com' },
  testnet: { rest: 'https://api-testnet.bybit.com', ws: 'wss://stream-testnet.bybit.com' },
} as const;

/** Resolves the addresses of a target. */
export function bybitUrls(target: VenueTarget): BybitUrls {
  if (target.kind !== 'simulator') return at(HOSTS[target.kind].rest, HOSTS[target.kind].ws);
  const rest = target.baseUrl.replace(/\/+$/, '');
  return at(rest, rest.replace(/^http/, 'ws'));
}

function at(rest: string, ws: string): BybitUrls {
  return {
    rest,
    publicWs: { spot: `${ws}/v5/public/spot`, linear: `${ws}/v5/public/linear` },
    privateWs: `${ws}/v5/private`,
    tradeWs: `${ws}/v5/trade`,
  };
}
