import {
  maxOf,
  minOf,
  parseDecimal,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type Decimal,
  type FeeRates,
  type Income,
  type KeyReport,
  type MarginMode,
  type PositionMode,
  type PositionReport,
} from '@riptide/core/domain';
import { accountIdOf, isRecord, listOf, numberOf, numberOrNull, type JsonRecord } from '../../kit/index.ts';
import { fromWireTransaction } from '../enums.ts';
import { toCanonicalAmount } from './canonical-amount.ts';
import type { InstrumentBook } from './instrument-book.ts';
import { fromWirePx, fromWireQty } from './wire-amounts.ts';
import type { RowRefusal } from '../rest/parse-private.ts';
import type {
  BybitCoinRow,
  BybitKeyRow,
  BybitPositionRow,
  BybitTransactionRow,
  BybitWalletRow,
} from './private-wire.ts';

/** What a position row does not say itself. */
export interface PositionContext {
  readonly category: string;
  /** Of the whole account; null while unknown. */
  readonly marginMode: MarginMode | null;
  /** Venue time of the answer, for rows that were never touched. */
  readonly atMs: number;
}

/**
 * Reads a row of positions.
 *
 * QUIRK(bybit): the entry price is `avgPrice` on REST and `entryPrice` on the stream; the size has no sign. In hedge mode a side that
 * is flat is left out, or it would hide the other one.
 */
export function readPosition(
  record: JsonRecord,
  book: InstrumentBook,
  context: PositionContext,
): PositionReport | RowRefusal {
  const row = record as unknown as BybitPositionRow;
  const instrument = book.find(row.category ?? context.category, row.symbol);
  if (instrument === null) return 'unknown-symbol';
  const size = fromWireQty(row.size === '' ? '0' : row.size, instrument);
  if (size === null || (size.gt(0) && row.side !== 'Buy' && row.side !== 'Sell')) return 'malformed';
  const isFlat = size.eq(0);
  if (isFlat && row.positionIdx !== 0) return 'left-out';
  const updatedMs = numberOf(row.updatedTime);
  return {
    instrumentId: instrument.id,
    qtyBase: toDecimalString(row.side === 'Sell' ? size.times(-1) : size),
    entryPx: isFlat ? null : fromWirePx(row.avgPrice ?? row.entryPrice, instrument),
    markPx: fromWirePx(row.markPrice, instrument),
    unrealisedUsd: isFlat ? null : textOf(row.unrealisedPnl),
    leverage: numberOrNull(row.leverage),
    marginMode: context.marginMode,
    liquidationPx: isFlat ? null : fromWirePx(row.liqPrice, instrument),
    marginUsd: isFlat ? null : textOf(row.positionIM),
    adlRank: row.adlRankIndicator >= 1 && row.adlRankIndicator <= 5 ? row.adlRankIndicator : null,
    updatedMs: updatedMs > 0 ? updatedMs : context.atMs,
  };
}

/**
 * Reads the coins of the unified account.
 *
 * Free is what neither margin, orders, nor a bonus binds (isolated margin, by the documentation). In cross margin losses bind too: there
 * a dollar coin is never freer than the account as a whole.
 */
export function readWallet(record: JsonRecord, venueMs: number): readonly (BalanceReport | RowRefusal)[] {
  const account = record as unknown as BybitWalletRow;
  const accountFree = parseDecimal(account.totalAvailableBalance);
  return (listOf(account.coin) ?? ['malformed']).map((row) =>
    isRecord(row) ? readCoin(row as unknown as BybitCoinRow, accountFree, venueMs) : 'malformed',
  );
}

const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USDC']);

function readCoin(row: BybitCoinRow, accountFree: Decimal | null, venueMs: number): BalanceReport | RowRefusal {
  const wallet = parseDecimal(row.walletBalance);
  if (typeof row.coin !== 'string' || row.coin === '' || wallet === null) return 'malformed';
  const bound = [row.locked, row.bonus, row.totalOrderIM, row.totalPositionIM].map(
    (text) => parseDecimal(text) ?? ZERO,
  );
  const unbound = bound.reduce((rest, one) => rest.minus(one), wallet);
  const capped = accountFree !== null && DOLLARS.has(row.coin) ? minOf(unbound, accountFree) : unbound;
  // A debt is not free money: a negative balance stays negative, so that free and locked still add up to it.
  const free = minOf(wallet, maxOf(ZERO, capped));
  const { asset, amount: total } = toCanonicalAmount(row.coin, wallet);
  return {
    scope: 'unified',
    asset,
    total: toDecimalString(total),
    free: toDecimalString(toCanonicalAmount(row.coin, free).amount),
    locked: toDecimalString(toCanonicalAmount(row.coin, wallet.minus(free)).amount),
    borrowed: toDecimalString(toCanonicalAmount(row.coin, parseDecimal(row.borrowAmount) ?? ZERO).amount),
    updatedMs: venueMs,
  };
}

/**
 * Reads a row of the transaction log; trades are left out.
 * The id is the row's with that of its trade: the first alone comes twice for two entries of one moment.
 */
export function readTransaction(record: JsonRecord, book: InstrumentBook): Income | RowRefusal {
  const row = record as unknown as BybitTransactionRow;
  const hasTrade = typeof row.tradeId === 'string' && row.tradeId !== '';
  const kind = fromWireTransaction(row.type, hasTrade);
  if (kind === null) return 'left-out';
  const change = parseDecimal(row.change);
  const venueMs = numberOf(row.transactionTime);
  const isNamed =
    typeof row.id === 'string' && row.id !== '' && typeof row.currency === 'string' && row.currency !== '';
  if (!isNamed || change === null || !Number.isFinite(venueMs)) return 'malformed';
  if (change.eq(0)) return 'left-out';
  const { asset, amount } = toCanonicalAmount(row.currency, change);
  return {
    kind,
    incomeId: hasTrade ? `${row.id}:${row.tradeId}` : row.id,
    instrumentId: book.find(row.category, row.symbol)?.id ?? null,
    scope: 'unified',
    asset,
    amount: toDecimalString(amount),
    venueMs,
  };
}

/** Reads a row of fee-rate; null when it has another shape. */
export function readFeeRate(row: unknown): FeeRates | null {
  if (!isRecord(row)) return null;
  const maker = textOf(row['makerFeeRate']);
  const taker = textOf(row['takerFeeRate']);
  return maker === null || taker === null ? null : { makerFrac: maker, takerFrac: taker };
}

/** Reads what a key may do; null when the answer has another shape. */
export function readKey(result: JsonRecord, positionMode: PositionMode | null): KeyReport | null {
  const row = result as unknown as BybitKeyRow;
  if (!isRecord(row.permissions)) return null;
  const grants = (area: string, right: string): boolean => (listOf(row.permissions[area]) ?? []).includes(right);
  const isReadOnly = row.readOnly === 1;
  const canTradeSpot = grants('Spot', 'SpotTrade');
  const canTradePerps = grants('ContractTrade', 'Order') && grants('ContractTrade', 'Position');
  const canWithdraw = grants('Wallet', 'Withdraw');
  const moves = ['AccountTransfer', 'SubMemberTransfer', 'SubMemberTransferList'].some((right) =>
    grants('Wallet', right),
  );
  const ips = listOf(row.ips);
  const isIpRestricted = ips === null ? null : ips.length > 0 && !ips.includes('*');
  const expiresMs = expiryOf(row.expiredAt);
  return {
    venue: 'BYBIT',
    accountId: accountIdOf(result['userID']),
    spotOk: canTradeSpot && !isReadOnly,
    futuresOk: canTradePerps && !isReadOnly,
    canWithdraw,
    isReadOnly,
    isIpRestricted,
    expiresMs,
    positionMode,
    detail: [
      isReadOnly ? 'read only' : `trades ${tradedMarkets(canTradeSpot, canTradePerps)}`,
      canWithdraw ? 'can withdraw' : 'cannot withdraw',
      ...(moves ? ['can move funds between accounts'] : []),
      isIpRestricted === true ? 'bound to addresses' : 'not bound to an address',
    ].join(', '),
  };
}

function tradedMarkets(isSpot: boolean, isPerps: boolean): string {
  const markets = [...(isSpot ? ['spot'] : []), ...(isPerps ? ['perpetuals'] : [])];
  return markets.length === 0 ? 'nothing' : markets.join(' and ');
}

/** QUIRK(bybit): a key bound to addresses does not expire, and says so by an empty text or a date of 1970. */
function expiryOf(text: unknown): number | null {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return ms > 0 ? ms : null;
}

function textOf(text: unknown): string | null {
  const value = parseDecimal(text);
  return value === null ? null : toDecimalString(value);
}
