import type { z } from 'zod';
import type { VenueTicker } from '@riptide/contracts';
import { VENUES, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkInstrument, LinkVenue } from '../../link/link-contract.ts';
import { presentFees } from './fees.ts';
import { priceOf } from './live-prices.ts';
import { price, roundedOrNull } from './numbers.ts';
import { venueStatus } from './venue-status.ts';

type Ticker = z.input<typeof VenueTicker>;

/** Returns what every venue says about a symbol: its perp, or its spot market where it has no perp. null before the engine told of them. */
export function presentTickers(link: EngineLink, symbol: string): Record<Venue, Ticker> | null {
  const tickers = {} as Record<Venue, Ticker>;
  for (const venue of VENUES) {
    const state = link.values('venue').get(venue);
    if (state === undefined) return null;
    tickers[venue] = presentTicker(state, find(link, symbol, venue), symbol);
  }
  return tickers;
}

function presentTicker(state: LinkVenue, instrument: LinkInstrument | null, symbol: string): Ticker {
  const error = errorOf(instrument, symbol, state.venue) ?? downReason(state);
  const value = instrument === null ? null : priceOf(instrument);
  const fees = presentFees(instrument?.market === 'spot' ? state.fees.spot : state.fees.perp);
  return {
    ok: error === null && value !== null,
    price: value === null ? null : price(value),
    latency_ms: roundedOrNull(state.latencyMs, 2),
    error,
    fees_bps: fees,
    balance: { free: null, total: null },
  };
}

function find(link: EngineLink, symbol: string, venue: Venue): LinkInstrument | null {
  let spot: LinkInstrument | null = null;
  for (const instrument of link.values('instrument').values()) {
    if (instrument.venue !== venue || instrument.symbol !== symbol) continue;
    if (instrument.market === 'perp') return instrument;
    spot = instrument;
  }
  return spot;
}

function downReason(state: LinkVenue): string | null {
  const { status, reason } = venueStatus(state);
  return status === 'ok' || status === 'slow' ? null : reason;
}

function errorOf(instrument: LinkInstrument | null, symbol: string, venue: Venue): string | null {
  if (instrument === null) return `${symbol} is not followed on ${venue}`;
  if (priceOf(instrument) === null) return 'No price yet';
  return instrument.isBookLive ? null : `Order book is being rebuilt (${instrument.bookResetReason ?? 'not-synced'})`;
}
