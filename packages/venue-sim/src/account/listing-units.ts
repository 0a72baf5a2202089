import { decimal, roundTo, type Decimal } from '@riptide/core/domain';
import type { SimInstrument } from '../market/model.ts';

/** Digits that money keeps behind the point at the venues. */
const MONEY_DIGITS = 8;

/** The exact factors between lots and ticks and money of one listing. */
export interface ListingUnits {
  readonly instrument: SimInstrument;
  readonly pxTick: Decimal;
  /** Quote value of one lot at a wire price of 1. */
  readonly quotePerLotPx: Decimal;
  /** Quote value of one lot at one tick. */
  readonly quotePerLotTick: Decimal;
  /** Wire quantity of one lot; on spot also its amount of the base asset. */
  readonly qtyStep: Decimal;
  /** Base units of one lot. */
  readonly baseUnitsPerLot: Decimal;
}

/** Returns the exact factors of a listing. */
export function unitsOf(instrument: SimInstrument): ListingUnits {
  const pxTick = decimal(instrument.pxTick);
  const qtyStep = decimal(instrument.qtyStep);
  const baseUnitsPerLot = qtyStep.times(decimal(instrument.qtyScale));
  const quotePerLotPx = baseUnitsPerLot.div(decimal(instrument.pxMultiplier));
  return {
    instrument,
    pxTick,
    quotePerLotPx,
    quotePerLotTick: quotePerLotPx.times(pxTick),
    qtyStep,
    baseUnitsPerLot,
  };
}

/** Returns the quote value of `lots` at `ticks`. */
export function quoteOf(units: ListingUnits, lots: number, ticks: number): Decimal {
  return units.quotePerLotTick.times(lots).times(ticks);
}

/** Returns money rounded as the venues keep it: 8 digits, half to even. */
export function money(value: Decimal): Decimal {
  return roundTo(value, MONEY_DIGITS);
}
