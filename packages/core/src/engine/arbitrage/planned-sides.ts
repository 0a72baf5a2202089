import {
  decimal,
  quantize,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type Instrument,
  type Market,
  type OrderSide,
} from '../../domain/index.ts';
import { qtyStepBase } from '../../execution/index.ts';
import type { AccountDesk } from '../trading/account-desk.ts';
import { paysFeeInBase } from './leg-sizes.ts';
import type { SpotFees } from './spot-fees.ts';

/** One listing of a pair with its account. */
export interface PlannedSide {
  readonly instrument: Instrument;
  readonly desk: AccountDesk;
  readonly market: Market;
  readonly side: OrderSide;
  readonly feeBps: number;
}

/** The two listings of a pair. */
export interface PlannedSides {
  readonly buy: PlannedSide;
  readonly sell: PlannedSide;
}

/** Returns the coins of an asset over all pockets, less what is owed. */
export function spotTotalOf(
  balances: readonly { readonly asset: string; readonly total: string; readonly borrowed: string }[],
  asset: string,
): DecimalString {
  const rows = balances.filter((row) => row.asset === asset);
  return toDecimalString(
    rows.reduce((sum, { total, borrowed }) => sum.plus(decimal(total)).minus(decimal(borrowed)), decimal('0')),
  );
}

/** Returns how much an order buys or sells for a net quantity: a spot buy also what its fee will take. */
export function orderQtyOf(
  qtyBase: Decimal,
  { instrument, desk, side, feeBps }: Omit<PlannedSide, 'market'>,
  fees: SpotFees,
): Decimal {
  if (side !== 'BUY' || !paysFeeInBase(instrument, desk.mode, fees.isInBase(desk.account))) return qtyBase;
  const feeFrac = decimal(feeBps).div(10_000);
  return quantize(qtyBase.div(decimal(1).minus(feeFrac)), qtyStepBase(instrument), 'up');
}
