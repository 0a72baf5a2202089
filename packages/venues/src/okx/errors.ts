import { domainError, type DomainError, type DomainErrorCode, type Outcome } from '@riptide/core/domain';
import { retryAfterMs, type HttpAnswer } from '../kit/index.ts';

/** What a venue code means to us. */
export interface OkxErrorRow {
  readonly code: DomainErrorCode;
  readonly outcome: Outcome;
  /** True when the same message may be sent again. */
  readonly mayRetry: boolean;
}

const UNMAPPED: OkxErrorRow = { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown', mayRetry: false };

function rejected(code: DomainErrorCode, mayRetry = false): OkxErrorRow {
  return { code, outcome: 'rejected', mayRetry };
}

/** REST codes of the public endpoints. Source: OKX v5 documentation, error/code/rest-api. */
const REST_ROWS: Readonly<Record<string, OkxErrorRow>> = {
  '50001': rejected('VENUE_MAINTENANCE', true),
  '50004': { code: 'VENUE_TIMEOUT', outcome: 'unknown', mayRetry: true },
  '50005': rejected('VENUE_REQUEST_INVALID'),
  '50011': rejected('VENUE_RATE_LIMITED', true),
  '50013': rejected('VENUE_BUSY', true),
  '50014': rejected('VENUE_REQUEST_INVALID'),
  '50015': rejected('VENUE_REQUEST_INVALID'),
  '50026': rejected('VENUE_BUSY', true),
  '50061': rejected('VENUE_RATE_LIMITED', true),
  '50115': rejected('VENUE_REQUEST_INVALID'),
  '51000': rejected('VENUE_REQUEST_INVALID'),
  '51001': rejected('INSTRUMENT_UNKNOWN'),
  '51014': rejected('INSTRUMENT_UNKNOWN'),
  '51015': rejected('VENUE_REQUEST_INVALID'),
  '51021': rejected('INSTRUMENT_HALTED'),
  '51022': rejected('INSTRUMENT_HALTED'),
  '51027': rejected('INSTRUMENT_HALTED'),
  '51028': rejected('INSTRUMENT_HALTED'),
  '51029': rejected('INSTRUMENT_HALTED'),
  '51030': rejected('INSTRUMENT_HALTED'),
};

/** Codes of the public socket. Source: OKX v5 documentation, error/code/websocket-public. */
const WS_ROWS: Readonly<Record<string, OkxErrorRow>> = {
  '60011': rejected('CREDENTIALS_INVALID'),
  '60012': rejected('VENUE_REQUEST_INVALID'),
  '60013': rejected('VENUE_REQUEST_INVALID'),
  '60014': rejected('VENUE_RATE_LIMITED', true),
  '60018': rejected('INSTRUMENT_UNKNOWN'),
  '60019': rejected('VENUE_REQUEST_INVALID'),
  '63999': rejected('VENUE_BUSY', true),
  '64001': rejected('VENUE_REQUEST_INVALID'),
  '64002': rejected('VENUE_REQUEST_INVALID'),
  '64003': rejected('CREDENTIALS_FORBIDDEN'),
  '64004': rejected('VENUE_REQUEST_INVALID'),
  '64007': rejected('VENUE_BUSY', true),
  '64008': rejected('VENUE_MAINTENANCE', true),
};

/** Returns the meaning of a REST code; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
export function okxRestError(code: string): OkxErrorRow {
  return REST_ROWS[code] ?? UNMAPPED;
}

/** Returns the meaning of a socket code; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
export function okxWsError(code: string): OkxErrorRow {
  return WS_ROWS[code] ?? UNMAPPED;
}

/**
 * Judges a REST answer: null when it is fine.
 *
 * QUIRK(okx): refusals come with HTTP 200 too, so the body's `code` decides where it has one.
 *
 * @errors VENUE_RATE_LIMITED, VENUE_BUSY, VENUE_MAINTENANCE, INSTRUMENT_UNKNOWN, INSTRUMENT_HALTED, VENUE_REQUEST_INVALID,
 * VENUE_ANSWER_MALFORMED, VENUE_ERROR_UNMAPPED.
 */
export function checkOkxAnswer(answer: HttpAnswer): DomainError | null {
  const waitMs = retryAfterMs(answer);
  const more = waitMs === undefined ? {} : { retryAfterMs: waitMs };
  const code = codeOf(answer.body);
  if (code !== null && code !== '0') {
    const row = okxRestError(code);
    const pause = row.code === 'VENUE_RATE_LIMITED' ? { retryAfterMs: waitMs ?? RATE_PAUSE_MS } : more;
    return domainError(row.code, `venueCode=${code} status=${answer.status}`, { outcome: row.outcome, ...pause });
  }
  if (answer.status === 429)
    return domainError('VENUE_RATE_LIMITED', 'status=429', { retryAfterMs: waitMs ?? RATE_PAUSE_MS });
  if (answer.status >= 500)
    return domainError('VENUE_BUSY', `status=${answer.status}`, { outcome: 'unknown', ...more });
  if (answer.status >= 400) return domainError('VENUE_REQUEST_INVALID', `status=${answer.status}`);
  return code === null ? domainError('VENUE_ANSWER_MALFORMED', 'no code in the answer') : null;
}

/** The counters of OKX run over 2 s. */
const RATE_PAUSE_MS = 2_000;

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return typeof body.code === 'string' || typeof body.code === 'number' ? String(body.code) : null;
}
