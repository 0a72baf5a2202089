import { decimal, ONE, quantize, type Decimal, type Instrument, type RoundingMode } from '../../domain/index.ts';

const BPS = decimal(10_000);

/** Returns a price moved by so many bps of itself; positive is up. */
export function movedBps(px: Decimal, bps: Decimal | number): Decimal {
  return px.times(ONE.plus(decimal(bps).div(BPS)));
}

/** Returns the distance from one price to another in bps of the first, exact to 24 digits; positive is up. */
export function distanceBps(from: Decimal, to: Decimal): Decimal {
  return to.minus(from).div(from).times(BPS);
}

/** Returns a canonical price on the instrument's tick. */
export function onTick(px: Decimal, instrument: Instrument, rounding: RoundingMode): Decimal {
  const divisor = decimal(instrument.pxDivisor);
  return quantize(px.times(divisor), decimal(instrument.pxTick), rounding).div(divisor);
}

/** Returns the smallest step of a canonical price. */
export function tickOf(instrument: Instrument): Decimal {
  return decimal(instrument.pxTick).div(decimal(instrument.pxDivisor));
}

/** Best prices as exact decimals. */
export interface ExactTop {
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly mid: Decimal;
}

/** Returns the best prices exactly, or null when a side is missing or they cross. Book prices are multiples of a tick and print as such. */
export function exactTop(market: { readonly bidPx: number; readonly askPx: number }): ExactTop | null {
  const { bidPx, askPx } = market;
  if (!Number.isFinite(bidPx) || !Number.isFinite(askPx) || bidPx <= 0 || bidPx >= askPx) return null;
  const [bid, ask] = [decimal(bidPx), decimal(askPx)];
  return { bid, ask, mid: bid.plus(ask).div(2) };
}
