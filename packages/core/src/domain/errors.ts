/**
 * The closed list of what can go wrong inside, `CATEGORY_CONDITION`.
 * Every map over it is exhaustive: adding a code makes the compiler list the places to fill.
 */
export const DOMAIN_ERROR_CODES = [
  'VENUE_UNREACHABLE',
  'VENUE_TIMEOUT',
  'VENUE_BUSY',
  'VENUE_MAINTENANCE',
  'VENUE_RATE_LIMITED',
  'VENUE_BANNED',
  'VENUE_ANSWER_MALFORMED',
  'VENUE_ERROR_UNMAPPED',
  'VENUE_REQUEST_INVALID',
  'VENUE_NOT_READY',
  'INSTRUMENT_UNKNOWN',
  'INSTRUMENT_HALTED',
  'INSTRUMENT_UNREPRESENTABLE',
  'CLOCK_SKEWED',
  'CREDENTIALS_INVALID',
  'CREDENTIALS_FORBIDDEN',
  'ENGINE_NOT_READY',
  'ENGINE_BUSY',
  'INPUT_INVALID',
] as const;
export type DomainErrorCode = (typeof DOMAIN_ERROR_CODES)[number];

/** What a failed call tells about its effect at the venue. Reads are always `not-sent` or `rejected` or `unknown` alike. */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** An expected failure. `detail` is for the log and the operator: `key=value` pairs, never a secret. */
export interface DomainError {
  readonly code: DomainErrorCode;
  readonly outcome: Outcome;
  readonly detail: string;
  /** How long to wait before the next try, when the venue said so. */
  readonly retryAfterMs?: number;
}

/** Builds a `DomainError`; `outcome` defaults to `rejected`. */
export function domainError(code: DomainErrorCode, detail: string, more?: Partial<DomainError>): DomainError {
  return { code, outcome: 'rejected', detail, ...more };
}
