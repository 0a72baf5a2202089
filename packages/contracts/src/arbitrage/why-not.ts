import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';
import { Opportunity } from './opportunity.ts';

/** One check of an opportunity: the value, its bound, and how far it is from passing. */
export const WhyNotRow = z.object({
  check: z.string(),
  ok: z.boolean(),
  /** `hard` blocks, `soft` leaves it for evaluation, `trade` is asked only before an order. */
  weight: z.enum(['hard', 'soft', 'trade']),
  value: z.number().nullable(),
  bound: z.number().nullable(),
  unit: z.string(),
  /** How much is missing, as a fraction of the bound: the nearest miss is the smallest. */
  miss: z.number().nullable(),
  detail: z.string(),
  /** Setting that would change it; null when none does. */
  setting: z.string().nullable(),
});
export type WhyNotRow = z.infer<typeof WhyNotRow>;

export const getWhyNot = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/opportunities/:id/why-not',
  summary: 'Every check of an opportunity: failed ones first, the nearest miss first.',
  params: z.object({ id: z.string().trim().min(3).max(100) }),
  response: Ok.extend({
    opportunity: Opportunity.nullable(),
    checks: z.array(WhyNotRow),
    passed: z.number().int(),
    total: z.number().int(),
    /** Entry net at which it would trade now; null when another check fails as well. */
    would_pass_at_bps: z.number().nullable(),
    timestamp: EpochSeconds,
  }),
});
