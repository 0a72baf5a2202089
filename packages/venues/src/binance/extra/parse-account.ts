import {
  decimal,
  minOf,
  toDecimalString,
  ZERO,
  type BalanceReport,
  type DecimalString,
  type FeeRates,
  type Income,
  type KeyReport,
  type MarginMode,
  type PositionMode,
  type PositionReport,
} from '@riptide/core/domain';
import { isRecord, numberOf, recordOf, type JsonRecord } from '../../kit/index.ts';
import { incomeKindOf } from '../enums.ts';
import { fromWirePx, fromWireQty } from './exact-amounts.ts';
import {
  figure,
  flagOf,
  idText,
  positiveFigure,
  readRows,
  textOf,
  timeOf,
  type FindInstrument,
  type RowReading,
} from './private-reading.ts';

/** Leverage and margin mode of one symbol. */
export interface SymbolSetup {
  readonly wireSymbol: string;
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

/** Reads `account` of spot. `nowMs` stamps the rows: the answer's own time is that of the last change. */
export function parseSpotBalances(body: unknown, nowMs: number): readonly BalanceReport[] | null {
  const reading = readRows(recordOf(body)?.['balances'], (row): RowReading<BalanceReport> => {
    const asset = textOf(row['asset']);
    const free = figure(row['free']);
    const locked = figure(row['locked']);
    if (asset === null || free === null || locked === null) return 'malformed';
    return {
      scope: 'spot',
      asset,
      total: toDecimalString(free.plus(locked)),
      free: toDecimalString(free),
      locked: toDecimalString(locked),
      borrowed: '0',
      updatedMs: nowMs,
    };
  });
  return reading?.rows ?? null;
}

/**
 * Reads `balance` of futures. The wallet is the total; free is what the venue calls available, at most the wallet, for that figure
 * holds unrealised gains too.
 */
export function parseFuturesBalances(body: unknown, nowMs: number): readonly BalanceReport[] | null {
  const reading = readRows(body, (row): RowReading<BalanceReport> => {
    const asset = textOf(row['asset']);
    const total = figure(row['balance']);
    const available = figure(row['availableBalance']);
    if (asset === null || total === null || available === null) return 'malformed';
    const free = minOf(total, available.lt(0) ? ZERO : available);
    return {
      scope: 'futures',
      asset,
      total: toDecimalString(total),
      free: toDecimalString(free),
      locked: toDecimalString(total.minus(free)),
      borrowed: '0',
      updatedMs: nowMs,
    };
  });
  return reading === null ? null : reading.rows.filter((row) => row.total !== '0');
}

/** Reads one row of `symbolConfig`. */
export function parseSymbolSetup(row: JsonRecord): RowReading<SymbolSetup> {
  const wireSymbol = textOf(row['symbol']);
  const leverage = numberOf(row['leverage']);
  const marginType = String(row['marginType']).toUpperCase();
  if (wireSymbol === null || !(leverage > 0)) return 'malformed';
  if (marginType !== 'ISOLATED' && marginType !== 'CROSSED' && marginType !== 'CROSS') return 'malformed';
  return { wireSymbol, leverage, marginMode: marginType === 'ISOLATED' ? 'isolated' : 'cross' };
}

/** Reads one row of `positionRisk`; leverage and margin mode come from `setup`. The wire's queue place 0 to 4 becomes 1 to 5. */
export function parsePositionRow(
  row: JsonRecord,
  find: FindInstrument,
  setup: ReadonlyMap<string, SymbolSetup>,
): RowReading<PositionReport> {
  const wireSymbol = String(row['symbol']);
  const instrument = find(wireSymbol);
  if (instrument === null) return 'unlisted';
  const amount = figure(row['positionAmt']);
  const updatedMs = numberOf(row['updateTime']);
  if (amount === null || Number.isNaN(updatedMs)) return 'malformed';
  const px = (value: unknown): DecimalString | null => {
    const read = positiveFigure(value);
    return read === null ? null : fromWirePx(instrument, read);
  };
  const own = setup.get(wireSymbol) ?? null;
  const isIsolated = own?.marginMode === 'isolated';
  const margin = figure(isIsolated ? row['isolatedWallet'] : (row['positionInitialMargin'] ?? row['initialMargin']));
  const unrealised = figure(row['unRealizedProfit']);
  const adl = numberOf(row['adl']);
  return {
    instrumentId: instrument.id,
    qtyBase: fromWireQty(instrument, amount),
    entryPx: amount.eq(0) ? null : px(row['entryPrice']),
    markPx: px(row['markPrice']),
    unrealisedUsd: unrealised === null ? null : toDecimalString(unrealised),
    leverage: own?.leverage ?? null,
    marginMode: own?.marginMode ?? null,
    liquidationPx: px(row['liquidationPrice']),
    marginUsd: margin === null ? null : toDecimalString(margin),
    adlRank: adl >= 0 && adl <= 4 ? adl + 1 : null,
    updatedMs,
  };
}

/** Reads one row of `income`; parts of a trade are left out, fills tell them. */
export function parseIncomeRow(row: JsonRecord, find: FindInstrument): RowReading<Income> {
  const incomeType = textOf(row['incomeType']);
  const amount = figure(row['income']);
  const asset = textOf(row['asset']);
  const venueMs = timeOf(row['time']);
  const incomeId = idText(row['tranId']);
  if (incomeType === null || amount === null || asset === null || venueMs === null || incomeId === null)
    return 'malformed';
  const kind = incomeKindOf(incomeType);
  if (kind === null) return 'unlisted';
  const symbol = textOf(row['symbol']);
  // Money moved, whatever it was for: an instrument that is not ours leaves the entry without one.
  const instrumentId = symbol === null ? null : (find(symbol)?.id ?? null);
  return { kind, incomeId, instrumentId, scope: 'futures', asset, amount: toDecimalString(amount), venueMs };
}

/** Reads `commissionRate` of futures. */
export function parseFuturesFeeRates(body: unknown): FeeRates | null {
  const row = recordOf(body);
  const maker = figure(row?.['makerCommissionRate']);
  const taker = figure(row?.['takerCommissionRate']);
  if (maker === null || taker === null) return null;
  return { makerFrac: toDecimalString(maker), takerFrac: toDecimalString(taker) };
}

/** Reads `account/commission` of spot: standard (less the discount, where it is on for account and symbol), special and tax rates. */
export function parseSpotFeeRates(body: unknown): FeeRates | null {
  const row = recordOf(body);
  const discount = recordOf(row?.['discount']);
  const isDiscounted = discount?.['enabledForAccount'] === true && discount['enabledForSymbol'] === true;
  const factor = isDiscounted ? (figure(discount['discount']) ?? decimal(1)) : decimal(1);
  const rate = (side: 'maker' | 'taker'): DecimalString | null => {
    const standard = figure(recordOf(row?.['standardCommission'])?.[side]);
    if (standard === null) return null;
    const special = figure(recordOf(row?.['specialCommission'])?.[side]) ?? ZERO;
    const tax = figure(recordOf(row?.['taxCommission'])?.[side]) ?? ZERO;
    return toDecimalString(standard.times(factor).plus(special).plus(tax));
  };
  const makerFrac = rate('maker');
  const takerFrac = rate('taker');
  return makerFrac === null || takerFrac === null ? null : { makerFrac, takerFrac };
}

/** Reads the position mode out of `accountConfig`. */
export function parsePositionMode(body: unknown): PositionMode | null {
  const isHedge = recordOf(body)?.['dualSidePosition'];
  if (typeof isHedge !== 'boolean' && isHedge !== 'true' && isHedge !== 'false') return null;
  return flagOf(isHedge) ? 'hedge' : 'one-way';
}

/** Reads `apiRestrictions`. A transfer right counts as a withdrawal right: it moves money off the account as well. */
export function parseApiRestrictions(body: unknown): Omit<KeyReport, 'positionMode' | 'accountId'> | null {
  if (!isRecord(body) || typeof body['enableReading'] !== 'boolean') return null;
  const spotOk = body['enableSpotAndMarginTrading'] === true;
  const futuresOk = body['enableFutures'] === true;
  const canWithdraw = body['enableWithdrawals'] === true || body['permitsUniversalTransfer'] === true;
  const isIpRestricted = typeof body['ipRestrict'] === 'boolean' ? body['ipRestrict'] : null;
  const rights = ['enableReading', 'enableSpotAndMarginTrading', 'enableFutures', 'enableWithdrawals']
    .filter((name) => body[name] === true)
    .join(', ');
  return {
    venue: 'BINANCE',
    spotOk,
    futuresOk,
    canWithdraw,
    isReadOnly: !spotOk && !futuresOk,
    isIpRestricted,
    expiresMs: timeOf(body['tradingAuthorityExpirationTime']),
    detail: `Rights of the key: ${rights === '' ? 'none' : rights}.`,
  };
}
