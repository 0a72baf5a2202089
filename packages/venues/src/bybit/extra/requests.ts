import { ok, type DomainError, type OrderRef, type PlaceOrder, type Result, type VenueKey } from '@riptide/core/domain';
import type { VenueTarget, WireCall } from '../../kit/index.ts';
import * as account from '../rest/account.ts';
import * as market from '../rest/spot.ts';
import * as futures from '../rest/trading-futures.ts';
import * as spot from '../rest/trading-spot.ts';
import { BYBIT_RECV_WINDOW_MS, bybitAuthFrame, signBybit, signBybitCall } from '../sign.ts';
import { fromWireAsset, toWireSymbol } from '../symbols.ts';
import { bybitUrls } from '../urls.ts';
import type { BybitCall } from './bybit-call.ts';
import * as queries from './order-queries.ts';

/** Turns a call into the bytes that would leave. */
function toWireCall(call: BybitCall, target: VenueTarget, key: VenueKey, venueMs: number): WireCall {
  return signBybitCall(key, { ...call, baseUrl: bybitUrls(target).rest }, venueMs);
}

function buildPlace(order: PlaceOrder): Result<BybitCall, DomainError> {
  return order.instrument.kind === 'spot' ? spot.buildCreateSpotOrder(order) : futures.buildCreateOrder(order);
}

function buildCancel(ref: OrderRef, isRiskReducing: boolean): Result<BybitCall, DomainError> {
  const build = ref.instrument.kind === 'spot' ? spot.buildCancelSpotOrder : futures.buildCancelOrder;
  return ok(build(ref, isRiskReducing));
}

/** Everything this adapter can ask, as pure functions without sockets: what a verifier of requests compares. */
export const bybitRequests = {
  account,
  futures,
  market,
  spot,
  recvWindowMs: BYBIT_RECV_WINDOW_MS,
  queries,
  buildPlace,
  buildCancel,
  authFrame: bybitAuthFrame,
  signText: signBybit,
  fromWireAsset,
  toWireSymbol,
  toWireCall,
} as const;
