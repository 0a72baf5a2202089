import type { MarginMode, PositionMode } from '@riptide/core/domain';
import type { KucoinProduct } from '../enums.ts';
import type { KucoinCall } from '../extra/private-api.ts';
import { PAGE_ROWS, PRIVATE_WEIGHTS } from '../limits.ts';

type Part = Pick<KucoinCall, 'params' | 'weight'>;

function futures(method: 'GET' | 'POST', path: string, part: Part): KucoinCall {
  return { product: 'futures', pool: 'futures', method, path, ...part };
}

function management(path: string, part: Part): KucoinCall {
  return { product: 'spot', pool: 'management', method: 'GET', path, ...part };
}

/** Builds Get Private Token (`POST /api/v1/bullet-private`) on a product's host. */
export function buildGetPrivateToken(product: KucoinProduct): KucoinCall {
  const weight = PRIVATE_WEIGHTS.bulletPrivate;
  return { product, pool: product, method: 'POST', path: '/api/v1/bullet-private', params: {}, weight };
}

/** Builds Get Apikey Info (`GET /api/v1/user/api-key`). */
export function buildGetApikeyInfo(): KucoinCall {
  return management('/api/v1/user/api-key', { params: {}, weight: PRIVATE_WEIGHTS.apiKey });
}

/** Builds Get Account Mode (`GET /api/ua/v1/account/mode`): classic or unified. */
export function buildGetAccountMode(): KucoinCall {
  return management('/api/ua/v1/account/mode', { params: {}, weight: PRIVATE_WEIGHTS.accountMode });
}

/** Builds Get Account List (`GET /api/v1/accounts`) of the spot trading account. */
export function buildGetAccountList(): KucoinCall {
  return management('/api/v1/accounts', { params: { type: 'trade' }, weight: PRIVATE_WEIGHTS.accounts });
}

/** Builds Get Account - Futures (`GET /api/v1/account-overview`); without a currency the venue answers XBT. */
export function buildGetAccountOverview(currency: string): KucoinCall {
  return futures('GET', '/api/v1/account-overview', { params: { currency }, weight: PRIVATE_WEIGHTS.accountOverview });
}

/** Builds Get Position List (`GET /api/v1/positions`). */
export function buildGetPositionList(): KucoinCall {
  return futures('GET', '/api/v1/positions', { params: {}, weight: PRIVATE_WEIGHTS.positions });
}

/** Builds Get Position Details (`GET /api/v1/position`). */
export function buildGetPositionDetails(symbol: string): KucoinCall {
  return futures('GET', '/api/v1/position', { params: { symbol }, weight: PRIVATE_WEIGHTS.positions });
}

export interface PositionsHistoryQuery {
  readonly startAtMs: number;
  readonly endAtMs: number;
  readonly page: number;
}

/** Builds Get Positions History (`GET /api/v1/history-positions`), newest first. */
export function buildGetPositionsHistory({ startAtMs, endAtMs, page }: PositionsHistoryQuery): KucoinCall {
  const params = { from: startAtMs, to: endAtMs, limit: PAGE_ROWS.positions, pageId: page };
  return futures('GET', '/api/v1/history-positions', { params, weight: PRIVATE_WEIGHTS.positionsHistory });
}

/** Builds Get Margin Mode (`GET /api/v2/position/getMarginMode`). */
export function buildGetMarginMode(symbol: string): KucoinCall {
  return futures('GET', '/api/v2/position/getMarginMode', { params: { symbol }, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Switch Margin Mode (`POST /api/v2/position/changeMarginMode`). */
export function buildSwitchMarginMode(symbol: string, mode: MarginMode): KucoinCall {
  const params = { symbol, marginMode: mode === 'cross' ? 'CROSS' : 'ISOLATED' };
  return futures('POST', '/api/v2/position/changeMarginMode', { params, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Get Cross Margin Leverage (`GET /api/v2/getCrossUserLeverage`). */
export function buildGetCrossMarginLeverage(symbol: string): KucoinCall {
  return futures('GET', '/api/v2/getCrossUserLeverage', { params: { symbol }, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Modify Cross Margin Leverage (`POST /api/v2/changeCrossUserLeverage`). */
export function buildModifyCrossMarginLeverage(symbol: string, leverage: number): KucoinCall {
  const params = { symbol, leverage: String(leverage) };
  return futures('POST', '/api/v2/changeCrossUserLeverage', { params, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Get Position Mode (`GET /api/v2/position/getPositionMode`). */
export function buildGetPositionMode(): KucoinCall {
  return futures('GET', '/api/v2/position/getPositionMode', { params: {}, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Switch Position Mode (`POST /api/v2/position/switchPositionMode`): 0 is one-way, 1 hedge, for the whole account. */
export function buildSwitchPositionMode(mode: PositionMode): KucoinCall {
  const params = { positionMode: mode === 'hedge' ? '1' : '0' };
  return futures('POST', '/api/v2/position/switchPositionMode', { params, weight: PRIVATE_WEIGHTS.settings });
}

/** Builds Get Actual Fee - Spot (`GET /api/v1/trade-fees`) of one pair. */
export function buildGetSpotActualFee(symbols: string): KucoinCall {
  const part = { params: { symbols }, weight: PRIVATE_WEIGHTS.tradeFees };
  return { product: 'spot', pool: 'spot', method: 'GET', path: '/api/v1/trade-fees', ...part };
}

/** Builds Get Actual Fee - Futures (`GET /api/v1/trade-fees`) of one contract. */
export function buildGetFuturesActualFee(symbol: string): KucoinCall {
  return futures('GET', '/api/v1/trade-fees', { params: { symbol }, weight: PRIVATE_WEIGHTS.tradeFees });
}

export interface FundingHistoryQuery {
  readonly symbol: string;
  readonly startAtMs: number;
  readonly endAtMs: number;
  /** The last row's id of the page before; undefined for the newest. */
  readonly offset: string | undefined;
}

/** Builds Get Private Funding History (`GET /api/v1/funding-history`), newest first. */
export function buildGetPrivateFundingHistory(query: FundingHistoryQuery): KucoinCall {
  const { symbol, startAtMs, endAtMs, offset } = query;
  const params = { symbol, startAt: startAtMs, endAt: endAtMs, offset, maxCount: PAGE_ROWS.hf };
  return futures('GET', '/api/v1/funding-history', { params, weight: PRIVATE_WEIGHTS.fundingHistory });
}

/** Builds Get Account Ledgers - Futures (`GET /api/v1/transaction-history`), newest first. */
export function buildGetFuturesLedger(currency: string, offset: string | undefined): KucoinCall {
  const params = { currency, offset, maxCount: PAGE_ROWS.transactions };
  return futures('GET', '/api/v1/transaction-history', { params, weight: PRIVATE_WEIGHTS.transactionHistory });
}

export interface SpotLedgerQuery {
  readonly startAtMs: number;
  readonly endAtMs: number;
  /** The last row's id of the page before; undefined for the newest. */
  readonly lastId: string | undefined;
}

/** Builds Get Account Ledgers - Trade HF (`GET /api/v1/hf/accounts/ledgers`), newest first. */
export function buildGetTradeHfLedger(query: SpotLedgerQuery): KucoinCall {
  const { startAtMs, endAtMs, lastId } = query;
  const params = { startAt: startAtMs, endAt: endAtMs, lastId, limit: PAGE_ROWS.hf };
  const part = { params, weight: PRIVATE_WEIGHTS.ledgers };
  return { product: 'spot', pool: 'spot', method: 'GET', path: '/api/v1/hf/accounts/ledgers', ...part };
}

/** Builds Get Borrow Interest Rate (`GET /api/v3/margin/borrowRate`), of the coins that are named. */
export function buildGetBorrowInterestRate(currency: string): KucoinCall {
  return {
    product: 'spot',
    pool: 'spot',
    method: 'GET',
    path: '/api/v3/margin/borrowRate',
    params: { currency },
    weight: PRIVATE_WEIGHTS.borrowRate,
  };
}
