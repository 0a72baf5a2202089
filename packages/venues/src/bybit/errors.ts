import { domainError, type DomainError, type DomainErrorCode, type Outcome } from '@riptide/core/domain';
import { retryAfterMs, type HttpAnswer } from '../kit/index.ts';
import { BYBIT_LIMITS } from './limits.ts';

/** What a venue code means to us. */
export interface BybitErrorRow {
  readonly code: DomainErrorCode;
  readonly outcome: Outcome;
}

const UNMAPPED: BybitErrorRow = { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' };
const unknown = (code: DomainErrorCode): BybitErrorRow => ({ code, outcome: 'unknown' });
const rejected = (code: DomainErrorCode): BybitErrorRow => ({ code, outcome: 'rejected' });

/** REST codes of the public endpoints. Source: Bybit v5 documentation, error (docs/venues/bybit.md#errors). */
const REST_ROWS: Readonly<Record<string, BybitErrorRow>> = {
  '10000': unknown('VENUE_TIMEOUT'),
  '10001': rejected('VENUE_REQUEST_INVALID'),
  '10002': rejected('CLOCK_SKEWED'),
  '10003': rejected('CREDENTIALS_INVALID'),
  '10004': rejected('CREDENTIALS_INVALID'),
  '10005': rejected('CREDENTIALS_FORBIDDEN'),
  '10006': rejected('VENUE_RATE_LIMITED'),
  '10016': unknown('VENUE_BUSY'),
  '10017': rejected('VENUE_REQUEST_INVALID'),
  '10018': rejected('VENUE_RATE_LIMITED'),
  '10429': rejected('VENUE_RATE_LIMITED'),
  '110023': rejected('INSTRUMENT_HALTED'),
  '110074': rejected('INSTRUMENT_HALTED'),
  '170121': rejected('INSTRUMENT_UNKNOWN'),
};

/** Codes of the public socket; most of its refusals carry a text only. Source: Bybit v5 documentation, error. */
const WS_ROWS: Readonly<Record<string, BybitErrorRow>> = {
  '10001': rejected('VENUE_REQUEST_INVALID'),
  // QUIRK(bybit): on sockets 10003 is "too many sessions", not a wrong key.
  '10003': rejected('VENUE_BUSY'),
  '10006': rejected('VENUE_RATE_LIMITED'),
  '10016': unknown('VENUE_BUSY'),
  '10019': rejected('VENUE_MAINTENANCE'),
  '20003': rejected('VENUE_RATE_LIMITED'),
};

/** Returns the meaning of a REST code; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
export function bybitRestError(code: string): BybitErrorRow {
  return REST_ROWS[code] ?? UNMAPPED;
}

/** Returns the meaning of a socket code; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
export function bybitWsError(code: string): BybitErrorRow {
  return WS_ROWS[code] ?? UNMAPPED;
}

const RATE_PAUSE_MS = 5_000;

/**
 * Judges a REST answer: null when it is fine.
 *
 * QUIRK(bybit): refusals come with HTTP 200, so `retCode` decides; 403 means the address sent too much and must rest.
 *
 * @errors VENUE_RATE_LIMITED, VENUE_BANNED, VENUE_BUSY, VENUE_TIMEOUT, VENUE_REQUEST_INVALID, INSTRUMENT_UNKNOWN,
 * VENUE_ANSWER_MALFORMED, VENUE_ERROR_UNMAPPED.
 */
export function checkBybitAnswer(answer: HttpAnswer): DomainError | null {
  const waitMs = retryAfterMs(answer);
  if (answer.status === 403) {
    return domainError('VENUE_BANNED', 'status=403', { retryAfterMs: waitMs ?? BYBIT_LIMITS.forbiddenPauseMs });
  }
  const code = codeOf(answer.body);
  if (code !== null && code !== '0') {
    const row = bybitRestError(code);
    const pause = row.code === 'VENUE_RATE_LIMITED' ? { retryAfterMs: waitMs ?? RATE_PAUSE_MS } : {};
    return domainError(row.code, `venueCode=${code} status=${answer.status}`, { outcome: row.outcome, ...pause });
  }
  if (answer.status === 429)
    return domainError('VENUE_RATE_LIMITED', 'status=429', { retryAfterMs: waitMs ?? RATE_PAUSE_MS });
  if (answer.status >= 500) return domainError('VENUE_BUSY', `status=${answer.status}`, { outcome: 'unknown' });
  if (answer.status >= 400) return domainError('VENUE_REQUEST_INVALID', `status=${answer.status}`);
  return code === null ? domainError('VENUE_ANSWER_MALFORMED', 'no retCode in the answer') : null;
}

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('retCode' in body)) return null;
  return typeof body.retCode === 'number' || typeof body.retCode === 'string' ? String(body.retCode) : null;
}
