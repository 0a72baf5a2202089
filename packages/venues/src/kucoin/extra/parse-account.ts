import {
  minOf,
  parseDecimal,
  toDecimalString,
  type BalanceReport,
  type FeeRates,
  type Income,
  type Instrument,
  type KeyReport,
  type PositionMode,
  type PositionReport,
} from '@riptide/core/domain';
import { accountIdOf, listOf, numberOrNull, recordOf, type JsonRecord } from '../../kit/index.ts';
import { marginModeOf } from '../enums.ts';
import { fromWireAmount, fromWirePx, fromWireQty } from './wire-units.ts';
import { canonicalAsset } from '../symbols.ts';
import { firstMs, isTrue, nameOf } from '../rest/parse-private.ts';

const ADL_RANKS = 5;

/** Reads a position row of a query or a full stream event; null when it can't be read. Lots become base, signed. */
export function readPosition(row: JsonRecord, instrument: Instrument): PositionReport | null {
  const qtyBase = fromWireQty(row['currentQty'], instrument);
  const updatedMs = firstMs(row['currentTimestamp'], row['ts'], row['openingTimestamp']);
  if (qtyBase === null || updatedMs === null) return null;
  const isFlat = qtyBase === '0';
  const isCross = isTrue(row['crossMode']);
  const share = numberOrNull(row['delevPercentage']);
  return {
    instrumentId: instrument.id,
    qtyBase,
    entryPx: isFlat ? null : fromWirePx(row['avgEntryPrice'], instrument),
    markPx: fromWirePx(row['markPrice'], instrument),
    unrealisedUsd: fromWireAmount(row['unrealisedPnl']),
    leverage: numberOrNull(row['leverage']) ?? numberOrNull(row['realLeverage']),
    marginMode:
      marginModeOf(row['marginMode']) ?? (row['crossMode'] === undefined ? null : isCross ? 'cross' : 'isolated'),
    liquidationPx: isFlat ? null : fromWirePx(row['liquidationPrice'], instrument),
    marginUsd: fromWireAmount(row['posMargin']),
    adlRank: isFlat || share === null ? null : Math.min(ADL_RANKS, Math.max(1, Math.ceil(share * ADL_RANKS))),
    updatedMs,
  };
}

/** Reads `GET /api/v1/accounts`: one balance per asset of the trading account; null when a row can't be read. */
export function readSpotBalances(data: unknown, nowMs: number): readonly BalanceReport[] | null {
  const rows = listOf(data);
  if (rows === null) return null;
  const balances: BalanceReport[] = [];
  for (const entry of rows) {
    const row = recordOf(entry);
    if (row?.['type'] !== 'trade' && row?.['type'] !== 'trade_hf') continue;
    const { currency, balance, available } = row;
    const report = spotBalance({ asset: nameOf(currency), total: balance, free: available, updatedMs: nowMs });
    if (report === null) return null;
    balances.push(report);
  }
  return balances;
}

/** Reads a balance event of the spot socket; null when it can't be read, undefined when it is of another account (`main`, margin). */
export function readSpotBalanceChange(row: JsonRecord, nowMs: number): BalanceReport | null | undefined {
  const event = nameOf(row['relationEvent']);
  if (event !== null && !event.startsWith('trade')) return undefined;
  const { currency, total, available, time } = row;
  return spotBalance({ asset: nameOf(currency), total, free: available, updatedMs: firstMs(time) ?? nowMs });
}

interface Amounts {
  readonly asset: string | null;
  readonly total: unknown;
  readonly free: unknown;
  readonly updatedMs: number;
}

function spotBalance(amounts: Amounts): BalanceReport | null {
  return balanceOf('spot', amounts);
}

function balanceOf(scope: 'spot' | 'futures', { asset, total, free, updatedMs }: Amounts): BalanceReport | null {
  const all = parseDecimal(total);
  const available = parseDecimal(free);
  if (asset === null || all === null || available === null) return null;
  // Cross margin lends unrealised profit to what is available; it is no money yet.
  const usable = minOf(available, all);
  return {
    scope,
    asset: canonicalAsset(asset),
    total: toDecimalString(all),
    free: toDecimalString(usable),
    locked: toDecimalString(all.minus(usable)),
    borrowed: '0',
    updatedMs,
  };
}

/** Reads `GET /api/v1/account-overview`: equity without unrealised PnL is the wallet; null when it can't be read. */
export function readFuturesBalance(data: unknown, nowMs: number): BalanceReport | null {
  const row = recordOf(data);
  const equity = parseDecimal(row?.['accountEquity']);
  const unrealised = parseDecimal(row?.['unrealisedPNL']);
  if (row === null || equity === null || unrealised === null) return null;
  return balanceOf('futures', {
    asset: nameOf(row['currency']),
    total: toDecimalString(equity.minus(unrealised)),
    free: row['availableBalance'],
    updatedMs: nowMs,
  });
}

/** Reads a `walletBalance.change` event; null when it can't be read. */
export function readWalletChange(row: JsonRecord, nowMs: number): BalanceReport | null {
  return balanceOf('futures', {
    asset: nameOf(row['currency']),
    total: row['walletBalance'],
    free: row['availableBalance'],
    updatedMs: firstMs(row['timestamp']) ?? nowMs,
  });
}

/** Reads a row of the funding history: `funding` is positive when received. null when it can't be read. */
export function readFunding(row: JsonRecord, instrument: Instrument): Income | null {
  const incomeId = nameOf(row['id']);
  const amount = fromWireAmount(row['funding']);
  const venueMs = firstMs(row['timePoint']);
  if (incomeId === null || amount === null || venueMs === null) return null;
  const asset = canonicalAsset(nameOf(row['settleCurrency']) ?? instrument.settleAsset);
  return { kind: 'funding', incomeId, instrumentId: instrument.id, scope: 'futures', asset, amount, venueMs };
}

/**
 * Reads what a liquidation took beside the fee of its trades; undefined for positions that closed otherwise, and where nothing was
 * taken. null when it can't be read.
 *
 * QUIRK(kucoin): no row says so by itself. The position history tells the whole result and its known parts: `pnl` less gross, trade fee
 * and funding is the rest. Its gross is a cost: positive was lost.
 */
export function readLiquidationCost(row: JsonRecord, instrument: Instrument): Income | null | undefined {
  const type = nameOf(row['type']);
  if (type !== null && !type.startsWith('LIQUID')) return undefined;
  const [pnl, cost, fee, funding] = ['pnl', 'realisedGrossCost', 'tradeFee', 'fundingFee'].map((name) =>
    parseDecimal(row[name]),
  );
  const closeId = nameOf(row['closeId']);
  const venueMs = firstMs(row['closeTime']);
  if (type === null || closeId === null || venueMs === null || !pnl || !cost || !fee || !funding) return null;
  const amount = pnl.plus(cost).plus(fee).minus(funding);
  if (amount.eq(0)) return undefined;
  return {
    kind: 'liquidation-fee',
    incomeId: closeId,
    instrumentId: instrument.id,
    scope: 'futures',
    asset: canonicalAsset(nameOf(row['settleCurrency']) ?? instrument.settleAsset),
    amount: toDecimalString(amount),
    venueMs,
  };
}

/** Reads a row of the futures ledger; undefined for realised PnL (fills and funding tell it), null when it can't be read. */
export function readFuturesLedgerRow(row: JsonRecord): Income | null | undefined {
  const type = nameOf(row['type']);
  const venueMs = firstMs(row['time']);
  const amount = parseDecimal(row['amount']);
  const asset = nameOf(row['currency']);
  const offset = nameOf(row['offset']);
  if (type === 'RealisedPNL') return undefined;
  if (type === null || venueMs === null || amount === null || asset === null || offset === null) return null;
  const isOut = type === 'TransferOut' || type === 'Withdrawal';
  const isTransfer = isOut || type === 'TransferIn' || type === 'Deposit';
  // The sign of what leaves is not documented: the type decides.
  const signed = isTransfer ? (isOut ? amount.abs().neg() : amount.abs()) : amount;
  return {
    kind: isTransfer ? 'transfer' : 'adjustment',
    incomeId: `${type}-${offset}`,
    instrumentId: null,
    scope: 'futures',
    asset: canonicalAsset(asset),
    amount: toDecimalString(signed),
    venueMs,
  };
}

/** Reads a row of the spot trading ledger; undefined for trades (fills tell them), null when it can't be read. */
export function readSpotLedgerRow(row: JsonRecord): Income | null | undefined {
  const incomeId = nameOf(row['id']);
  const bizType = nameOf(row['bizType']);
  const amount = parseDecimal(row['amount']);
  const asset = nameOf(row['currency']);
  const venueMs = firstMs(row['createdAt']);
  if (bizType !== null && /^(?:TRADE_)?EXCHANGE|^TRADE$/i.test(bizType)) return undefined;
  if (incomeId === null || bizType === null || amount === null || asset === null || venueMs === null) return null;
  const signed = row['direction'] === 'out' ? amount.abs().neg() : amount.abs();
  return {
    kind: spotIncomeKind(bizType),
    incomeId,
    instrumentId: null,
    scope: 'spot',
    asset: canonicalAsset(asset),
    amount: toDecimalString(signed),
    venueMs,
  };
}

function spotIncomeKind(bizType: string): Income['kind'] {
  if (/TRANSFER|DEPOSIT|WITHDRAW/i.test(bizType)) return 'transfer';
  return /REBATE/i.test(bizType) ? 'rebate' : 'adjustment';
}

/** Reads the fee rates of one symbol from a list (spot) or an object (futures); null when they are not there. */
export function readFeeRates(data: unknown, wireSymbol: string): FeeRates | null {
  const rows = listOf(data) ?? [data];
  const row = rows.map(recordOf).find((entry) => entry?.['symbol'] === wireSymbol);
  const makerFrac = fromWireAmount(row?.['makerFeeRate']);
  const takerFrac = fromWireAmount(row?.['takerFeeRate']);
  return makerFrac === null || takerFrac === null ? null : { makerFrac, takerFrac };
}

/** Reads the account's position mode; null when it is not said. */
export function readPositionMode(data: unknown): PositionMode | null {
  const mode = String(recordOf(data)?.['positionMode']);
  return mode === '0' ? 'one-way' : mode === '1' ? 'hedge' : null;
}

/** Reads a leverage field; null when it is none. */
export function readLeverage(data: unknown): number | null {
  const leverage = numberOrNull(recordOf(data)?.['leverage']);
  return leverage !== null && leverage > 0 ? leverage : null;
}

/** Reads what a key may do from `GET /api/v1/user/api-key`; null when it can't be read. */
export function readKey(data: unknown): Omit<KeyReport, 'positionMode'> | null {
  const row = recordOf(data);
  const permission = typeof row?.['permission'] === 'string' ? row['permission'] : null;
  if (row === null || permission === null) return null;
  const rights = new Set(permission.split(',').map((right) => right.trim()));
  const spotOk = rights.has('Spot');
  const futuresOk = rights.has('Futures');
  const whitelist = row['ipWhitelist'];
  return {
    venue: 'KUCOIN',
    accountId: accountIdOf(row['uid']),
    spotOk,
    futuresOk,
    canWithdraw: ['Transfer', 'Withdraw', 'Withdrawal'].some((right) => rights.has(right)),
    isReadOnly: !spotOk && !futuresOk,
    isIpRestricted: nameOf(whitelist) !== null,
    expiresMs: firstMs(row['expiredAt']),
    detail: `permissions: ${[...rights].join(', ')}; key version ${String(row['apiVersion'] ?? 'unknown')}`,
  };
}

/** Returns true when the account is a unified one, which the classic calls don't serve; null when that is not said. */
export function readIsUnified(data: unknown): boolean | null {
  switch (recordOf(data)?.['selfAccountMode']) {
    case 'UNIFIED':
      return true;
    case 'CLASSIC':
      return false;
    default:
      return null;
  }
}
