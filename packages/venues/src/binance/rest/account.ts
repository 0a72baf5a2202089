import type { MarginMode, PositionMode } from '@riptide/core/domain';
import { readCall, settingCall, type BinanceCall } from '../extra/binance-call.ts';

/** Entries one income request gives. */
export const INCOME_PER_REQUEST = 1_000;

/** `GET /sapi/v1/account/apiRestrictions`: what the key may do. Live only. */
export function buildApiRestrictions(): BinanceCall {
  return readCall('sapi', '/sapi/v1/account/apiRestrictions', 1);
}

/** `GET /api/v3/account`: spot balances, those of zero too unless left out. */
export function buildSpotAccount(omitZeroBalances?: boolean): BinanceCall {
  return readCall('spot', '/api/v3/account', 20, { omitZeroBalances });
}

/** `GET /api/v3/account/commission`. */
export function buildSpotCommission(symbol: string): BinanceCall {
  return readCall('spot', '/api/v3/account/commission', 20, { symbol });
}

/** `GET /fapi/v3/balance`. */
export function buildFuturesBalance(): BinanceCall {
  return readCall('usdm', '/fapi/v3/balance', 5);
}

/** `GET /fapi/v3/positionRisk`: symbols with a position or an open order. */
export function buildPositionRisk(symbol?: string): BinanceCall {
  return readCall('usdm', '/fapi/v3/positionRisk', 5, { symbol });
}

/** `GET /fapi/v1/symbolConfig`: leverage and margin type, which `positionRisk` lacks. */
export function buildSymbolConfig(symbol?: string): BinanceCall {
  return readCall('usdm', '/fapi/v1/symbolConfig', 5, { symbol });
}

/** `GET /fapi/v1/accountConfig`: position mode among others, at a sixth of the weight of `positionSide/dual`. */
export function buildAccountConfig(): BinanceCall {
  return readCall('usdm', '/fapi/v1/accountConfig', 5);
}

/** `GET /fapi/v1/commissionRate`. */
export function buildCommissionRate(symbol: string): BinanceCall {
  return readCall('usdm', '/fapi/v1/commissionRate', 20, { symbol });
}

/** `GET /fapi/v1/income`, oldest first, `page` from 1. */
export function buildIncome(query: {
  readonly startTime?: number;
  readonly endTime?: number;
  readonly incomeType?: string;
  readonly symbol?: string;
  readonly page?: number;
}): BinanceCall {
  return readCall('usdm', '/fapi/v1/income', 30, { ...query, limit: INCOME_PER_REQUEST });
}

/** `GET /sapi/v1/margin/crossMarginData`: interest of a day and what may be borrowed, of every coin at the account's level. Live only. */
export function buildCrossMarginData(): BinanceCall {
  return readCall('sapi', '/sapi/v1/margin/crossMarginData', 5);
}

/** `POST /fapi/v1/leverage`. */
export function buildChangeLeverage(symbol: string, leverage: number): BinanceCall {
  return settingCall('POST', '/fapi/v1/leverage', { symbol, leverage });
}

/** `POST /fapi/v1/marginType`. */
export function buildChangeMarginType(symbol: string, mode: MarginMode): BinanceCall {
  const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
  return settingCall('POST', '/fapi/v1/marginType', { symbol, marginType });
}

/** `POST /fapi/v1/positionSide/dual`: for the whole account. */
export function buildChangePositionMode(mode: PositionMode): BinanceCall {
  return settingCall('POST', '/fapi/v1/positionSide/dual', { dualSidePosition: mode === 'hedge' ? 'true' : 'false' });
}

/** `POST /fapi/v1/listenKey`: opens the futures user stream, or extends it. */
export function buildStartListenKey(): BinanceCall {
  return settingCall('POST', '/fapi/v1/listenKey', {});
}

/** `PUT /fapi/v1/listenKey`: keeps the futures user stream for another hour. */
export function buildKeepListenKey(): BinanceCall {
  return settingCall('PUT', '/fapi/v1/listenKey', {});
}

/**
 * `DELETE /fapi/v1/listenKey`.
 *
 * @public
 */
export function buildCloseListenKey(): BinanceCall {
  return settingCall('DELETE', '/fapi/v1/listenKey', {});
}

/** `GET /fapi/v1/time` or `GET /api/v3/time`: without a key. */
export function buildServerTime(host: 'usdm' | 'spot'): BinanceCall {
  return readCall(host, host === 'usdm' ? '/fapi/v1/time' : '/api/v3/time', 1);
}
