import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';

/** How many days each kind of record stays. */
export const Retention = z.object({
  audit_days: z.number().int().min(30).max(3_650).describe('Audit trades and events.'),
  decisions_days: z
    .number()
    .int()
    .min(7)
    .max(3_650)
    .describe('Decisions of the engines and what became of them; trades they ended in stay.'),
  notifications_days: z.number().int().min(1).max(365).describe('Lines of the notification centre.'),
  recordings_days: z
    .number()
    .int()
    .min(1)
    .max(3_650)
    .describe('Raw recordings of market data; RECORD_MAX_GB bounds their size as well.'),
  journal_days: z
    .number()
    .int()
    .min(0)
    .max(3_650)
    .describe('Segments of the journal whose records are in the database; JOURNAL_MAX_MB bounds their size as well.'),
});
export type Retention = z.infer<typeof Retention>;

/** `journal_days` is JOURNAL_KEEP_DAYS until it is set. */
export const DEFAULT_RETENTION: Retention = {
  audit_days: 3_650,
  decisions_days: 365,
  notifications_days: 30,
  recordings_days: 90,
  journal_days: 7,
};

export const getRetention = defineRoute({
  method: 'GET',
  path: '/api/settings/retention',
  summary: 'How many days records stay.',
  response: Ok.extend({ settings: Retention, saved_at: EpochSeconds.nullable() }),
});

export const putRetention = defineRoute({
  method: 'PUT',
  path: '/api/settings/retention',
  summary: 'Changes how many days records stay; what is left out stays. What is over age goes within the hour.',
  body: Retention.partial()
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give at least one setting' }),
  response: Ok.extend({ settings: Retention, saved_at: EpochSeconds.nullable(), message: z.string() }),
});
