import type { Instrument, MarginMode } from '@riptide/core/domain';
import { productOf } from '../enums.ts';
import { BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import { readCall, settingCall, type BybitCall } from '../extra/bybit-call.ts';

/** `GET /v5/account/wallet-balance`. */
export function buildWalletBalance(): BybitCall {
  return readCall('wallet', '/v5/account/wallet-balance', { accountType: 'UNIFIED' });
}

/** `GET /v5/account/info`: the margin mode of the whole account. */
export function buildAccountInfo(): BybitCall {
  return readCall('account-info', '/v5/account/info', {});
}

/** `POST /v5/account/set-margin-mode`, for the whole account. */
export function buildSetMarginMode(mode: MarginMode): BybitCall {
  return settingCall('margin-mode', '/v5/account/set-margin-mode', {
    setMarginMode: mode === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
  });
}

/** `GET /v5/account/fee-rate` of one instrument. */
export function buildFeeRate(instrument: Instrument): BybitCall {
  return readCall('fee-rate', '/v5/account/fee-rate', {
    category: productOf(instrument.kind),
    symbol: instrument.wireSymbol,
  });
}

/** `GET /v5/account/transaction-log` of at most seven days; newest first. */
export function buildTransactionLog(startMs: number, endMs: number, cursor?: string): BybitCall {
  return readCall('transaction-log', '/v5/account/transaction-log', {
    accountType: 'UNIFIED',
    startTime: startMs,
    endTime: endMs,
    limit: BYBIT_PRIVATE_LIMITS.transactionsPage,
    cursor,
  });
}

/** `GET /v5/user/query-api`: what the key may do. */
export function buildQueryApi(): BybitCall {
  return readCall('key-info', '/v5/user/query-api', {});
}
