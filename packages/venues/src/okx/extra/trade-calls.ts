import type { Market } from '@riptide/core/domain';
import type { RequestPurpose } from '../../kit/index.ts';
import { OKX_PRIVATE_LIMITS } from '../limits.ts';
import { changeCall, readCall, type OkxCall } from './call.ts';
import { OKX_ORDER_TAG } from './order-fields.ts';

/** How OKX is told which order is meant: by one of the two names. */
export type OrderName = { readonly ordId: string } | { readonly clOrdId: string };

/** How OKX is told which conditional order is meant. */
export type AlgoName = { readonly algoId: string } | { readonly algoClOrdId: string };

const PAGE = String(OKX_PRIVATE_LIMITS.pageRows);

/**
 * Returns OKX's instrument type of a market.
 *
 * @public
 */
export function instTypeOfMarket(market: Market): 'SPOT' | 'SWAP' {
  return market === 'spot' ? 'SPOT' : 'SWAP';
}

/** Builds `POST /api/v5/trade/cancel-order`. */
export function buildCancelOrder(instId: string, name: OrderName, purpose: RequestPurpose): OkxCall {
  return changeCall({ pool: 'cancel', purpose, instId }, '/trade/cancel-order', { instId, ...name });
}

/** Builds `POST /api/v5/trade/cancel-algos` of one conditional order. */
export function buildCancelAlgos(instId: string, name: AlgoName, purpose: RequestPurpose): OkxCall {
  return changeCall({ pool: 'cancelAlgo', purpose, instId }, '/trade/cancel-algos', [{ instId, ...name }]);
}

/** Builds `GET /api/v5/trade/order`. */
export function buildGetOrder(instId: string, name: OrderName): OkxCall {
  return readCall('order', '/trade/order', { instId, ...name }, instId);
}

/** Builds `GET /api/v5/trade/order-algo`. */
export function buildGetAlgoOrder(name: AlgoName): OkxCall {
  return readCall('algo', '/trade/order-algo', { ...name });
}

/** Builds one page of `GET /api/v5/trade/orders-pending`; `after` is the last `ordId` of the page before. */
export function buildOrdersPending(market: Market, after?: string): OkxCall {
  return readCall('pending', '/trade/orders-pending', { instType: instTypeOfMarket(market), after, limit: PAGE });
}

/**
 * Builds one page of `GET /api/v5/trade/orders-algo-pending`; `after` is the last `algoId` of the page before.
 * QUIRK(okx): only `conditional` and `oco` may be asked for together.
 */
export function buildOrdersAlgoPending(
  market: Market,
  ordType: 'conditional,oco' | 'trigger',
  after?: string,
): OkxCall {
  const params = { ordType, instType: instTypeOfMarket(market), after, limit: PAGE };
  return readCall('algoPending', '/trade/orders-algo-pending', params);
}

export interface FillsQuery {
  readonly market: Market;
  readonly instId: string | null;
  readonly sinceMs: number;
  /** `billId` of the oldest row of the page before. */
  readonly after?: string | undefined;
  /** Asks the slower endpoint that reaches back three months. */
  readonly isHistory: boolean;
}

/** Builds one page of `GET /api/v5/trade/fills` (three days) or `fills-history` (three months); newest first. */
export function buildFills(query: FillsQuery): OkxCall {
  const path = query.isHistory ? '/trade/fills-history' : '/trade/fills';
  return readCall(query.isHistory ? 'fillsHistory' : 'fills', path, {
    instType: instTypeOfMarket(query.market),
    instId: query.instId ?? undefined,
    begin: String(query.sinceMs),
    after: query.after,
    limit: PAGE,
  });
}

/** Builds `GET /api/v5/trade/fills-history` of one order: three months back, longer than the order itself is kept. */
export function buildFillsOfOrder(market: Market, instId: string, ordId: string): OkxCall {
  const params = { instType: instTypeOfMarket(market), instId, ordId, limit: PAGE };
  return readCall('fillsHistory', '/trade/fills-history', params);
}

/** Builds `POST /api/v5/trade/cancel-all-after` for our tagged orders; 0 seconds disarm it. */
export function buildCancelAllAfter(timeoutMs: number): OkxCall {
  const { deadManSecondsMin, deadManSecondsMax } = OKX_PRIVATE_LIMITS;
  const seconds = Math.min(deadManSecondsMax, Math.max(deadManSecondsMin, Math.ceil(timeoutMs / 1000)));
  const timeOut = timeoutMs <= 0 ? '0' : String(seconds);
  return changeCall({ pool: 'cancelAllAfter', purpose: 'reduce-risk', instId: null }, '/trade/cancel-all-after', {
    timeOut,
    tag: OKX_ORDER_TAG,
  });
}
