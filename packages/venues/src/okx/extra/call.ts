import type { RequestPurpose, VenueCall } from '../../kit/index.ts';
import type { OkxPoolName } from '../limits.ts';

/** A private request before anything of the account or the host is in it. Pure; what builders return. */
export interface OkxCall extends Pick<VenueCall, 'method' | 'path' | 'params'> {
  readonly purpose: RequestPurpose;
  readonly pool: OkxPoolName;
  /** Names the counter where the venue counts per instrument; null elsewhere. */
  readonly instId: string | null;
}

type Params = OkxCall['params'];

/** Builds a read. Undefined parameters are left out on the wire. */
export function readCall(pool: OkxPoolName, path: string, params: Params, instId: string | null = null): OkxCall {
  return { method: 'GET', path: `/api/v5${path}`, params, purpose: 'read', pool, instId };
}

/** Builds a request that changes something; it is sent once. */
export function changeCall(of: Pick<OkxCall, 'pool' | 'purpose' | 'instId'>, path: string, params: Params): OkxCall {
  return { method: 'POST', path: `/api/v5${path}`, params, ...of };
}
