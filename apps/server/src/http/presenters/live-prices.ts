import type { LivePrice } from '@riptide/contracts';
import { VENUES } from '@riptide/core/domain';
import type { LinkInstrument } from '../../link/link-contract.ts';
import { known, price, roundedOrNull, toEpochSeconds } from './numbers.ts';

/** Returns the price an instrument stands at: last trade, else the middle of the book, else the mark. */
export function priceOf(instrument: LinkInstrument): number | null {
  if (known(instrument.lastPx) !== null) return instrument.lastPx;
  return midOf(instrument) ?? known(instrument.markPx);
}

/** Returns the middle of the best prices, null while a side is unknown. */
export function midOf(instrument: LinkInstrument): number | null {
  const bid = known(instrument.bidPx);
  const ask = known(instrument.askPx);
  return bid === null || ask === null ? null : (bid + ask) / 2;
}

/**
 * Picks per symbol the instrument its price is read from: a perp before a spot market, a live book before another,
 * then the venues in their usual order.
 */
export function leadInstruments(instruments: Iterable<LinkInstrument>): Map<string, LinkInstrument> {
  const leads = new Map<string, LinkInstrument>();
  for (const instrument of instruments) {
    if (priceOf(instrument) === null) continue;
    const lead = leads.get(instrument.symbol);
    if (lead === undefined || rank(instrument) < rank(lead)) leads.set(instrument.symbol, instrument);
  }
  return leads;
}

function rank(instrument: LinkInstrument): number {
  return (instrument.isBookLive ? 0 : 100) + (instrument.market === 'perp' ? 0 : 10) + VENUES.indexOf(instrument.venue);
}

/** Returns the price line of an instrument, null while it has no price. */
export function presentLivePrice(instrument: LinkInstrument): LivePrice | null {
  const value = priceOf(instrument);
  if (value === null || instrument.recvMs === null) return null;
  const changeFrac = known(instrument.changeFrac);
  return {
    symbol: instrument.symbol,
    price: price(value),
    change_24h: changeFrac === null ? null : roundedOrNull(changeFrac * 100, 4),
    volume_24h: roundedOrNull(instrument.volumeQuote, 2),
    last_updated: toEpochSeconds(instrument.recvMs),
    venue: instrument.venue,
    tick_size: instrument.pxTick,
  };
}

/** Returns the price line of every symbol, by name. */
export function presentLivePrices(instruments: Iterable<LinkInstrument>): LivePrice[] {
  const lines: LivePrice[] = [];
  for (const instrument of leadInstruments(instruments).values()) {
    const line = presentLivePrice(instrument);
    if (line !== null) lines.push(line);
  }
  return lines.sort((left, right) => (left.symbol < right.symbol ? -1 : 1));
}
