import { domainError, type DomainError, type DomainErrorCode, type Outcome } from '@riptide/core/domain';
import { retryAfterMs, type HttpAnswer } from '../kit/index.ts';
import type { BinanceProduct } from './config.ts';

interface ErrorRow {
  readonly code: DomainErrorCode;
  readonly outcome: Outcome;
}

const rejected = (code: DomainErrorCode): ErrorRow => ({ code, outcome: 'rejected' });
const unknown = (code: DomainErrorCode): ErrorRow => ({ code, outcome: 'unknown' });

/** Codes both products share. */
const SHARED_REST: Readonly<Record<number, ErrorRow>> = {
  [-1000]: unknown('VENUE_ERROR_UNMAPPED'),
  [-1001]: unknown('VENUE_BUSY'),
  [-1002]: rejected('CREDENTIALS_INVALID'),
  [-1003]: rejected('VENUE_RATE_LIMITED'),
  [-1006]: unknown('VENUE_TIMEOUT'),
  [-1007]: unknown('VENUE_TIMEOUT'),
  [-1008]: rejected('VENUE_BUSY'),
  [-1015]: rejected('VENUE_RATE_LIMITED'),
  [-1021]: rejected('CLOCK_SKEWED'),
  [-1022]: rejected('CREDENTIALS_INVALID'),
  [-1100]: rejected('VENUE_REQUEST_INVALID'),
  [-1101]: rejected('VENUE_REQUEST_INVALID'),
  [-1102]: rejected('VENUE_REQUEST_INVALID'),
  [-1103]: rejected('VENUE_REQUEST_INVALID'),
  [-1104]: rejected('VENUE_REQUEST_INVALID'),
  [-1105]: rejected('VENUE_REQUEST_INVALID'),
  [-1106]: rejected('VENUE_REQUEST_INVALID'),
  [-1111]: rejected('VENUE_REQUEST_INVALID'),
  [-1120]: rejected('VENUE_REQUEST_INVALID'),
  [-1121]: rejected('INSTRUMENT_UNKNOWN'),
  [-1127]: rejected('VENUE_REQUEST_INVALID'),
  [-1130]: rejected('VENUE_REQUEST_INVALID'),
  [-2014]: rejected('CREDENTIALS_INVALID'),
  [-2015]: rejected('CREDENTIALS_INVALID'),
};

const REST_ROWS: Readonly<Record<BinanceProduct, Readonly<Record<number, ErrorRow>>>> = {
  spot: { ...SHARED_REST, [-1131]: rejected('VENUE_REQUEST_INVALID') },
  usdm: {
    ...SHARED_REST,
    [-1005]: rejected('CREDENTIALS_FORBIDDEN'),
    [-1011]: rejected('CREDENTIALS_FORBIDDEN'),
    [-1109]: rejected('CREDENTIALS_INVALID'),
    [-4140]: rejected('INSTRUMENT_HALTED'),
    [-4141]: rejected('INSTRUMENT_HALTED'),
    [-4531]: unknown('VENUE_BUSY'),
  },
};

/** Codes of stream control answers: 0 unknown property, 1 invalid value type, 2 invalid request, 3 invalid JSON, 4 too many streams. */
const STREAM_ROWS: Readonly<Record<number, ErrorRow>> = {
  0: rejected('VENUE_REQUEST_INVALID'),
  1: rejected('VENUE_REQUEST_INVALID'),
  2: rejected('VENUE_REQUEST_INVALID'),
  3: rejected('VENUE_REQUEST_INVALID'),
  4: rejected('VENUE_RATE_LIMITED'),
};

/** Waits where the venue names none: the shortest ban, and the window of the weight limit. */
const BAN_MS = 120_000;
const BACK_OFF_MS = 60_000;

const UNLISTED: ErrorRow = { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' };

/** Returns what a REST error code of one product means; unlisted codes are VENUE_ERROR_UNMAPPED with an unknown outcome. */
export function restErrorOf(product: BinanceProduct, wireCode: number): ErrorRow {
  return REST_ROWS[product][wireCode] ?? UNLISTED;
}

/** Returns what the error code of a stream control answer means. */
export function streamErrorOf(wireCode: number): ErrorRow {
  return STREAM_ROWS[wireCode] ?? UNLISTED;
}

/** Reads `{"code":-1121,"msg":"…"}`; null when the body is no refusal. */
export function readRefusal(body: unknown): { readonly wireCode: number; readonly text: string } | null {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('msg' in body)) return null;
  const { code, msg } = body;
  if (typeof msg !== 'string' || (typeof code !== 'number' && typeof code !== 'string')) return null;
  return { wireCode: Number(code), text: msg };
}

/** Builds the answer check of one product. The body's code decides; the HTTP status only where there is none, or for 418 and 429. */
export function answerCheck(product: BinanceProduct): (answer: HttpAnswer) => DomainError | null {
  return (answer) => {
    const { status } = answer;
    const refusal = readRefusal(answer.body);
    if (status < 400 && (refusal === null || refusal.wireCode >= 0)) return null;
    const detail = `status=${status} code=${refusal?.wireCode ?? 'none'} msg=${refusal?.text ?? ''}`;
    const after = retryAfterMs(answer);
    const wait = after === undefined ? {} : { retryAfterMs: after };
    if (status === 418) return domainError('VENUE_BANNED', detail, { retryAfterMs: after ?? BAN_MS });
    if (status === 429) return domainError('VENUE_RATE_LIMITED', detail, { retryAfterMs: after ?? BACK_OFF_MS });
    if (refusal !== null) {
      const row = restErrorOf(product, refusal.wireCode);
      return domainError(row.code, detail, { outcome: row.outcome, ...wait });
    }
    if (status >= 500) return domainError('VENUE_BUSY', detail, { outcome: 'unknown', ...wait });
    // Without a code a 403 is the firewall or a blocked region: nothing of ours was looked at.
    if (status === 403 || status === 451) return domainError('VENUE_BANNED', detail, wait);
    return domainError('VENUE_REQUEST_INVALID', detail, wait);
  };
}
