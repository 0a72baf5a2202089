import { decimal, maxOf, quantize, toDecimalString, type DecimalString, type Instrument } from '../../domain/index.ts';
import { commonStepBase } from '../../execution/index.ts';
import { orderMinBase } from '../trading/order-min-base.ts';

const CENT = decimal('0.01');

/** Prices that a smallest size is worked out at. */
interface MinSizePx {
  /** What each leg's notional is measured by. */
  readonly buyPx: number;
  readonly sellPx: number;
  /** What money is turned into a quantity by. */
  readonly midPx: number;
}

/** The smallest size that both legs of a pair can have alike. */
export interface PairMinSize {
  readonly qtyBase: DecimalString;
  /** The least money that buys it, in whole cents. */
  readonly notionalUsd: DecimalString;
}

/** Returns the smallest size of a pair: the larger of both least quantities and notionals, on the step that both share. */
export function pairMinSize(buy: Instrument, sell: Instrument, { buyPx, sellPx, midPx }: MinSizePx): PairMinSize {
  const least = maxOf(orderMinBase(buy, buyPx, false), orderMinBase(sell, sellPx, false));
  const qtyBase = quantize(least, commonStepBase(buy, sell), 'up');
  const notionalUsd = quantize(qtyBase.times(decimal(midPx)), CENT, 'up');
  return { qtyBase: toDecimalString(qtyBase), notionalUsd: toDecimalString(notionalUsd) };
}
