import type { DecimalString } from './units.ts';

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
  'CREDENTIALS_MISSING',
  'CREDENTIALS_PASSPHRASE_MISSING',
  'CREDENTIALS_INVALID',
  'CREDENTIALS_FORBIDDEN',
  'ORDER_REJECTED',
  'ORDER_NOT_FOUND',
  'ORDER_FINAL',
  'ORDER_DUPLICATE_ID',
  'ORDER_WOULD_TAKE',
  'ORDER_UNFILLABLE',
  'ORDER_REDUCE_ONLY',
  'ORDER_TRIGGERS_NOW',
  'ORDER_TYPE_UNSUPPORTED',
  'ORDER_TOO_MANY_OPEN',
  'ORDER_OUTCOME_UNKNOWN',
  'PRICE_OFF_TICK',
  'PRICE_OUT_OF_BAND',
  'QUANTITY_OFF_STEP',
  'QUANTITY_TOO_SMALL',
  'QUANTITY_TOO_LARGE',
  'NOTIONAL_TOO_SMALL',
  'MARGIN_INSUFFICIENT',
  'MARGIN_MODE_MISMATCH',
  'MARGIN_MODE_LOCKED',
  'LEVERAGE_NOT_ALLOWED',
  'POSITION_MODE_MISMATCH',
  'POSITION_LIMIT_REACHED',
  'POSITION_NOT_FOUND',
  'ACCOUNT_IN_USE',
  'RISK_KILL_SWITCH',
  'RISK_LIVE_NOT_CONFIRMED',
  'RISK_JOURNAL',
  'RISK_VENUE_DOWN',
  'RISK_BOOK_STALE',
  'RISK_CLOCK_OFFSET',
  'RISK_KEY_PERMISSION',
  'RISK_MODE_MISMATCH',
  'RISK_SYMBOL_UNSUPPORTED',
  'RISK_MIN_SIZE',
  'RISK_QUANTISATION_LOSS',
  'RISK_FREE_MARGIN',
  'RISK_MAX_POSITION',
  'RISK_MAX_LEVERAGE',
  'RISK_MAX_CONCURRENT',
  'RISK_CAPITAL_PER_TRADE',
  'RISK_NET_EXPOSURE',
  'RISK_ALLOCATION_CAP',
  'RISK_COOLDOWN_ACTIVE',
  'RISK_DAILY_LOSS',
  'RISK_LOSS_STREAK',
  'RISK_PRICE_BAND',
  'RISK_ABNORMAL_PROFIT',
  'RISK_LIQUIDATION_DISTANCE',
  'RISK_FUNDING_WINDOW',
  'RISK_OPEN_CONDITION',
  'RISK_NO_EDGE',
  'RISK_INSTRUMENT_IN_USE',
  'RISK_REFUSAL_PAUSE',
  'ARBITRAGE_NOT_FOUND',
  'ARBITRAGE_BUSY',
  'PREVIEW_EXPIRED',
  'PREVIEW_USED',
  'ENGINE_JOURNAL_FAILED',
  'ENGINE_NOT_READY',
  'ENGINE_BUSY',
  'ENGINE_RUNNING',
  'ENGINE_SUPERSEDED',
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
  /** The least money that would do, in USD, when a size was too small and it is known. */
  readonly minNotionalUsd?: DecimalString;
}

/** Builds a `DomainError`; `outcome` defaults to `rejected`. */
export function domainError(code: DomainErrorCode, detail: string, more?: Partial<DomainError>): DomainError {
  return { code, outcome: 'rejected', detail, ...more };
}
