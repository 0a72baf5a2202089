import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';

/** One socket of a venue feed. */
export const ConnectionHealth = z.object({
  name: z.string(),
  state: z.enum(['connecting', 'open', 'waiting', 'closed']),
  since: EpochSeconds,
  topics_confirmed: z.number().int(),
  topics_pending: z.number().int(),
  topics_rejected: z.number().int(),
  reconnects: z.number().int(),
  frames: z.number().int(),
  last_data_at: EpochSeconds.nullable(),
  ping_ms: z.number().nullable(),
  last_close_reason: z.string().nullable(),
});

/** How one venue stands: its feed, its books, its clock, and everything its frames did wrong, counted. */
export const VenueHealth = z.object({
  venue: VenueName,
  status: z.enum(['ok', 'slow', 'down', 'connecting', 'disabled']),
  /** In words: what is wrong and what happens next; null while ok. */
  reason: z.string().nullable(),
  books_live: z.number().int(),
  books_total: z.number().int(),
  frames_per_second: z.number().nullable(),
  /** Median feed delay, venue event to us, corrected for the clock offset. */
  latency_ms: z.number().nullable(),
  clock_offset_ms: z.number().nullable(),
  connections: z.array(ConnectionHealth),
  counters: z.object({
    fast: z.number().int(),
    keyed: z.number().int(),
    slow: z.number().int(),
    control: z.number().int(),
    malformed: z.number().int(),
    unknown: z.number().int(),
    stale: z.number().int(),
    gaps: z.number().int(),
    resyncs: z.number().int(),
    off_tick: z.number().int(),
    crossed: z.number().int(),
    queue_overflow: z.number().int(),
    /** Price levels too far from the market to be kept in a book. */
    far_levels: z.number().int().optional(),
  }),
});
export type VenueHealth = z.infer<typeof VenueHealth>;

/** An agent that learns while it runs. */
const LearningAgent = z.object({
  running: z.boolean(),
  /** Why it does not run, or learns nothing though it runs; null while it runs and learns. */
  reason: z.string().nullable().optional(),
});

export const Health = Ok.extend({
  /**
   * `unhealthy`: something is broken or not known. `degraded`: everything works, and a limit or a person has stopped new risk at a venue, in a
   * mode or everywhere.
   */
  overall_status: z.enum(['healthy', 'degraded', 'unhealthy']),
  uptime_seconds: z.number(),
  version: z.string(),
  learning_agents: z.object({ oraculis: LearningAgent, arbitrage: LearningAgent }),
  market: z.enum(['sim', 'replay', 'live', 'testnet']),
  execution: z.enum(['paper', 'live']),
  engine: z.object({
    connected: z.boolean(),
    uptime_seconds: z.number().nullable(),
    restarts: z.number().int(),
    /** Symbols in the universe, books kept. */
    symbols: z.number().int().nullable(),
    books: z.number().int().nullable(),
  }),
  venues: z.array(VenueHealth),
  /** Why it is not healthy, in words; empty while it is. */
  reasons: z.array(z.string()).optional(),
  /** What refuses new risk whatever is asked for, each of it also in `reasons`: the gates' own words of within the last seconds. */
  risk_blocks: z
    .array(
      z.object({
        /** A gate, or `account` (none to send to), `arbitrage` (its own guards). */
        gate: z.string(),
        /** null: at every venue. */
        venue: VenueName.nullable(),
        /** null: in both modes. */
        mode: z.enum(['paper', 'live']).nullable(),
        /** `fault` makes the platform unhealthy, `halt` degraded. */
        severity: z.enum(['fault', 'halt']),
        text: z.string(),
      }),
    )
    .optional(),
  /** Arbitrages that stand naked, that nobody watches at one of their venues, or that their venues have not confirmed for 30 s; the platform is unhealthy while there is one. */
  arbitrage_troubles: z
    .array(z.object({ execution_id: z.string(), symbol: z.string(), since: EpochSeconds, text: z.string() }))
    .optional(),
  /** Books that open positions need and that are not live; the platform is unhealthy while there is one. */
  dark_books: z.array(
    z.object({
      venue: VenueName,
      symbol: z.string(),
      instrument_id: z.string(),
      since: EpochSeconds,
      /** What trailing orders and exits follow instead; null: no price is fresh. */
      follows: z.enum(['quote', 'mark']).nullable(),
    }),
  ),
});
export type Health = z.infer<typeof Health>;

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Tells how every part of the platform stands.',
  response: Health,
});

export const getTradingHealth = defineRoute({
  method: 'GET',
  path: '/api/trading/health',
  summary: 'The same as /api/health.',
  response: Health,
});
