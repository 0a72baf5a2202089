import type { VenueKey } from '@riptide/core/domain';
import type { VenueTarget, WireCall } from '../../kit/index.ts';
import * as account from '../rest/account.ts';
import * as futuresMarket from '../rest/futures.ts';
import * as spotMarket from '../rest/spot.ts';
import * as futures from '../rest/trading-futures.ts';
import * as spot from '../rest/trading-spot.ts';
import { RECV_WINDOW_MS, signCall, signSocketParams, signText } from '../sign.ts';
import { toWireSymbol } from '../symbols.ts';
import { binanceUrls } from '../urls.ts';
import type { BinanceCall } from './binance-call.ts';
import { buildCancel, buildPlace } from './order-desk.ts';

/** Turns a call into the bytes that would leave; null where the target has no such host. */
function toWireCall(call: BinanceCall, target: VenueTarget, key: VenueKey, venueMs: number): WireCall | null {
  const urls = binanceUrls(target);
  const baseUrl = { spot: urls.spotRest, usdm: urls.usdmRest, sapi: urls.sapiRest }[call.host];
  return baseUrl === null ? null : signCall({ ...call, baseUrl }, key, venueMs);
}

/** Everything this adapter can ask, as pure functions without sockets: what a verifier of requests compares. */
export const binanceRequests = {
  account,
  futures,
  futuresMarket,
  spot,
  spotMarket,
  recvWindowMs: RECV_WINDOW_MS,
  buildPlace,
  buildCancel,
  signSocketParams,
  signText,
  toWireSymbol,
  toWireCall,
} as const;
