import type { Problem, ProblemCode } from '@riptide/contracts';
import type { DomainError, DomainErrorCode } from '@riptide/core/domain';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';

interface Row {
  readonly code: ProblemCode;
  readonly status: number;
  readonly text: string;
}

/** The only table from what can go wrong inside to what the API answers. A missing row does not compile. */
const DOMAIN_PROBLEMS = {
  VENUE_UNREACHABLE: { code: 'venue_unavailable', status: 502, text: 'The exchange can not be reached' },
  VENUE_TIMEOUT: { code: 'venue_unavailable', status: 504, text: 'The exchange did not answer in time' },
  VENUE_BUSY: { code: 'venue_unavailable', status: 503, text: 'The exchange is busy' },
  VENUE_MAINTENANCE: { code: 'venue_unavailable', status: 503, text: 'The exchange is under maintenance' },
  VENUE_RATE_LIMITED: { code: 'venue_rate_limited', status: 503, text: 'The exchange limits our requests' },
  VENUE_BANNED: { code: 'venue_rate_limited', status: 503, text: 'The exchange has blocked this address for a while' },
  VENUE_ANSWER_MALFORMED: {
    code: 'venue_unavailable',
    status: 502,
    text: 'The exchange answered something unreadable',
  },
  VENUE_ERROR_UNMAPPED: { code: 'venue_rejected', status: 422, text: 'The exchange refused the request' },
  VENUE_REQUEST_INVALID: { code: 'venue_rejected', status: 422, text: 'The exchange refused the request as invalid' },
  VENUE_NOT_READY: {
    code: 'venue_not_ready',
    status: 409,
    text: 'Exchange not connected. Please test connection first.',
  },
  INSTRUMENT_UNKNOWN: { code: 'unknown_symbol', status: 404, text: 'Unknown symbol' },
  INSTRUMENT_HALTED: { code: 'instrument_unusable', status: 409, text: 'Trading in this symbol is halted' },
  INSTRUMENT_UNREPRESENTABLE: { code: 'instrument_unusable', status: 422, text: 'This symbol can not be traded here' },
  CLOCK_SKEWED: {
    code: 'clock_skewed',
    status: 409,
    text: 'The clock of this machine differs too much from the exchange',
  },
  CREDENTIALS_INVALID: { code: 'venue_credentials', status: 409, text: 'The exchange does not know these keys' },
  CREDENTIALS_FORBIDDEN: {
    code: 'venue_credentials',
    status: 409,
    text: 'The keys do not have the permission for this',
  },
  CREDENTIALS_MISSING: { code: 'venue_credentials', status: 409, text: 'No keys are saved for this exchange' },
  CREDENTIALS_PASSPHRASE_MISSING: {
    code: 'venue_credentials',
    status: 409,
    text: 'The passphrase is missing: the exchange issues one with every key',
  },
  ACCOUNT_IN_USE: {
    code: 'account_in_use',
    status: 409,
    text: 'The account still holds something; its key can only be changed for one of the same account',
  },
  ORDER_REJECTED: { code: 'order_rejected', status: 422, text: 'The exchange refused the order' },
  ORDER_NOT_FOUND: { code: 'order_not_found', status: 404, text: 'There is no such order' },
  ORDER_FINAL: { code: 'order_rejected', status: 409, text: 'The order is already done' },
  ORDER_DUPLICATE_ID: { code: 'order_rejected', status: 409, text: 'An order with this id exists already' },
  ORDER_WOULD_TAKE: { code: 'order_rejected', status: 422, text: 'The post-only order would have traded at once' },
  ORDER_UNFILLABLE: { code: 'order_rejected', status: 422, text: 'The order could not be filled at once' },
  ORDER_REDUCE_ONLY: { code: 'order_rejected', status: 409, text: 'There is no position this order could reduce' },
  ORDER_TRIGGERS_NOW: { code: 'order_rejected', status: 422, text: 'The price is already beyond the trigger' },
  ORDER_TYPE_UNSUPPORTED: { code: 'order_rejected', status: 422, text: 'The exchange has no such order here' },
  ORDER_TOO_MANY_OPEN: { code: 'order_rejected', status: 409, text: 'Too many open orders on the exchange' },
  ORDER_OUTCOME_UNKNOWN: { code: 'order_outcome_unknown', status: 504, text: 'The order is being checked' },
  PRICE_OFF_TICK: { code: 'order_rejected', status: 422, text: 'The price is no multiple of the tick' },
  PRICE_OUT_OF_BAND: { code: 'order_rejected', status: 422, text: 'The price is too far from the market' },
  QUANTITY_OFF_STEP: { code: 'order_rejected', status: 422, text: 'The quantity is no multiple of the step' },
  QUANTITY_TOO_SMALL: { code: 'order_rejected', status: 422, text: 'The quantity is below the minimum' },
  QUANTITY_TOO_LARGE: { code: 'order_rejected', status: 422, text: 'The quantity is above the maximum' },
  NOTIONAL_TOO_SMALL: { code: 'order_rejected', status: 422, text: 'The order value is below the minimum' },
  MARGIN_INSUFFICIENT: { code: 'order_rejected', status: 409, text: 'Not enough free margin' },
  MARGIN_MODE_MISMATCH: { code: 'account_mode', status: 409, text: 'The margin mode on the exchange is another one' },
  MARGIN_MODE_LOCKED: { code: 'account_mode', status: 409, text: 'The margin mode can not be changed now' },
  LEVERAGE_NOT_ALLOWED: { code: 'account_mode', status: 422, text: 'The exchange does not allow this leverage' },
  POSITION_MODE_MISMATCH: {
    code: 'account_mode',
    status: 409,
    text: 'The position mode on the exchange is another one',
  },
  POSITION_LIMIT_REACHED: {
    code: 'order_rejected',
    status: 409,
    text: 'The position limit of the exchange is reached',
  },
  POSITION_NOT_FOUND: { code: 'position_not_found', status: 404, text: 'There is no such position' },
  RISK_KILL_SWITCH: { code: 'kill_switch', status: 409, text: 'The kill switch is on' },
  RISK_LIVE_NOT_CONFIRMED: { code: 'live_not_confirmed', status: 409, text: 'Live trading is not confirmed' },
  PREVIEW_EXPIRED: { code: 'preview_expired', status: 409, text: 'The preview is too old. Please preview again.' },
  PREVIEW_USED: {
    code: 'preview_expired',
    status: 409,
    text: 'This preview was executed already. Look at orders and positions before you preview again.',
  },
  ENGINE_JOURNAL_FAILED: { code: 'engine_unavailable', status: 503, text: 'The journal can not be written' },
  RISK_JOURNAL: { code: 'risk_blocked', status: 409, text: 'The journal can not be written' },
  RISK_VENUE_DOWN: { code: 'risk_blocked', status: 409, text: 'The exchange is not connected' },
  RISK_BOOK_STALE: { code: 'risk_blocked', status: 409, text: 'The order book is too old' },
  RISK_CLOCK_OFFSET: { code: 'risk_blocked', status: 409, text: 'The clock differs too much from the exchange' },
  RISK_KEY_PERMISSION: { code: 'risk_blocked', status: 409, text: 'The keys may not do this' },
  RISK_MODE_MISMATCH: { code: 'risk_blocked', status: 409, text: 'The modes of an account differ from what is wanted' },
  RISK_SYMBOL_UNSUPPORTED: { code: 'risk_blocked', status: 409, text: 'This symbol can not be traded there' },
  RISK_MIN_SIZE: { code: 'risk_blocked', status: 409, text: 'The size is below the minimum' },
  RISK_QUANTISATION_LOSS: { code: 'risk_blocked', status: 409, text: 'Rounding to the exchange step loses too much' },
  RISK_FREE_MARGIN: { code: 'risk_blocked', status: 409, text: 'Not enough free margin' },
  RISK_MAX_POSITION: { code: 'risk_blocked', status: 409, text: 'The position limit would be passed' },
  RISK_MAX_LEVERAGE: { code: 'risk_blocked', status: 409, text: 'The leverage limit would be passed' },
  RISK_MAX_CONCURRENT: {
    code: 'risk_blocked',
    status: 409,
    text: 'The limit of positions, or of additions to one, is reached',
  },
  RISK_CAPITAL_PER_TRADE: { code: 'risk_blocked', status: 409, text: 'The trade is too large for the capital' },
  RISK_NET_EXPOSURE: { code: 'risk_blocked', status: 409, text: 'The exposure to this asset would be too large' },
  RISK_ALLOCATION_CAP: { code: 'risk_blocked', status: 409, text: 'The capital of this exchange is used up' },
  RISK_COOLDOWN_ACTIVE: { code: 'risk_blocked', status: 409, text: 'This symbol cools down' },
  RISK_DAILY_LOSS: { code: 'risk_blocked', status: 409, text: 'The daily loss limit is reached' },
  RISK_LOSS_STREAK: { code: 'risk_blocked', status: 409, text: 'Too many losses in a row' },
  RISK_PRICE_BAND: { code: 'risk_blocked', status: 409, text: 'The price is too far from the market' },
  RISK_ABNORMAL_PROFIT: { code: 'risk_blocked', status: 409, text: 'The expected gain is too good to be true' },
  RISK_LIQUIDATION_DISTANCE: { code: 'risk_blocked', status: 409, text: 'The liquidation price would be too near' },
  RISK_FUNDING_WINDOW: { code: 'risk_blocked', status: 409, text: 'Funding is settled in a moment' },
  RISK_OPEN_CONDITION: { code: 'risk_blocked', status: 409, text: 'Something must be settled first' },
  RISK_NO_EDGE: { code: 'no_edge', status: 409, text: 'The expected net is not worth the trade' },
  RISK_INSTRUMENT_IN_USE: { code: 'instrument_in_use', status: 409, text: 'Another engine holds this instrument' },
  RISK_REFUSAL_PAUSE: { code: 'risk_blocked', status: 409, text: 'The exchange has just refused such an order' },
  ARBITRAGE_NOT_FOUND: { code: 'arbitrage_not_found', status: 404, text: 'There is no such arbitrage' },
  ARBITRAGE_BUSY: { code: 'arbitrage_busy', status: 409, text: 'This pair is traded already, or cools down' },
  ENGINE_NOT_READY: { code: 'engine_unavailable', status: 503, text: 'The engine is not answering' },
  ENGINE_BUSY: { code: 'engine_busy', status: 504, text: 'The engine did not answer in time' },
  ENGINE_RUNNING: { code: 'engine_running', status: 409, text: 'The engine runs: stop it first' },
  ENGINE_SUPERSEDED: { code: 'superseded', status: 409, text: 'Another start or stop came meanwhile' },
  INPUT_INVALID: { code: 'invalid_input', status: 400, text: 'The request is not valid' },
} as const satisfies Record<DomainErrorCode, Row>;

export type RouteError = DomainError | ApiRefusal;

/** An answer that is not 2xx: status, body, and how long to wait when that is known. */
export interface ProblemAnswer {
  readonly status: number;
  readonly body: Problem;
}

/** Returns the answer to a failure. Details of a domain error stay in the log; the person gets the text. */
export function toProblem(error: RouteError, requestId: string): ProblemAnswer {
  const refusal = 'kind' in error ? error : fromDomain(error);
  return {
    status: refusal.status,
    body: {
      ok: false,
      code: refusal.code,
      error: refusal.text,
      message: refusal.text,
      detail: refusal.detail ?? refusal.text,
      ...(refusal.fields === undefined ? {} : { fields: { ...refusal.fields } }),
      request_id: requestId,
      ...(refusal.retryAfterMs === undefined
        ? {}
        : { retry_after_seconds: Math.max(1, Math.ceil(refusal.retryAfterMs / 1_000)) }),
    },
  };
}

/** Between what one gate said and the name of the next. */
const NEXT_GATE = /; (?=[a-z]+(?:-[a-z]+)*: )/;

/**
 * Returns a refusal of our own gates in the words of the first that blocks, with what each of them said as its detail: texts made for the
 * person, of figures the person may see. The code alone would name a limit that another figure of the same gate has passed.
 */
export function gateRefusal(error: DomainError): RouteError {
  if (!error.code.startsWith('RISK_') || error.detail === '') return error;
  const refusal = fromDomain(error);
  const [first = error.detail] = error.detail.split(NEXT_GATE);
  return { ...refusal, text: `${refusal.text}: ${first}`, detail: error.detail };
}

/** Returns the words of a domain error, for an answer that goes on without what failed. */
export function wordsOf({ code }: DomainError): string {
  return DOMAIN_PROBLEMS[code].text;
}

/** Returns the words of a code that stands in a text of the engine; null when it is none. */
export function problemWords(code: string): string | null {
  return Object.hasOwn(DOMAIN_PROBLEMS, code) ? DOMAIN_PROBLEMS[code as DomainErrorCode].text : null;
}

function fromDomain(error: DomainError): ApiRefusal {
  const row = DOMAIN_PROBLEMS[error.code];
  return apiRefusal(row.code, {
    status: row.status,
    text: row.text,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
