import type { VenueTarget } from '../kit/index.ts';
import type { KucoinProduct } from './enums.ts';

/** Where the requests of each product go; sockets get their address from the token request on the same host. */
export type KucoinUrls = Readonly<Record<KucoinProduct, string>>;

/**
 * Returns the hosts of a target, or null for `testnet`: KuCoin has none, its sandbox was shut down.
 *
 * @source docs/venues/kucoin.md#hosts
 */
export function resolveUrls(target: VenueTarget): KucoinUrls | null {
  if (target.kind === 'testnet') return null;
  if (target.kind === 'live') return { spot: 'https://api.kucoin.com', futures: 'https://api-futures.kucoin.com' };
  const base = target.baseUrl.replace(/\/+$/, '');
  return { spot: `${base}/spot`, futures: `${base}/futures` };
}
