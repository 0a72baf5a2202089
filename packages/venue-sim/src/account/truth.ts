import { toDecimalString, type Decimal } from '@riptide/core/domain';
import { textOf } from '../server/text.ts';
import { instrumentAt, unitsAt, type AccountWorld } from './account-world.ts';
import { auditOf, type Audit } from './conservation.ts';
import { snapshot } from './live-order.ts';
import { balanceOf, positionOf } from './margin.ts';
import type { SimBalance, SimFill, SimIncome, SimOrder, SimPosition } from './model.ts';

/** Lists of the truth are cut to the newest of these unless more are asked for. */
const TRUTH_ROWS_MAX = 10_000;

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Everything a venue knows of an account, newest first. Decimals are text, in wire units; `…Base` are units of the base coin. */
export interface Truth {
  readonly accountId: number;
  readonly venue: string;
  readonly atMs: number;
  readonly positionMode: 'one-way' | 'hedge';
  readonly orders: readonly Row[];
  readonly fills: readonly Row[];
  readonly positions: readonly Row[];
  readonly balances: readonly Row[];
  readonly incomes: readonly Row[];
  readonly conservation: Audit;
}

/** Returns the whole truth about an account as plain JSON. */
export function truthOf(world: AccountWorld, accountId: number, rowsMax = TRUTH_ROWS_MAX): Truth {
  const all = { limit: rowsMax };
  return {
    accountId,
    venue: world.venue,
    atMs: world.market.nowMs(),
    positionMode: world.hedged.has(accountId) ? 'hedge' : 'one-way',
    orders: world.store.list(accountId, all).map((order) => orderRow(world, snapshot(order))),
    fills: world.store.fills(accountId, all).map((fill) => fillRow(world, fill)),
    positions: world.positions
      .of(accountId)
      .filter(({ lots }) => lots !== 0)
      .map((held) => positionRow(world, positionOf(world, held))),
    balances: world.treasury
      .of(accountId)
      .map(({ pocket, asset }) => balanceRow(balanceOf(world, accountId, pocket, asset))),
    incomes: world.store.incomes(accountId, all).map((income) => incomeRow(world, income)),
    conservation: auditOf(world),
  };
}

function named(world: AccountWorld, ix: number): { kind: string; wireSymbol: string } {
  const { kind, wireSymbol } = instrumentAt(world, ix);
  return { kind, wireSymbol };
}

function pxText(world: AccountWorld, ix: number, ticks: number | null): string | null {
  return ticks === null ? null : textOf(instrumentAt(world, ix)).px(ticks);
}

function qtyText(world: AccountWorld, ix: number, lots: number | null): string | null {
  return lots === null ? null : textOf(instrumentAt(world, ix)).qty(lots);
}

function baseText(world: AccountWorld, ix: number, lots: number): string {
  return toDecimalString(unitsAt(world, ix).baseUnitsPerLot.times(lots));
}

function text(value: Decimal): string {
  return toDecimalString(value);
}

function orderRow(world: AccountWorld, order: SimOrder): Row {
  const { ix, lots } = order.request;
  return {
    id: order.id,
    clientId: order.request.clientId,
    ...named(world, ix),
    side: order.request.side,
    type: order.request.type,
    tif: order.request.tif,
    status: order.status,
    endReason: order.endReason,
    px: pxText(world, ix, order.request.ticks),
    triggerPx: pxText(world, ix, order.request.triggerTicks),
    qty: qtyText(world, ix, lots),
    qtyBase: lots === null ? null : baseText(world, ix, lots),
    cumQty: qtyText(world, ix, order.cumLots),
    cumQtyBase: baseText(world, ix, order.cumLots),
    cumQuote: text(order.cumQuote),
    cumFee: text(order.cumFee),
    feeAsset: order.feeAsset,
    isReduceOnly: order.request.isReduceOnly,
    closesPosition: order.request.closesPosition,
    positionSide: order.request.positionSide,
    firedOrderId: order.firedOrderId,
    parentOrderId: order.parentOrderId,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  };
}

function fillRow(world: AccountWorld, fill: SimFill): Row {
  return {
    id: fill.id,
    orderId: fill.orderId,
    clientId: fill.clientId,
    ...named(world, fill.ix),
    side: fill.side,
    px: pxText(world, fill.ix, fill.ticks),
    qty: qtyText(world, fill.ix, fill.lots),
    qtyBase: baseText(world, fill.ix, fill.lots),
    quote: text(fill.quote),
    fee: text(fill.fee),
    feeAsset: fill.feeAsset,
    isMaker: fill.isMaker,
    realised: text(fill.realised),
    cause: fill.cause,
    atMs: fill.atMs,
  };
}

function positionRow(world: AccountWorld, position: SimPosition): Row {
  return {
    ...named(world, position.ix),
    positionSide: position.positionSide,
    qty: qtyText(world, position.ix, position.lots),
    qtyBase: baseText(world, position.ix, position.lots),
    entryPx: text(position.entryPx),
    markPx: position.markPx,
    leverage: position.leverage,
    marginMode: position.marginMode,
    margin: text(position.margin),
    maintenanceMargin: text(position.maintenanceMargin),
    unrealised: text(position.unrealised),
    realised: text(position.realised),
    liquidationPx: position.liquidationPx,
    adlRank: position.adlRank,
    openedMs: position.openedMs,
    updatedMs: position.updatedMs,
  };
}

function balanceRow(balance: SimBalance): Row {
  const { pocket, asset, total, free, locked, updatedMs } = balance;
  return { pocket, asset, total: text(total), free: text(free), locked: text(locked), updatedMs };
}

function incomeRow(world: AccountWorld, income: SimIncome): Row {
  return {
    id: income.id,
    kind: income.kind,
    pocket: income.pocket,
    wireSymbol: income.ix === null ? null : instrumentAt(world, income.ix).wireSymbol,
    asset: income.asset,
    amount: text(income.amount),
    balanceAfter: text(income.balanceAfter),
    fillId: income.fillId,
    atMs: income.atMs,
  };
}
