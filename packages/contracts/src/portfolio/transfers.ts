import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueInput, VenueName } from '../shared.ts';
import { ExecutionModeName, historyPage } from './portfolio.ts';

/** Money that came to an account or left it without a fill or a payment of ours. */
export const Transfer = z.object({
  id: z.string(),
  timestamp: EpochSeconds,
  venue: VenueName,
  mode: ExecutionModeName,
  /** `paper_reset`: a paper account was set back to its start, which is no deposit. */
  kind: z.enum(['deposit', 'withdrawal', 'paper_reset']),
  asset: z.string(),
  /** Signed: positive came in. */
  amount: z.number(),
  /** The pocket whose balance the venue told to differ from everything on record; null where it is not told by a balance. */
  seen_in: z.enum(['spot', 'futures', 'unified']).nullable(),
});
export type Transfer = z.infer<typeof Transfer>;

export const getTransfers = defineRoute({
  method: 'GET',
  path: '/api/portfolio/transfers',
  summary:
    'Deposits and withdrawals, newest first, as they were noticed: a balance the venue tells that fills, funding and fees do not explain. Paper accounts have none but their resets.',
  query: z.object({ mode: ExecutionModeName.optional(), venue: VenueInput.optional(), ...historyPage }),
  response: Ok.extend({
    mode: ExecutionModeName,
    transfers: z.array(Transfer),
    total: z.number().int(),
  }),
});
