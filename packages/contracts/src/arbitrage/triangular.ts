import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, SymbolInput, VenueName, VenuesQuery } from '../shared.ts';
import { ExecutionPolicies } from './arbitrage.ts';

/** A round trip through three books of one venue, walking their depth and cutting to the step each time. */
export const TriangleRow = z.object({
  id: z.string(),
  venue: VenueName,
  assets: z.array(z.string()),
  steps: z.array(
    z.object({
      instrument_id: z.string(),
      symbol: z.string(),
      side: z.enum(['BUY', 'SELL']),
      from_asset: z.string(),
      to_asset: z.string(),
      vwap: z.number().nullable(),
      fee_bps: z.number(),
      in_qty: z.number().nullable(),
      out_qty: z.number().nullable(),
      dust_qty: z.number().nullable(),
    }),
  ),
  start_qty: z.number().nullable(),
  end_qty: z.number().nullable(),
  net_bps: z.number().nullable(),
  oldest_book_ms: z.number().nullable(),
  policy: z.enum(['evaluation_only', 'blocked']),
  policy_reason: z.string(),
});
export type TriangleRow = z.infer<typeof TriangleRow>;

export const getTriangular = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/triangular',
  summary: 'Triangular round trips of each venue, best first. They are only evaluated.',
  query: z.object({ symbol: SymbolInput.optional(), venues: VenuesQuery }),
  response: Ok.extend({
    execution_policies: ExecutionPolicies,
    triangles: z.array(TriangleRow),
    count: z.number().int(),
    /** Why there are none; null otherwise. */
    reason: z.string().nullable(),
    timestamp: EpochSeconds,
  }),
});
