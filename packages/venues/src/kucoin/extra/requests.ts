import type { DomainError, MarginMode, OrderRef, PlaceOrder, Result, VenueKey } from '@riptide/core/domain';
import type { VenueTarget, WireCall } from '../../kit/index.ts';
import * as account from '../rest/account.ts';
import * as futuresMarket from '../rest/futures.ts';
import * as spotMarket from '../rest/spot.ts';
import * as futures from '../rest/trading-futures.ts';
import * as spot from '../rest/trading-spot.ts';
import { hmacBase64, signCall } from '../sign.ts';
import { fromWireSymbol, toWireSymbol } from '../symbols.ts';
import { resolveUrls } from '../urls.ts';
import type { KucoinCall } from './private-api.ts';

/** Turns a call into the bytes that would leave; null where the target has no hosts. */
function toWireCall(call: KucoinCall, target: VenueTarget, key: VenueKey, venueMs: number): WireCall | null {
  const urls = resolveUrls(target);
  if (urls === null) return null;
  return signCall({ ...call, baseUrl: urls[call.product] }, { key, keyVersion: '3', venueMs });
}

function buildPlace(order: PlaceOrder, marginMode: MarginMode): Result<KucoinCall, DomainError> {
  return order.instrument.kind === 'spot' ? spot.buildAddHfOrder(order) : futures.buildAddOrder(order, marginMode);
}

function buildCancel({ instrument, clientOrderId, venueOrderId }: OrderRef): KucoinCall {
  const symbol = instrument.wireSymbol;
  if (instrument.kind === 'spot') {
    return clientOrderId === null
      ? spot.buildCancelHfOrderById(symbol, venueOrderId ?? '')
      : spot.buildCancelHfOrderByClientOid(symbol, clientOrderId);
  }
  return clientOrderId === null
    ? futures.buildCancelOrderById(venueOrderId ?? '')
    : futures.buildCancelOrderByClientOid(symbol, clientOrderId);
}

function buildQuery({ instrument, clientOrderId, venueOrderId }: OrderRef): KucoinCall {
  const symbol = instrument.wireSymbol;
  if (instrument.kind === 'spot') {
    return clientOrderId === null
      ? spot.buildGetHfOrderById(symbol, venueOrderId ?? '')
      : spot.buildGetHfOrderByClientOid(symbol, clientOrderId);
  }
  return clientOrderId === null
    ? futures.buildGetOrderByOrderId(venueOrderId ?? '')
    : futures.buildGetOrderByClientOid(clientOrderId);
}

/** Everything this adapter can ask, as pure functions without sockets: what a verifier of requests compares. */
export const kucoinRequests = {
  account,
  futures,
  futuresMarket,
  spot,
  spotMarket,
  buildPlace,
  buildCancel,
  buildQuery,
  signText: hmacBase64,
  fromWireSymbol,
  toWireSymbol,
  toWireCall,
} as const;
