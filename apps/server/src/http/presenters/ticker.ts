import type { z } from 'zod';
import type { VenueTicker } from '@riptide/contracts';
import { decimal, VENUES, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkInstrument, LinkVenue } from '../../link/link-contract.ts';
import { activeAccount, modeOfVenue } from './accounts.ts';
import { presentFees } from './fees.ts';
import { priceOf } from './live-prices.ts';
import type { Moment } from './moment.ts';
import { cents, toNumber } from './money.ts';
import { price, rounded } from './numbers.ts';
import { clockOffsetMs, feedDelayMs, isHeard, venueVerdict } from './venue-status.ts';

/** An older price is not one to trade on. */
const PRICE_AGE_MS_MAX = 2_000;

type Ticker = z.input<typeof VenueTicker>;
type Quoted = Omit<Ticker, 'balance' | 'mode' | 'api_weight'>;

/** Returns what every venue says about a symbol: its perp, or its spot market where it has no perp. null before the engine told of them. */
export function presentTickers(link: EngineLink, symbol: string, moment: Moment): Record<Venue, Ticker> | null {
  const tickers = {} as Record<Venue, Ticker>;
  for (const venue of VENUES) {
    const state = link.values('venue').get(venue);
    if (state === undefined) return null;
    const instrument = find(link, symbol, venue);
    const verdict = venueVerdict(link, state, moment);
    const downReason = isHeard(verdict) ? null : verdict.reason;
    const ageMs = ageOf(instrument, moment.nowMs);
    tickers[venue] = {
      ...quoteOf(state, instrument, {
        ageMs,
        delayMs: feedDelayMs(state, verdict),
        offsetMs: clockOffsetMs(state, verdict),
        error: errorOf(instrument, symbol, venue) ?? downReason ?? ageError(ageMs),
      }),
      balance: usdtOf(link, venue),
      mode: modeOfVenue(link, venue),
      api_weight: fullestLimit(link, venue),
    };
  }
  return tickers;
}

function quoteOf(
  state: LinkVenue,
  instrument: LinkInstrument | null,
  {
    ageMs,
    delayMs,
    offsetMs,
    error,
  }: {
    readonly ageMs: number | null;
    readonly delayMs: number | null;
    readonly offsetMs: number | null;
    readonly error: string | null;
  },
): Quoted {
  const value = instrument === null ? null : priceOf(instrument);
  const fees = presentFees(instrument?.market === 'spot' ? state.fees.spot : state.fees.perp);
  return {
    ok: error === null && value !== null,
    price: value === null ? null : price(value),
    age_ms: ageMs,
    latency_ms: delayMs,
    error,
    fees_bps: fees,
    market: instrument?.market ?? null,
    tick_size: instrument?.pxTick ?? null,
    clock_offset_ms: offsetMs,
  };
}

/** USDT over all pockets of the account; a venue that told its account without USDT has none. */
function usdtOf(link: EngineLink, venue: Venue): Ticker['balance'] {
  const account = activeAccount(link, venue);
  if (account === null || (account.balances.length === 0 && account.cashUsd === null))
    return { free: null, total: null };
  const own = account.balances.filter(({ asset }) => asset === 'USDT');
  const sum = (part: 'free' | 'total') =>
    toNumber(cents(own.reduce((before, row) => before.plus(decimal(row[part])), decimal(0)).toString()));
  return { free: sum('free'), total: sum('total') };
}

/** The request limit of a venue whose share used is the largest: the one that would refuse first. */
function fullestLimit(link: EngineLink, venue: Venue): Ticker['api_weight'] {
  const own = (link.values('engine').get('state')?.hot?.budgets ?? []).filter(
    (budget) => budget.venue === venue && budget.capacity > 0,
  );
  const [fullest] = own.toSorted((one, other) => other.used / other.capacity - one.used / one.capacity);
  if (fullest === undefined) return null;
  const { pool, used, capacity } = fullest;
  return {
    pool,
    used: rounded(Math.max(0, used), 2),
    capacity,
    used_frac: rounded(Math.min(1, Math.max(0, used / capacity)), 4),
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

function ageOf(instrument: LinkInstrument | null, nowMs: number): number | null {
  const recvMs = instrument?.recvMs ?? null;
  return recvMs === null ? null : Math.max(0, Math.round(nowMs - recvMs));
}

function ageError(ageMs: number | null): string | null {
  if (ageMs === null || ageMs <= PRICE_AGE_MS_MAX) return null;
  return `Stale: the newest data are ${(ageMs / 1_000).toFixed(1)} s old`;
}

function errorOf(instrument: LinkInstrument | null, symbol: string, venue: Venue): string | null {
  if (instrument === null) return `${symbol} is not followed on ${venue}`;
  if (priceOf(instrument) === null) return 'No price yet';
  return instrument.isBookLive ? null : `Order book is being rebuilt (${instrument.bookResetReason ?? 'not-synced'})`;
}
