import type { SimVenueMarket } from '../market/model.ts';
import { VENUE_RULES } from './venue-rules.ts';

/** The limits that orders are checked by, in whole ticks inside of them. */
export interface PriceLimitTicks {
  readonly buyMaxTicks: number;
  readonly sellMinTicks: number;
}

/** Returns the dearest buy and the cheapest sale a venue takes now: around the mark of a perp, around the last price on spot. */
export function priceLimitTicks(market: SimVenueMarket, ix: number): PriceLimitTicks {
  const instrument = market.instruments[ix];
  if (instrument === undefined) throw new Error(`Invariant: ${market.venue} has no instrument ${ix}`);
  const { kind, pxTick } = instrument;
  const factor = 1 + VENUE_RULES[market.venue].bandFrac[kind];
  const px = kind === 'perp' ? market.mark(ix).markPx : market.dayStats(ix).lastPx;
  return {
    buyMaxTicks: Math.floor((px / pxTick) * factor),
    sellMinTicks: Math.max(1, Math.ceil(px / pxTick / factor)),
  };
}
