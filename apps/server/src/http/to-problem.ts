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
  ENGINE_NOT_READY: { code: 'engine_unavailable', status: 503, text: 'The engine is not answering' },
  ENGINE_BUSY: { code: 'engine_busy', status: 504, text: 'The engine did not answer in time' },
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

function fromDomain(error: DomainError): ApiRefusal {
  const row = DOMAIN_PROBLEMS[error.code];
  return apiRefusal(row.code, {
    status: row.status,
    text: row.text,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
