import { z } from 'zod';

/** Every failure code the API can answer, stable, lower snake. The server maps domain errors onto these, exhaustively. */
export const PROBLEM_CODES = [
  'gate_required',
  'invalid_password',
  'invalid_credentials',
  'account_required',
  'account_locked',
  'two_factor_required',
  'invalid_code',
  'invalid_token',
  'session_not_found',
  'too_many_tries',
  'not_ready',
  'foreign_origin',
  'invalid_input',
  'not_found',
  'method_not_allowed',
  'unknown_symbol',
  'unknown_venue',
  'engine_unavailable',
  'engine_busy',
  'venue_not_ready',
  'venue_unavailable',
  'venue_rate_limited',
  'venue_rejected',
  'venue_credentials',
  'clock_skewed',
  'instrument_unusable',
  'order_rejected',
  'order_not_found',
  'order_outcome_unknown',
  'position_not_found',
  'account_mode',
  'account_in_use',
  'risk_blocked',
  'kill_switch',
  'live_not_confirmed',
  'preview_expired',
  'engine_running',
  'no_edge',
  'instrument_in_use',
  'arbitrage_not_found',
  'arbitrage_busy',
  'conflict',
  'internal_error',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** The body of every answer that is not 2xx. `error` and `message` carry the same text for a person. */
export const Problem = z.object({
  ok: z.literal(false),
  code: z.enum(PROBLEM_CODES),
  error: z.string(),
  message: z.string(),
  detail: z.string(),
  /** A text per faulty field. */
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string(),
  retry_after_seconds: z.number().optional(),
});
export type Problem = z.infer<typeof Problem>;
