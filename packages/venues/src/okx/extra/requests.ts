import type { DomainError, MarginMode, OrderRef, PlaceOrder, Result, VenueKey } from '@riptide/core/domain';
import type { VenueTarget, WireCall } from '../../kit/index.ts';
import * as account from '../rest/account.ts';
import * as market from '../rest/spot.ts';
import * as futures from '../rest/trading-futures.ts';
import * as spot from '../rest/trading-spot.ts';
import { okxLogin, okxSignature, signOkxCall } from '../sign.ts';
import { fromWireSymbol, toWireSymbol } from '../symbols.ts';
import { okxUrls } from '../urls.ts';
import type { OkxCall } from './call.ts';
import { isConditional } from './order-fields.ts';
import * as trade from './trade-calls.ts';

/** What the account's set-up adds to an order. */
interface OkxOrderModes {
  readonly spotTdMode: spot.SpotTdMode;
  readonly marginMode: MarginMode;
}

/** Turns a call into the bytes that would leave. */
function toWireCall(call: OkxCall, target: VenueTarget, key: VenueKey, venueMs: number): WireCall {
  const { rest, restHeaders } = okxUrls({ target, region: 'global' });
  return signOkxCall({ ...call, baseUrl: rest }, key, venueMs, restHeaders);
}

function buildPlace(order: PlaceOrder, modes: OkxOrderModes): Result<OkxCall, DomainError> {
  if (order.instrument.kind === 'spot') {
    const build = isConditional(order) ? spot.buildSpotAlgoOrder : spot.buildSpotOrder;
    return build(order, modes.spotTdMode);
  }
  const build = isConditional(order) ? futures.buildSwapAlgoOrder : futures.buildSwapOrder;
  return build(order, modes.marginMode);
}

function buildCancel(ref: OrderRef, isRiskReducing: boolean): OkxCall {
  const instId = ref.instrument.wireSymbol;
  const purpose = isRiskReducing ? 'reduce-risk' : 'new-risk';
  return ref.isConditional
    ? trade.buildCancelAlgos(instId, algoName(ref), purpose)
    : trade.buildCancelOrder(instId, orderName(ref), purpose);
}

function buildQuery(ref: OrderRef): OkxCall {
  if (ref.isConditional) return trade.buildGetAlgoOrder(algoName(ref));
  return trade.buildGetOrder(ref.instrument.wireSymbol, orderName(ref));
}

function orderName({ clientOrderId, venueOrderId }: OrderRef): trade.OrderName {
  return clientOrderId === null ? { ordId: venueOrderId ?? '' } : { clOrdId: clientOrderId };
}

function algoName({ clientOrderId, venueOrderId }: OrderRef): trade.AlgoName {
  return clientOrderId === null ? { algoId: venueOrderId ?? '' } : { algoClOrdId: clientOrderId };
}

/** Everything this adapter can ask, as pure functions without sockets: what a verifier of requests compares. */
export const okxRequests = {
  account,
  market,
  trade,
  buildPlace,
  buildCancel,
  buildQuery,
  loginFrame: okxLogin,
  signText: okxSignature,
  fromWireSymbol,
  toWireSymbol,
  toWireCall,
} as const;
