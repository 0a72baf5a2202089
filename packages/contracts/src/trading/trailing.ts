import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, GivenName, Ok, SymbolInput, VenueInput, VenueName } from '../shared.ts';

const positive = z.number().finite().positive().max(1e12);

/** A take-profit that follows the price. `side` is the side of the position's entry: BUY protects a long. */
export const TrailingOrderRow = z.object({
  order_id: z.string(),
  venue: VenueName,
  symbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  entry_price: z.number(),
  quantity: z.number(),
  initial_tp_price: z.number(),
  trailing_distance_pct: z.number().describe('A fraction: 0.02 is 2 %.'),
  max_trailing_pct: z.number().describe('A fraction: 0.05 is 5 %.'),
  state: z.enum(['initial', 'trailing', 'triggered', 'expired']),
  current_tp_price: z.number(),
  best_price: z.number().nullable(),
  client_order_id: z.string().nullable(),
  created_at: EpochSeconds,
  updated_at: EpochSeconds,
  reason: z.string(),
  /** Why it could not be started now, or what it lacks to follow the price; null: nothing. */
  warning: z.string().nullable(),
});
export type TrailingOrderRow = z.infer<typeof TrailingOrderRow>;

const TrailingParams = z.object({ id: z.string().trim().min(1).max(64) });
const TrailingAnswer = Ok.extend({ trailing_order: TrailingOrderRow, message: z.string() });

export const getTrailingOrders = defineRoute({
  method: 'GET',
  path: '/api/trading/advanced/trailing_orders',
  summary: 'Trailing take-profits, newest first.',
  response: Ok.extend({ trailing_orders: z.array(TrailingOrderRow), count: z.number().int() }),
});

export const createTrailingOrder = defineRoute({
  method: 'POST',
  path: '/api/trading/advanced/trailing_orders',
  isOnce: true,
  summary: 'Creates a trailing take-profit; it follows the price once it is started.',
  body: z.object({
    order_id: GivenName,
    venue: VenueInput.optional().describe("The venue of PAS Trader's settings when left out."),
    symbol: SymbolInput,
    side: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(['BUY', 'SELL'])),
    entry_price: positive,
    quantity: positive,
    initial_tp_price: z.number().finite().min(0).max(1e12).optional().describe('0: the entry and the distance.'),
    trailing_distance_pct: z.number().finite().min(0).max(0.1).default(0.02).describe('A fraction; 0 is 0.02.'),
    max_trailing_pct: z.number().finite().min(0).max(0.2).default(0.05).describe('A fraction; 0 is 0.05.'),
  }),
  response: TrailingAnswer,
});

export const startTrailingOrder = defineRoute({
  method: 'PUT',
  path: '/api/trading/advanced/trailing_orders/:id/start',
  isOnce: true,
  summary: 'Lets a trailing take-profit follow the price; 409 when it does already or has ended.',
  params: TrailingParams,
  body: z.object({}).optional(),
  response: TrailingAnswer,
});

export const removeTrailingOrder = defineRoute({
  method: 'DELETE',
  path: '/api/trading/advanced/trailing_orders/:id',
  isOnce: true,
  summary: 'Removes a trailing take-profit; a closing order on its way goes on.',
  params: TrailingParams,
  response: TrailingAnswer,
});
