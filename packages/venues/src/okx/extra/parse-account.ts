import {
  decimal,
  err,
  maxOf,
  minOf,
  ok,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type Decimal,
  type FeeRates,
  type Income,
  type IncomeKind,
  type KeyReport,
  type PositionMode,
} from '@riptide/core/domain';
import { accountIdOf, isRecord, listOf, numberOrNull, type JsonRecord } from '../../kit/index.ts';
import { decimalOf, textOf, timeOf, type InstrumentLookup, type RowReading } from '../rest/parse-private.ts';
import { assetOf } from '../symbols.ts';

const MALFORMED = err('malformed' as const);

/** How an account is set up: what decides how its orders must be written. */
export interface OkxAccountConfig {
  /** 1 spot, 2 futures, 3 multi-currency, 4 portfolio margin. */
  readonly level: number;
  readonly positionMode: PositionMode;
  /** `read_only`, `trade`, `withdraw`. */
  readonly permissions: readonly string[];
  /** True when the key works only from listed addresses. */
  readonly isIpRestricted: boolean;
  readonly accountId: string | null;
}

/** Reads the row of `account/config`. */
export function parseAccountConfig(value: unknown): RowReading<OkxAccountConfig> {
  if (!isRecord(value)) return MALFORMED;
  const level = numberOrNull(value['acctLv']);
  const posMode = textOf(value, 'posMode');
  if (level === null || (posMode !== 'net_mode' && posMode !== 'long_short_mode')) return MALFORMED;
  return ok({
    level,
    positionMode: posMode === 'net_mode' ? 'one-way' : 'hedge',
    permissions: textOf(value, 'perm')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    isIpRestricted: textOf(value, 'ip') !== '',
    accountId: accountIdOf(value['uid']),
  });
}

const LEVELS: Readonly<Record<number, string>> = {
  1: 'spot mode',
  2: 'futures mode',
  3: 'multi-currency margin',
  4: 'portfolio margin',
};

/** Returns what a key may do. An account in spot mode can't trade swaps, whatever its key may do. */
export function keyReportOf(config: OkxAccountConfig): KeyReport {
  const mayTrade = config.permissions.includes('trade');
  const canWithdraw = config.permissions.includes('withdraw');
  const mode = LEVELS[config.level] ?? `account mode ${config.level}`;
  const position = config.positionMode === 'hedge' ? 'hedge mode: switch to net mode to trade swaps' : 'net mode';
  return {
    venue: 'OKX',
    accountId: config.accountId,
    spotOk: mayTrade,
    futuresOk: mayTrade && config.level >= 2,
    canWithdraw,
    isReadOnly: !mayTrade,
    isIpRestricted: config.isIpRestricted,
    expiresMs: null,
    positionMode: config.positionMode,
    detail: `permissions ${config.permissions.join(', ') || 'none'}; ${mode}; ${position}`,
  };
}

/**
 * Reads the row of `account/balance` and of the `account` channel: one report per currency. The account serves spot and swaps.
 *
 * QUIRK(okx): `availBal` may lie above the cash where unrealised profit can be used, and may be absent; liabilities are written with
 * either sign.
 */
export function parseBalances(value: unknown): RowReading<readonly BalanceReport[]> {
  if (!isRecord(value)) return MALFORMED;
  const details = listOf(value['details']);
  if (details === null) return MALFORMED;
  const reports: BalanceReport[] = [];
  for (const detail of details) {
    const report = isRecord(detail) ? balanceOf(detail, timeOf(value, 'uTime')) : null;
    if (report === null) return MALFORMED;
    reports.push(report);
  }
  return ok(reports);
}

function balanceOf(detail: JsonRecord, rowMs: number | null): BalanceReport | null {
  const ccy = textOf(detail, 'ccy');
  const total = decimalOf(detail, 'cashBal');
  const updatedMs = timeOf(detail, 'uTime') ?? rowMs;
  if (ccy === '' || total === null || updatedMs === null) return null;
  const frozen = decimalOf(detail, 'frozenBal') ?? ZERO;
  const available = decimalOf(detail, 'availBal') ?? decimalOf(detail, 'availEq') ?? total.minus(frozen);
  const free = minOf(maxOf(available, ZERO), maxOf(total, ZERO));
  return {
    scope: 'unified',
    asset: assetOf(ccy),
    total: toDecimalString(total),
    free: toDecimalString(free),
    locked: toDecimalString(total.minus(free)),
    borrowed: toDecimalString((decimalOf(detail, 'liab') ?? ZERO).abs()),
    updatedMs,
  };
}

/**
 * The kinds of bills that are no trade, by OKX's number. Trades (2) are fills; margin transfers (6) stay inside the account; of
 * liquidations and deleveraging (5, 9) the rows of a trade are fills, the others what the venue took beside. Source: OKX v5
 * documentation, bill types.
 */
export const OKX_BILL_KINDS: Readonly<Record<string, IncomeKind>> = {
  '1': 'transfer',
  '4': 'adjustment',
  '5': 'liquidation-fee',
  '7': 'borrow-interest',
  '8': 'funding',
  '9': 'liquidation-fee',
  '10': 'adjustment',
};

/** Reads a row of `account/bills` and `bills-archive`; null for kinds that are no income. */
export function parseBill(value: unknown, find: InstrumentLookup): RowReading<Income | null> {
  if (!isRecord(value)) return MALFORMED;
  const kind = OKX_BILL_KINDS[textOf(value, 'type')];
  const isTradeOfForce = kind === 'liquidation-fee' && textOf(value, 'tradeId') !== '';
  if (kind === undefined || isTradeOfForce) return ok(null);
  const amount = decimalOf(value, 'balChg');
  const venueMs = timeOf(value, 'ts');
  const ccy = textOf(value, 'ccy');
  const incomeId = textOf(value, 'billId');
  if (amount === null || venueMs === null || ccy === '' || incomeId === '') return MALFORMED;
  const instrument = find(textOf(value, 'instId'));
  return ok({
    kind,
    incomeId,
    instrumentId: instrument?.id ?? null,
    scope: 'unified',
    asset: assetOf(ccy),
    amount: toDecimalString(amount),
    venueMs,
  });
}

/** Reads the fee groups of `account/trade-fee`: rates by group id. QUIRK(okx): commissions are negative, rebates positive. */
export function parseFeeGroups(value: unknown): RowReading<ReadonlyMap<string, FeeRates>> {
  if (!isRecord(value)) return MALFORMED;
  const groups = new Map<string, FeeRates>();
  for (const group of listOf(value['feeGroup']) ?? []) {
    const rates = isRecord(group) ? ratesOf(decimalOf(group, 'maker'), decimalOf(group, 'taker')) : null;
    if (!isRecord(group) || rates === null) return MALFORMED;
    groups.set(textOf(group, 'groupId'), rates);
  }
  if (groups.size > 0) return ok(groups);
  const flat = ratesOf(
    decimalOf(value, 'makerU') ?? decimalOf(value, 'maker'),
    decimalOf(value, 'takerU') ?? decimalOf(value, 'taker'),
  );
  return flat === null ? MALFORMED : ok(new Map([['', flat]]));
}

function ratesOf(maker: Decimal | null, taker: Decimal | null): FeeRates | null {
  if (maker === null || taker === null) return null;
  const cost = (rate: Decimal): string => toDecimalString(rate.times(decimal(-1)));
  return { makerFrac: cost(maker), takerFrac: cost(taker) };
}
