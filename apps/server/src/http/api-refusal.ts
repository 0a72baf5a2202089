import type { ProblemCode } from '@riptide/contracts';

/** A refusal that arises in HTTP itself, not in the domain. */
export interface ApiRefusal {
  readonly kind: 'api-refusal';
  readonly code: ProblemCode;
  readonly status: number;
  /** For a person. */
  readonly text: string;
  readonly detail?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number;
}

const STATUS_AND_TEXT = {
  gate_required: [401, 'The gate is locked'],
  invalid_password: [401, 'Invalid password'],
  invalid_credentials: [403, 'Invalid email or password'],
  account_required: [403, 'Please log in to access trading features'],
  account_locked: [423, 'Account locked due to multiple failed attempts. Please try again later.'],
  two_factor_required: [403, 'Two-factor authentication required.'],
  invalid_code: [403, 'The code is wrong or not valid any more'],
  invalid_token: [403, 'This is not valid any more. Please log in again.'],
  session_not_found: [404, 'There is no such session'],
  too_many_tries: [429, 'Too many tries, please wait'],
  foreign_origin: [403, 'Requests from another site are not accepted'],
  invalid_input: [400, 'The request is not valid'],
  not_ready: [503, 'Riptide is starting, please try again in a moment'],
  method_not_allowed: [405, 'This method is not possible here'],
  not_found: [404, 'There is nothing here'],
  unknown_symbol: [404, 'Unknown symbol'],
  unknown_venue: [404, 'Unknown venue'],
  engine_unavailable: [503, 'The engine is not answering'],
  engine_busy: [504, 'The engine did not answer in time'],
  venue_not_ready: [409, 'Exchange not connected. Please test connection first.'],
  venue_unavailable: [502, 'The exchange can not be reached'],
  venue_rate_limited: [503, 'The exchange limits our requests'],
  venue_rejected: [422, 'The exchange refused the request'],
  venue_credentials: [409, 'The exchange refused the keys'],
  clock_skewed: [409, 'The clock of this machine differs too much from the exchange'],
  instrument_unusable: [422, 'The symbol can not be used'],
  order_rejected: [422, 'The exchange refused the order'],
  order_not_found: [404, 'There is no such order'],
  order_outcome_unknown: [504, 'The order is being checked'],
  position_not_found: [404, 'There is no such position'],
  account_in_use: [409, 'The account still holds something; close it first'],
  account_mode: [409, 'Leverage, margin or position mode differ from what is wanted'],
  risk_blocked: [409, 'A risk gate blocks this'],
  kill_switch: [409, 'The kill switch is on'],
  live_not_confirmed: [409, 'Live trading is not confirmed'],
  preview_expired: [409, 'The preview is too old. Please preview again.'],
  engine_running: [409, 'The engine runs: stop it first'],
  superseded: [409, 'Another start or stop came meanwhile'],
  no_edge: [409, 'The expected net is not worth the trade'],
  instrument_in_use: [409, 'Another engine holds this instrument'],
  arbitrage_not_found: [404, 'There is no such arbitrage'],
  arbitrage_busy: [409, 'This pair is traded already, or cools down'],
  moment_unknown: [404, 'There is no such moment on record'],
  moment_gone: [410, 'What was recorded then is not kept any more'],
  flight_busy: [503, 'Too many moments are being rebuilt, please wait'],
  conflict: [409, 'This can not be done any more'],
  internal_error: [500, 'Internal error'],
} as const satisfies Record<ProblemCode, readonly [number, string]>;

/** Builds a refusal with the status and the text its code has by default. */
export function apiRefusal(code: ProblemCode, more: Partial<Omit<ApiRefusal, 'kind' | 'code'>> = {}): ApiRefusal {
  const [status, text] = STATUS_AND_TEXT[code];
  return { kind: 'api-refusal', code, status, text, ...more };
}
