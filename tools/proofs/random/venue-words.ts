import {
  decimal,
  domainError,
  toDecimalString,
  type BalanceReport,
  type DomainError,
  type DomainErrorCode,
  type Fill,
  type Income,
  type OrderReport,
  type OrderType,
  type PositionReport,
} from '@riptide/core/domain';
import type {
  SimBalance,
  SimFill,
  SimIncome,
  SimOrder,
  SimPosition,
  SimRefusal,
} from '../../../packages/venue-sim/src/account/model.ts';
import { baseOf, pxOf, type ListedInstrument } from './listed-instrument.ts';

const CODES: Readonly<Partial<Record<SimRefusal, DomainErrorCode>>> = {
  'unknown-symbol': 'INSTRUMENT_UNKNOWN',
  halted: 'INSTRUMENT_HALTED',
  'px-off-tick': 'PRICE_OFF_TICK',
  'px-out-of-band': 'PRICE_OUT_OF_BAND',
  'qty-off-step': 'QUANTITY_OFF_STEP',
  'qty-too-small': 'QUANTITY_TOO_SMALL',
  'qty-too-large': 'QUANTITY_TOO_LARGE',
  'notional-too-small': 'NOTIONAL_TOO_SMALL',
  'balance-insufficient': 'MARGIN_INSUFFICIENT',
  'margin-insufficient': 'MARGIN_INSUFFICIENT',
  'would-take': 'ORDER_WOULD_TAKE',
  'fok-unfillable': 'ORDER_UNFILLABLE',
  'duplicate-client-id': 'ORDER_DUPLICATE_ID',
  'reduce-only': 'ORDER_REDUCE_ONLY',
  'triggers-now': 'ORDER_TRIGGERS_NOW',
  'too-many-orders': 'ORDER_TOO_MANY_OPEN',
  'no-depth': 'ORDER_UNFILLABLE',
  'position-limit': 'POSITION_LIMIT_REACHED',
};

/** Returns what a refusal of the account engine is called inside. */
export function refusalError(refusal: SimRefusal): DomainError {
  return domainError(CODES[refusal] ?? 'ORDER_REJECTED', refusal);
}

function typeOf({ type }: SimOrder['request']): OrderType {
  if (type === 'stop-limit' || type === 'take-profit-limit') throw new Error(`Invariant: nobody places a ${type} here`);
  return type;
}

/** Reads an order. `parent` is the conditional order it came from, whose terms a fired one keeps. */
export function orderReport(listed: ListedInstrument, order: SimOrder, parent: SimOrder | null): OrderReport {
  const { request, status, cumLots, cumLotTicks } = order;
  const terms = parent?.request ?? request;
  return {
    instrumentId: listed.instrument.id,
    clientOrderId: request.clientId === '' ? null : request.clientId,
    venueOrderId: String(order.id),
    side: request.side,
    type: typeOf(terms),
    tif: request.tif,
    qtyBase: request.lots === null ? null : baseOf(listed, request.lots),
    px: request.ticks === null ? null : pxOf(listed, request.ticks),
    triggerPx: terms.triggerTicks === null ? null : pxOf(listed, terms.triggerTicks),
    isReduceOnly: request.isReduceOnly,
    closesPosition: request.closesPosition,
    status,
    cumQtyBase: baseOf(listed, cumLots),
    avgPx: cumLots === 0 ? null : toDecimalString(listed.pxPerTick.times(cumLotTicks).div(cumLots)),
    reason: order.endReason,
    updatedMs: order.updatedMs,
  };
}

/** Reads an execution. */
export function fillOf(listed: ListedInstrument, fill: SimFill): Fill {
  return {
    instrumentId: listed.instrument.id,
    fillId: String(fill.id),
    venueOrderId: String(fill.orderId),
    clientOrderId: fill.clientId === '' ? null : fill.clientId,
    side: fill.side,
    px: pxOf(listed, fill.ticks),
    qtyBase: baseOf(listed, fill.lots),
    fee: toDecimalString(fill.fee),
    feeAsset: fill.feeAsset,
    liquidity: fill.isMaker ? 'maker' : 'taker',
    cause: fill.cause,
    venueMs: fill.atMs,
  };
}

/** Reads a position. */
export function positionReport(listed: ListedInstrument, position: SimPosition): PositionReport {
  const divisor = decimal(listed.instrument.pxDivisor);
  const px = (wirePx: number | null) => (wirePx === null ? null : toDecimalString(decimal(wirePx).div(divisor)));
  return {
    instrumentId: listed.instrument.id,
    qtyBase: baseOf(listed, position.lots),
    entryPx: position.lots === 0 ? null : toDecimalString(position.entryPx.div(divisor)),
    markPx: px(position.markPx),
    unrealisedUsd: toDecimalString(position.unrealised),
    leverage: position.leverage,
    marginMode: position.marginMode,
    liquidationPx: px(position.liquidationPx),
    marginUsd: toDecimalString(position.margin),
    adlRank: position.adlRank,
    updatedMs: position.updatedMs,
  };
}

/** Reads a wallet row. */
export function balanceReport({ pocket, asset, total, free, locked, updatedMs }: SimBalance): BalanceReport {
  return {
    scope: pocket,
    asset,
    total: toDecimalString(total),
    free: toDecimalString(free),
    locked: toDecimalString(locked),
    borrowed: '0',
    updatedMs,
  };
}

const INCOME_KIND = {
  funding: 'funding',
  transfer: 'transfer',
  deposit: 'transfer',
  'liquidation-fee': 'liquidation-fee',
} as const;

/** Reads an entry of the history; null for those that belong to fills. */
export function incomeOf(listed: ListedInstrument | null, income: SimIncome): Income | null {
  const kind = (INCOME_KIND as Readonly<Record<string, Income['kind']>>)[income.kind];
  if (kind === undefined) return null;
  return {
    kind,
    incomeId: String(income.id),
    instrumentId: listed?.instrument.id ?? null,
    scope: income.pocket,
    asset: income.asset,
    amount: toDecimalString(income.amount),
    venueMs: income.atMs,
  };
}
