import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { MarketName, Ok, SymbolInput, VENUE_NAMES, VenueName, VenuesInput } from '../shared.ts';

export const SYMBOLS_MAX = 100;
export const UPSERT_ITEMS_MAX = 100;

/** Anything a person may type: what is no symbol is answered as unsupported, not refused. */
const SymbolsTyped = z
  .array(z.string().trim().toUpperCase().min(1).max(40))
  .min(1)
  .max(SYMBOLS_MAX)
  .transform((symbols) => [...new Set(symbols)]);

/** One symbol in one market of one venue. Quantities in base units. */
const MarketListing = z.object({
  /** The venue's own name. */
  symbol: z.string(),
  linear: z.boolean(),
  inverse: z.boolean(),
  trading: z.boolean(),
  price: z.number().nullable(),
  min_qty: z.number(),
  qty_step: z.number(),
  /** Smallest order value in quote; null where the venue states none. */
  min_cost: z.number().nullable(),
  qty_for_100usdt: z.number().nullable(),
  /** null without a price. */
  can_trade_100usdt: z.boolean().nullable(),
  live_book: z.boolean(),
  reason: z.string().nullable(),
});

/** One symbol at one venue: its perp, else its spot; both under `markets`. */
export const SymbolAtVenue = z.object({
  supported: z.boolean(),
  symbol: z.string().nullable(),
  type: MarketName.nullable(),
  linear: z.boolean().nullable(),
  inverse: z.boolean().nullable(),
  price: z.number().nullable(),
  min_qty: z.number().nullable(),
  min_cost: z.number().nullable(),
  qty_for_100usdt: z.number().nullable(),
  can_trade_100usdt: z.boolean().nullable(),
  /** Why it is not supported, or can't be traded with 100 USDT; null when it can. */
  reason: z.string().nullable(),
  markets: z.object({ perp: MarketListing.nullable(), spot: MarketListing.nullable() }),
});
export type SymbolAtVenue = z.infer<typeof SymbolAtVenue>;

/** Two venues whose listings of one ticker can't be the same coin in the same unit, by the check of the scanner. */
export const OtherCoin = z.object({
  venues: z.array(VenueName),
  gap_bps: z.number(),
  reason: z.string(),
});
export type OtherCoin = z.infer<typeof OtherCoin>;

const ListedVenue = z.object({
  venue: VenueName,
  loaded: z.boolean(),
  instruments: z.number().int(),
  reason: z.string().nullable(),
});

export const validateSymbols = defineRoute({
  method: 'POST',
  path: '/api/trading/symbols/validate',
  summary: 'What each venue lists of each symbol, from its whole list, and whether 100 USDT are enough to trade it.',
  body: z.object({
    symbols: SymbolsTyped,
    venues: VenuesInput.default([...VENUE_NAMES]),
    with_prices: z.boolean().default(true),
  }),
  response: Ok.extend({
    matrix: z.record(z.string(), z.partialRecord(VenueName, SymbolAtVenue)),
    /** By symbol, where two venues list different coins under it; with prices only. */
    other_coins: z.record(z.string(), z.array(OtherCoin)).optional(),
    venues: z.array(VenueName),
    venue_states: z.array(ListedVenue),
  }),
});

export const planRotation = defineRoute({
  method: 'POST',
  path: '/api/trading/symbols/rotation_plan',
  summary: 'Which symbols can be arbitraged: the same coin, tradeable with 100 USDT at two venues or more.',
  body: z.object({ symbols: SymbolsTyped, venues: VenuesInput.default([...VENUE_NAMES]) }),
  response: Ok.extend({
    arb_ready_symbols: z.array(z.string()),
    details: z.record(
      z.string(),
      z.object({
        arb_ready: z.boolean(),
        tradeable_venues: z.array(VenueName),
        /** Of those, the ones that list the same coin as another of them. */
        alike_venues: z.array(VenueName).optional(),
        /** Pairs of venues that list different coins under this ticker: no pair is traded there. */
        other_coins: z.array(OtherCoin).optional(),
        /** Of the tradeable ones, those whose book is followed and live. */
        live_venues: z.array(VenueName),
        watched: z.boolean(),
        reason: z.string().nullable(),
      }),
    ),
    venues: z.array(VenueName),
  }),
});

const Watched = z.object({
  /** Asked for by people, beside the engine's own choice. */
  watched: z.array(z.string()),
  watched_max: z.number().int(),
});

export const upsertSymbols = defineRoute({
  method: 'POST',
  path: '/api/trading/symbols/bulk_upsert',
  summary:
    'Adds symbols to those the engine follows; they are kept over restarts and followed from the next engine start, or at once with apply.',
  body: z
    .object({
      items: z
        .array(z.object({ symbol: SymbolInput }))
        .min(1)
        .max(UPSERT_ITEMS_MAX),
      apply: z.boolean().default(false).describe('Starts the engine anew when nothing is in flight.'),
    })
    .strict(),
  response: Ok.extend({
    new: z.array(z.string()),
    known: z.array(z.string()),
    refused: z.array(z.object({ symbol: z.string(), reason: z.string() })),
    /** Followed now, and from the next engine start. */
    live_now: z.array(z.string()),
    from_next_start: z.array(z.string()),
    restarted: z.boolean(),
    /** Why the engine was not started anew though asked for; null otherwise. */
    not_restarted_reason: z.string().nullable(),
    ...Watched.shape,
    message: z.string(),
  }),
});

export const getSymbols = defineRoute({
  method: 'GET',
  path: '/api/trading/symbols',
  summary: 'The symbols the engine follows, and those that are watched from its next start.',
  response: Ok.extend({
    symbols: z.array(
      z.object({
        symbol: z.string(),
        /** Asked for by a person. */
        watched: z.boolean(),
        /** False: from the next engine start. */
        followed: z.boolean(),
        perp_venues: z.array(VenueName),
        spot_venues: z.array(VenueName),
        books_live: z.number().int(),
      }),
    ),
    count: z.number().int(),
    ...Watched.shape,
  }),
});
