import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';

/** The word that has to be typed. */
export const PAPER_RESET_WORD = 'RESET';

export const resetPaper = defineRoute({
  method: 'POST',
  path: '/api/settings/paper-reset',
  summary:
    'Brings the cash of every paper account back to its start. History and audit stay; refused while an engine runs or a position stands.',
  body: z.object({ confirmation: z.literal(PAPER_RESET_WORD) }),
  response: Ok.extend({
    message: z.string(),
    at: EpochSeconds,
    accounts: z.array(
      z.object({
        venue: VenueName,
        start_usdt: z.number(),
        /** What was booked to be there again; negative: taken. */
        moved_usdt: z.number(),
      }),
    ),
  }),
});
