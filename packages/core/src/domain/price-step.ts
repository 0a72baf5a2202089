import type { Instrument } from './instrument.ts';
import { decimal, toDecimalString } from './money.ts';

/**
 * Returns the smallest step of a canonical price, in quote per base unit, as a number to draw and compare prices with.
 *
 * An instrument states its tick in the unit of its wire: that of 1000PEPEUSDT is a thousand times the step of the price of one PEPE.
 */
export function priceStepOf({ pxTick, pxDivisor }: Pick<Instrument, 'pxTick' | 'pxDivisor'>): number {
  return Number(toDecimalString(decimal(pxTick).div(decimal(pxDivisor))));
}
