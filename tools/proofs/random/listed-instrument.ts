import {
  decimal,
  instrumentId,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type EpochMs,
  type Instrument,
} from '@riptide/core/domain';
import type { SimInstrument } from '../../../packages/venue-sim/src/market/model.ts';

/** A listing of the simulator as the core knows it, and the exact way between both. */
export interface ListedInstrument {
  readonly ix: number;
  readonly listing: SimInstrument;
  readonly instrument: Instrument;
  readonly basePerLot: Decimal;
  readonly pxPerTick: Decimal;
}

/** Describes a listing by its rules, without any wire between. */
export function listedInstrument(listing: SimInstrument, ix: number): ListedInstrument {
  const { venue, kind, asset, quote, wireSymbol, qtyScale, pxMultiplier } = listing;
  const symbol = `${asset}${quote}`;
  const text = (value: number): DecimalString => toDecimalString(decimal(value));
  const instrument: Instrument = {
    id: instrumentId(symbol, kind, venue),
    venue,
    kind,
    symbol,
    wireSymbol,
    baseAsset: asset,
    quoteAsset: quote,
    settleAsset: quote,
    isInverse: false,
    qtyScale,
    pxDivisor: pxMultiplier,
    pxTick: text(listing.pxTick),
    qtyStep: text(listing.qtyStep),
    qtyMin: toDecimalString(decimal(listing.qtyStep).times(listing.qtyMinLots)),
    qtyMax: null,
    notionalMin: listing.notionalMin === 0 ? null : text(listing.notionalMin),
    isTrading: true,
    listedMs: listing.listedMs as EpochMs,
    fundingIntervalHours: kind === 'perp' ? 8 : null,
  };
  return {
    ix,
    listing,
    instrument,
    basePerLot: decimal(listing.qtyStep).times(decimal(qtyScale)),
    pxPerTick: decimal(listing.pxTick).div(decimal(pxMultiplier)),
  };
}

/** Returns the base units of some lots. */
export function baseOf({ basePerLot }: ListedInstrument, lots: number): DecimalString {
  return toDecimalString(basePerLot.times(lots));
}

/** Returns the price per base unit of some ticks. */
export function pxOf({ pxPerTick }: ListedInstrument, ticks: number): DecimalString {
  return toDecimalString(pxPerTick.times(ticks));
}

/** Returns whole lots; a quantity off the step is a bug of the sender. */
export function lotsOf({ basePerLot, instrument }: ListedInstrument, qtyBase: DecimalString): number {
  const lots = decimal(qtyBase).div(basePerLot);
  if (!lots.eq(lots.round(0))) throw new Error(`Invariant: ${qtyBase} is off the step of ${instrument.id}`);
  return Number(lots);
}

/** Returns whole ticks; a price off the tick is a bug of the sender. */
export function ticksOf({ pxPerTick, instrument }: ListedInstrument, px: DecimalString): number {
  const ticks = decimal(px).div(pxPerTick);
  if (!ticks.eq(ticks.round(0))) throw new Error(`Invariant: ${px} is off the tick of ${instrument.id}`);
  return Number(ticks);
}
