import { decimal, ONE, ZERO, type Decimal } from '@riptide/core/domain';
import { instrumentAt, pocketOf, unitsAt, type AccountWorld } from './account-world.ts';
import { money, quoteOf } from './listing-units.ts';
import { isLive, lotsLeft, signOf, snapshot, type LiveOrder } from './live-order.ts';
import { balanceOf, positionOf } from './margin.ts';
import type { SimFeeRates, SimFill, SimIncome, SimIncomeKind, SimPocket } from './model.ts';
import type { HeldPosition, SimPositionSide } from './position-book.ts';

/** One execution of an order of an account. */
export interface Execution {
  readonly ticks: number;
  readonly lots: number;
  readonly isMaker: boolean;
  readonly cause: SimFill['cause'];
}

/** Returns the fee rates of an account on a listing. */
export function feeRatesOf(world: AccountWorld, accountId: number, ix: number): SimFeeRates {
  const { kind } = instrumentAt(world, ix);
  return world.feeRates.get(`${accountId}|${kind}`) ?? world.rules.fees[kind];
}

/** Returns the asset an order pays its fee in. */
export function feeAssetOf(world: AccountWorld, ix: number, side: 'BUY' | 'SELL'): string {
  const { kind, base, quote } = instrumentAt(world, ix);
  return kind === 'spot' && side === 'BUY' && world.rules.spotBuyFeeIn === 'base' ? base : quote;
}

/** Returns the position that an order opens or closes. */
export function positionSideOf(world: AccountWorld, order: LiveOrder): SimPositionSide {
  return world.hedged.has(order.accountId) ? (order.request.positionSide ?? 'BOTH') : 'BOTH';
}

/** One payment between an account and the pool, with its entry in the history. */
export interface Payment {
  readonly accountId: number;
  readonly pocket: SimPocket;
  readonly ix: number | null;
  readonly asset: string;
  readonly kind: SimIncomeKind;
  readonly amount: Decimal;
  readonly fillId: number | null;
}

/** Pays and writes the entry; the caller tells it. */
export function pay(world: AccountWorld, payment: Payment, from: 'pool' | 'issue' = 'pool'): SimIncome {
  const atMs = world.market.nowMs();
  const balanceAfter = world.treasury[from === 'pool' ? 'pay' : 'issue'](payment, payment.amount, atMs);
  world.ids.income += 1;
  const income: SimIncome = { id: world.ids.income, ...payment, balanceAfter, atMs };
  world.store.addIncome(income);
  return income;
}

/** Tells entries, then the balances they changed, each once. */
export function tellPayments(
  world: AccountWorld,
  incomes: readonly SimIncome[],
  why: 'order' | 'funding' | 'transfer' | 'liquidation',
): void {
  for (const income of incomes) world.events.tell('onIncome', income);
  const told = new Set<string>();
  for (const { accountId, pocket, asset } of incomes) {
    const key = `${accountId}|${pocket}|${asset}`;
    if (told.has(key)) continue;
    told.add(key);
    world.events.tell('onBalance', balanceOf(world, accountId, pocket, asset), why);
  }
}

/** Brings what a spot order locks up to date: the rest of a buy at its price, the rest of a sale in the base asset. */
export function refreshLock(world: AccountWorld, order: LiveOrder): void {
  const { ix, side, ticks, triggerTicks } = order.request;
  const px = ticks ?? triggerTicks;
  if (order.kind === 'perp') return;
  const { instrument, qtyStep } = unitsAt(world, ix);
  const left = isLive(order) ? lotsLeft(order) : 0;
  order.lockAsset = side === 'BUY' ? instrument.quote : instrument.base;
  order.lock =
    side === 'SELL'
      ? qtyStep.times(left)
      : px === null
        ? ZERO
        : buyCost(world, order.accountId, { ix, lots: left, lotTicks: left * px });
}

/** Returns what a spot buy takes at most: its value, and the fee where that is paid in quote. */
export function buyCost(
  world: AccountWorld,
  accountId: number,
  buy: { ix: number; lots: number; lotTicks: number },
): Decimal {
  const value = unitsAt(world, buy.ix).quotePerLotTick.times(buy.lotTicks);
  if (world.rules.spotBuyFeeIn === 'base') return value;
  return money(value.times(ONE.plus(decimal(feeRatesOf(world, accountId, buy.ix).takerFrac))));
}

function spotPayments(
  world: AccountWorld,
  order: LiveOrder,
  moved: { lots: number; quote: Decimal; fee: Decimal; fillId: number },
): Payment[] {
  const { accountId, feeAsset } = order;
  const { ix, side } = order.request;
  const { instrument, qtyStep } = unitsAt(world, ix);
  const sign = signOf(side);
  const shared = { accountId, pocket: pocketOf(world, ix), ix, fillId: moved.fillId };
  return [
    { ...shared, kind: 'trade', asset: instrument.base, amount: qtyStep.times(moved.lots * sign) },
    { ...shared, kind: 'trade', asset: instrument.quote, amount: moved.quote.times(-sign) },
    { ...shared, kind: 'fee', asset: feeAsset, amount: moved.fee.times(-1) },
  ];
}

function perpPayments(
  world: AccountWorld,
  order: LiveOrder,
  moved: { realised: Decimal; fee: Decimal; fillId: number },
): Payment[] {
  const { accountId, feeAsset, request } = order;
  const shared = {
    accountId,
    pocket: pocketOf(world, request.ix),
    ix: request.ix,
    asset: feeAsset,
    fillId: moved.fillId,
  };
  const fee: Payment = { ...shared, kind: 'fee', amount: moved.fee.times(-1) };
  return moved.realised.eq(0) ? [fee] : [{ ...shared, kind: 'realised', amount: moved.realised }, fee];
}

function countExecution(
  world: AccountWorld,
  order: LiveOrder,
  execution: Execution,
  money: { quote: Decimal; fee: Decimal },
): void {
  order.cumLots += execution.lots;
  order.cumLotTicks += execution.lots * execution.ticks;
  order.cumQuote = order.cumQuote.plus(money.quote);
  order.cumFee = order.cumFee.plus(money.fee);
  order.updatedMs = world.market.nowMs();
  if (lotsLeft(order) === 0) order.status = 'filled';
  order.shown = null;
  refreshLock(world, order);
  world.store.index(order);
}

/**
 * Books one execution of an order: money against the house pool, position at average cost, fee rounded half to even to 8 digits; then
 * tells it: fill, order, entries, position, balances. Returns the position it touched, null on spot.
 */
export function settleFill(world: AccountWorld, order: LiveOrder, execution: Execution): HeldPosition | null {
  const { ix, side, clientId } = order.request;
  const { ticks, lots, isMaker, cause } = execution;
  const units = unitsAt(world, ix);
  const atMs = world.market.nowMs();
  const quote = money(quoteOf(units, lots, ticks));
  const rates = feeRatesOf(world, order.accountId, ix);
  const feeBase = order.feeAsset === units.instrument.quote ? quote : units.qtyStep.times(lots);
  const fee = cause === 'adl' ? ZERO : money(feeBase.times(decimal(isMaker ? rates.makerFrac : rates.takerFrac)));
  world.ids.fill += 1;
  const fillId = world.ids.fill;
  let position: HeldPosition | null = null;
  let realised = ZERO;
  if (order.kind === 'perp') {
    position = world.positions.at(order.accountId, ix, positionSideOf(world, order));
    realised = world.positions.apply(position, { signedLots: lots * signOf(side), ticks, atMs }, units);
    const tally = world.positions.tally(ix);
    tally.realised = tally.realised.plus(realised);
  }
  countExecution(world, order, execution, { quote, fee });
  const payments =
    order.kind === 'spot'
      ? spotPayments(world, order, { lots, quote, fee, fillId })
      : perpPayments(world, order, { realised, fee, fillId });
  const incomes = payments.map((payment) => pay(world, payment));
  const fill: SimFill = {
    id: fillId,
    orderId: order.id,
    accountId: order.accountId,
    ix,
    side,
    clientId,
    ticks,
    lots,
    quote,
    fee,
    feeAsset: order.feeAsset,
    isMaker,
    realised,
    cause,
    atMs,
  };
  world.store.addFill(fill);
  tellFill(world, { fill, order, position, incomes });
  return position;
}

function tellFill(
  world: AccountWorld,
  told: { fill: SimFill; order: LiveOrder; position: HeldPosition | null; incomes: readonly SimIncome[] },
): void {
  const { cause } = told.fill;
  const shown = snapshot(told.order);
  world.events.tell('onFill', told.fill, shown);
  world.events.tell('onOrder', shown);
  if (told.position !== null) world.events.tell('onPosition', positionOf(world, told.position), cause);
  tellPayments(world, told.incomes, cause === 'order' ? 'order' : 'liquidation');
}
