import type { Instrument, PriceBand, PriceLimits } from '@riptide/core/domain';
import { numberOf } from './json-values.ts';

/** A float loses its last digits when one is taken away. */
const DIGITS = 12;

/** Returns the band as it stands on an instrument: nothing at all where no side is bounded. */
export function bandFields(band: PriceBand): { readonly priceBand?: PriceBand } {
  return Object.values(band).every((frac) => frac === null) ? {} : { priceBand: band };
}

/** Returns how far above its reference a price may be, given the factor to it; null for what is no factor above one. */
export function upFrac(factor: unknown): number | null {
  const frac = exactly(numberOf(factor) - 1);
  return frac > 0 ? frac : null;
}

/** Returns how far under its reference a price may be, given the factor to it; null for what is no factor between nothing and one. */
export function downFrac(factor: unknown): number | null {
  const frac = exactly(1 - numberOf(factor));
  return frac > 0 && frac < 1 ? frac : null;
}

/** Returns limits told in wire prices, per unit of the canonical asset; null where a text is no price above zero. */
export function limitsOf(buyMax: unknown, sellMin: unknown, { pxDivisor }: Pick<Instrument, 'pxDivisor'>): PriceLimits {
  return { buyMaxPx: pxOf(buyMax, pxDivisor), sellMinPx: pxOf(sellMin, pxDivisor) };
}

function pxOf(text: unknown, pxDivisor: number): number | null {
  const px = numberOf(text);
  return px > 0 && Number.isFinite(px) ? px / pxDivisor : null;
}

function exactly(frac: number): number {
  return Number(frac.toPrecision(DIGITS));
}
