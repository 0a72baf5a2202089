import { domainError, type DomainError, type DomainErrorCode, type Outcome } from '@riptide/core/domain';
import { retryAfterMs, type HttpAnswer } from '../kit/index.ts';
import type { KucoinProduct } from './enums.ts';
import { plainText } from './extra/plain-decimal.ts';
import { EDGE_BLOCK_MS, FUTURES_BLOCK_MS, RATE_LIMIT_WAIT_MS } from './limits.ts';

/** What one wire code means. */
export interface WireErrorRow {
  readonly code: DomainErrorCode;
  readonly outcome: Outcome;
}

type Table = Readonly<Record<string, WireErrorRow>>;

const row = (code: DomainErrorCode, outcome: Outcome = 'rejected'): WireErrorRow => ({ code, outcome });

/** Codes that mean the same on both REST services. */
const SHARED: Table = {
  400001: row('CREDENTIALS_INVALID'),
  400002: row('CLOCK_SKEWED'),
  400003: row('CREDENTIALS_INVALID'),
  400004: row('CREDENTIALS_INVALID'),
  400005: row('CREDENTIALS_INVALID'),
  400006: row('CREDENTIALS_FORBIDDEN'),
  400007: row('CREDENTIALS_FORBIDDEN'),
  400008: row('CREDENTIALS_INVALID'),
  400009: row('CREDENTIALS_INVALID'),
  400100: row('VENUE_REQUEST_INVALID'),
  400200: row('CREDENTIALS_FORBIDDEN'),
  400303: row('CREDENTIALS_FORBIDDEN'),
  400500: row('CREDENTIALS_FORBIDDEN'),
  411100: row('CREDENTIALS_FORBIDDEN'),
  200009: row('CREDENTIALS_FORBIDDEN'),
  40010: row('CREDENTIALS_FORBIDDEN'),
  112010: row('CREDENTIALS_FORBIDDEN'),
  116104: row('CREDENTIALS_FORBIDDEN'),
  100040: row('VENUE_REQUEST_INVALID'),
  429000: row('VENUE_RATE_LIMITED', 'unknown'),
  1015: row('VENUE_BANNED'),
  500000: row('VENUE_BUSY', 'unknown'),
  230005: row('VENUE_BUSY', 'unknown'),
  503: row('VENUE_BUSY', 'unknown'),
  408000: row('VENUE_TIMEOUT', 'unknown'),
  401000: row('VENUE_REQUEST_INVALID'),
  404000: row('VENUE_REQUEST_INVALID'),
  415000: row('VENUE_REQUEST_INVALID'),
};

/** REST codes by product: 200002 and 200003 mean other things on spot than on futures. */
const REST_ERRORS: Readonly<Record<KucoinProduct, Table>> = {
  spot: {
    ...SHARED,
    200001: row('INSTRUMENT_HALTED'),
    200002: row('INSTRUMENT_HALTED'),
    102421: row('MARGIN_INSUFFICIENT'),
    102426: row('ORDER_DUPLICATE_ID'),
    102427: row('ORDER_TOO_MANY_OPEN'),
    102429: row('PRICE_OUT_OF_BAND'),
    102434: row('QUANTITY_TOO_LARGE'),
    102435: row('QUANTITY_TOO_SMALL'),
    102436: row('ORDER_NOT_FOUND'),
    126042: row('POSITION_LIMIT_REACHED'),
    126044: row('ORDER_DUPLICATE_ID'),
    200003: row('ORDER_TOO_MANY_OPEN'),
    200004: row('MARGIN_INSUFFICIENT'),
    230003: row('MARGIN_INSUFFICIENT'),
    400370: row('PRICE_OUT_OF_BAND'),
    400600: row('INSTRUMENT_UNKNOWN'),
    400760: row('PRICE_OUT_OF_BAND'),
    600100: row('VENUE_REQUEST_INVALID'),
    600101: row('NOTIONAL_TOO_SMALL'),
    600203: row('INSTRUMENT_HALTED'),
    900001: row('INSTRUMENT_UNKNOWN'),
  },
  futures: {
    ...SHARED,
    100001: row('VENUE_REQUEST_INVALID'),
    100003: row('INSTRUMENT_UNKNOWN'),
    100004: row('ORDER_FINAL'),
    126042: row('POSITION_LIMIT_REACHED'),
    200002: row('VENUE_RATE_LIMITED', 'unknown'),
    200003: row('INSTRUMENT_UNKNOWN'),
    200005: row('MARGIN_INSUFFICIENT'),
    300000: row('VENUE_REQUEST_INVALID'),
    300001: row('ORDER_TOO_MANY_OPEN'),
    300002: row('INSTRUMENT_HALTED'),
    300003: row('MARGIN_INSUFFICIENT'),
    300004: row('ORDER_TOO_MANY_OPEN'),
    300005: row('POSITION_LIMIT_REACHED'),
    300006: row('PRICE_OUT_OF_BAND'),
    300007: row('PRICE_OUT_OF_BAND'),
    300009: row('ORDER_REDUCE_ONLY'),
    300011: row('PRICE_OUT_OF_BAND'),
    300012: row('PRICE_OUT_OF_BAND'),
    300014: row('ORDER_REJECTED'),
    300015: row('INSTRUMENT_HALTED'),
    300016: row('LEVERAGE_NOT_ALLOWED'),
    300018: row('ORDER_DUPLICATE_ID'),
    330005: row('MARGIN_MODE_MISMATCH'),
    330008: row('MARGIN_INSUFFICIENT'),
    330011: row('POSITION_MODE_MISMATCH'),
    330012: row('POSITION_MODE_MISMATCH'),
    50002: row('MARGIN_MODE_LOCKED'),
  },
};

/** One meaning of a code that has several, told apart by the words that come with it. */
type Wording = readonly [says: RegExp, means: WireErrorRow];

const ORDER_UNKNOWN: Wording = [/order[\s_.]*not[\s_.]*exist/i, row('ORDER_NOT_FOUND')];

/** Codes that one service uses for many things. The words decide; where none fits, the code's own row holds. */
const REST_WORDINGS: Readonly<Record<KucoinProduct, Readonly<Record<string, readonly Wording[]>>>> = {
  spot: {
    400100: [
      ORDER_UNKNOWN,
      [/account\.available\.amount|balance insufficient/i, row('MARGIN_INSUFFICIENT')],
      [/below the minimum/i, row('QUANTITY_TOO_SMALL')],
      [/unsupported trading pair/i, row('INSTRUMENT_UNKNOWN')],
    ],
    404000: [ORDER_UNKNOWN],
    600100: [
      [/funds below/i, row('NOTIONAL_TOO_SMALL')],
      [/price increment/i, row('PRICE_OFF_TICK')],
      [/increment/i, row('QUANTITY_OFF_STEP')],
      [/below the minimum/i, row('QUANTITY_TOO_SMALL')],
    ],
  },
  futures: {
    100001: [
      ORDER_UNKNOWN,
      [/quantity cannot exceed/i, row('QUANTITY_TOO_LARGE')],
      [/quantity cannot be less|below the minimum/i, row('QUANTITY_TOO_SMALL')],
      [/leverage cannot/i, row('LEVERAGE_NOT_ALLOWED')],
    ],
    404000: [ORDER_UNKNOWN],
  },
};
/** A refusal that may come under the code of success. */
const REFUSED_AS_SUCCESS = /position does not exist/i;

/** Codes of `type:error` frames on the sockets of both products. */
const SOCKET_ERRORS: Table = {
  400: row('VENUE_REQUEST_INVALID'),
  401: row('CREDENTIALS_INVALID'),
  403: row('CREDENTIALS_FORBIDDEN'),
  404: row('INSTRUMENT_UNKNOWN'),
  406: row('VENUE_REQUEST_INVALID'),
  415: row('VENUE_REQUEST_INVALID'),
  500: row('VENUE_BUSY', 'unknown'),
  509: row('VENUE_RATE_LIMITED', 'unknown'),
};

const UNMAPPED: WireErrorRow = { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' };

/**
 * Returns what a REST code of a product means, by the words beside it where a code has several meanings; unlisted codes are
 * VENUE_ERROR_UNMAPPED with an unknown outcome.
 */
export function restError(product: KucoinProduct, wireCode: string, words = ''): WireErrorRow {
  const wording = REST_WORDINGS[product][wireCode]?.find(([says]) => says.test(words));
  return wording?.[1] ?? REST_ERRORS[product][wireCode] ?? UNMAPPED;
}

/** Returns what the code of a socket's error frame means; unlisted codes are VENUE_ERROR_UNMAPPED. */
export function socketError(wireCode: string): WireErrorRow {
  return SOCKET_ERRORS[wireCode] ?? UNMAPPED;
}

/** Returns true when the envelope says success: `200000`, or `200` as some endpoints answer. */
export function isSuccessCode(code: unknown): boolean {
  return code === '200000' || code === '200' || code === 200000;
}

/**
 * Returns null when an answer is fine, else what it means. KuCoin answers errors with HTTP 200 too, so the code in the body
 * counts first; the status speaks only where there is no code.
 */
export function checkAnswer(product: KucoinProduct, answer: HttpAnswer): DomainError | null {
  const body = answer.body as { readonly code?: unknown; readonly msg?: unknown } | null | undefined;
  const wireCode = body?.code === undefined ? null : plainText(body.code);
  const words = plainText(body?.msg);
  if (wireCode !== null && isSuccessCode(body?.code) && answer.status < 400) {
    return REFUSED_AS_SUCCESS.test(words) ? domainError('POSITION_NOT_FOUND', `code=${wireCode} msg=${words}`) : null;
  }
  const found = wireCode === null ? statusError(answer.status) : restError(product, wireCode, words);
  const waitMs = waitAfter(product, found.code, answer);
  return domainError(found.code, `status=${answer.status} code=${wireCode ?? 'none'} msg=${words}`, {
    outcome: isGatewayRefusal(found, answer) ? 'rejected' : found.outcome,
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  });
}

/** The gateway refuses by its own count before anything is done and names its limits; an overloaded service names none. */
function isGatewayRefusal(found: WireErrorRow, { headers }: HttpAnswer): boolean {
  const namesLimits = headers['gw-ratelimit-reset'] !== undefined || headers['retry-after'] !== undefined;
  return found.code === 'VENUE_RATE_LIMITED' && namesLimits;
}

function statusError(status: number): WireErrorRow {
  if (status === 429) return SHARED[429000]!;
  if (status === 403) return SHARED[1015]!;
  if (status === 408 || status === 504) return row('VENUE_TIMEOUT', 'unknown');
  if (status >= 500) return row('VENUE_BUSY', 'unknown');
  if (status >= 400) return row('VENUE_REQUEST_INVALID');
  return row('VENUE_ANSWER_MALFORMED', 'unknown');
}

function waitAfter(product: KucoinProduct, code: DomainErrorCode, answer: HttpAnswer): number | null {
  if (code === 'VENUE_BANNED') return retryAfterMs(answer) ?? EDGE_BLOCK_MS;
  if (code !== 'VENUE_RATE_LIMITED') return null;
  return windowEndsInMs(answer) ?? (product === 'futures' ? FUTURES_BLOCK_MS : RATE_LIMIT_WAIT_MS);
}

/** Returns in how many ms the venue takes calls anew: what a refusal asks for, else when its window of weight begins again; or null. */
export function windowEndsInMs(answer: HttpAnswer): number | null {
  const askedMs = retryAfterMs(answer);
  if (askedMs !== undefined) return askedMs;
  const resetMs = Number(answer.headers['gw-ratelimit-reset'] ?? Number.NaN);
  return Number.isFinite(resetMs) && resetMs > 0 ? resetMs : null;
}
