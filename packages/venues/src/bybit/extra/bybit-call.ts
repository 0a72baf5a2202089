import type { VenueCall } from '../../kit/index.ts';
import type { BybitPool } from '../limits.ts';

/** A signed request as it is built, before anybody says where it goes and which limits it takes from. */
export interface BybitCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly pool: BybitPool;
  readonly purpose: VenueCall['purpose'];
}

/** Builds a read. */
export function readCall(pool: BybitPool, path: string, params: BybitCall['params']): BybitCall {
  return { method: 'GET', path, params, pool, purpose: 'read' };
}

/** Builds a call that changes a setting: it goes out once, and leaves the reserve alone. */
export function settingCall(pool: BybitPool, path: string, params: BybitCall['params']): BybitCall {
  return { method: 'POST', path, params, pool, purpose: 'new-risk' };
}
