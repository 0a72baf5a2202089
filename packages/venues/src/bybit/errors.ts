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
type Rows = Readonly<Record<string, BybitErrorRow>>;

function rowsOf(code: DomainErrorCode, venueCodes: string): Rows {
  return Object.fromEntries(venueCodes.split(' ').map((one) => [one, rejected(code)]));
}

/** REST codes that any endpoint may answer. Source: Bybit v5 documentation, error (docs/venues/bybit.md#errors). */
const REST_ROWS: Rows = {
  '-1': unknown('VENUE_TIMEOUT'),
  '10000': unknown('VENUE_TIMEOUT'),
  '10001': rejected('VENUE_REQUEST_INVALID'),
  '10002': rejected('CLOCK_SKEWED'),
  '10003': rejected('CREDENTIALS_INVALID'),
  '10004': rejected('CREDENTIALS_INVALID'),
  '10005': rejected('CREDENTIALS_FORBIDDEN'),
  '10006': rejected('VENUE_RATE_LIMITED'),
  '10007': rejected('CREDENTIALS_INVALID'),
  '10008': rejected('CREDENTIALS_FORBIDDEN'),
  '10009': rejected('VENUE_BANNED'),
  '10010': rejected('CREDENTIALS_FORBIDDEN'),
  // A request like this came before: that one may have been done.
  '10014': unknown('ORDER_OUTCOME_UNKNOWN'),
  '10016': unknown('VENUE_BUSY'),
  '10017': rejected('VENUE_REQUEST_INVALID'),
  '10018': rejected('VENUE_RATE_LIMITED'),
  ...rowsOf('CREDENTIALS_FORBIDDEN', '10024 10027 10028 10029'),
  '10429': rejected('VENUE_RATE_LIMITED'),
  // Of the trade socket alone: too many requests of an address, an operation it does not know, too fast, a request id used twice.
  '10403': rejected('VENUE_RATE_LIMITED'),
  '10404': rejected('VENUE_REQUEST_INVALID'),
  '20003': rejected('VENUE_RATE_LIMITED'),
  '20006': unknown('ORDER_OUTCOME_UNKNOWN'),
  '33004': rejected('CREDENTIALS_INVALID'),
  '-2015': rejected('CREDENTIALS_INVALID'),
};

/** Orders, positions and settings of derivatives. Source: Bybit v5 documentation, error. */
const LINEAR_ROWS: Rows = {
  '110001': rejected('ORDER_NOT_FOUND'),
  ...rowsOf('PRICE_OUT_OF_BAND', '110003 110120 110121 30208 30209'),
  ...rowsOf('MARGIN_INSUFFICIENT', '110004 110006 110007 110012 110014 110044 110045 110051 110052 110053'),
  ...rowsOf('ORDER_FINAL', '110008 110010'),
  ...rowsOf('ORDER_TOO_MANY_OPEN', '110009 110020'),
  '110013': rejected('LEVERAGE_NOT_ALLOWED'),
  '110017': rejected('ORDER_REDUCE_ONLY'),
  ...rowsOf('POSITION_LIMIT_REACHED', '110021 110086 110090'),
  ...rowsOf('INSTRUMENT_HALTED', '110023 110042 110066 110074'),
  ...rowsOf('POSITION_MODE_MISMATCH', '110024 110028'),
  '110072': rejected('ORDER_DUPLICATE_ID'),
  '110079': unknown('VENUE_BUSY'),
  ...rowsOf('ORDER_TRIGGERS_NOW', '110092 110093'),
  '110094': rejected('NOTIONAL_TOO_SMALL'),
  '110124': rejected('CREDENTIALS_FORBIDDEN'),
  '3400045': rejected('MARGIN_MODE_LOCKED'),
};

/** Orders of spot. Source: Bybit v5 documentation, error. */
const SPOT_ROWS: Rows = {
  ...rowsOf('MARGIN_INSUFFICIENT', '170033 170131'),
  ...rowsOf('ORDER_TYPE_UNSUPPORTED', '170115 170116'),
  ...rowsOf('VENUE_REQUEST_INVALID', '170117 170130'),
  '170121': rejected('INSTRUMENT_UNKNOWN'),
  '170124': rejected('QUANTITY_TOO_LARGE'),
  ...rowsOf('PRICE_OUT_OF_BAND', '170132 170133 170193 170194 170371 170372'),
  '170134': rejected('PRICE_OFF_TICK'),
  '170136': rejected('QUANTITY_TOO_SMALL'),
  ...rowsOf('QUANTITY_OFF_STEP', '170137 170148'),
  ...rowsOf('ORDER_FINAL', '170139 170142'),
  '170140': rejected('NOTIONAL_TOO_SMALL'),
  '170141': rejected('ORDER_DUPLICATE_ID'),
  ...rowsOf('ORDER_NOT_FOUND', '170143 170213'),
  ...rowsOf('ORDER_REJECTED', '170210 170381'),
  '170218': rejected('ORDER_WOULD_TAKE'),
  '170810': rejected('ORDER_TOO_MANY_OPEN'),
};

/** Position mode, margin mode, leverage, trading stop: what was asked for is so already. */
const NOT_MODIFIED: ReadonlySet<string> = new Set(['110025', '110026', '110027', '110043', '34040']);

/** Codes of the public socket; most of its refusals carry a text only. Source: Bybit v5 documentation, error. */
const WS_ROWS: Rows = {
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
  return REST_ROWS[code] ?? LINEAR_ROWS[code] ?? SPOT_ROWS[code] ?? UNMAPPED;
}

/** Returns the meaning of a socket code; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
export function bybitWsError(code: string): BybitErrorRow {
  return WS_ROWS[code] ?? UNMAPPED;
}

/**
 * Returns the meaning of a refused login on the private socket.
 * QUIRK(bybit): some refusals carry a text only; then the key is taken to be wrong. Codes are those of REST, not of the socket.
 */
export function bybitAuthError(code: string | null): BybitErrorRow {
  return (code === null ? undefined : REST_ROWS[code]) ?? rejected('CREDENTIALS_INVALID');
}

const RATE_PAUSE_MS = 5_000;

/**
 * Judges an answer of a public endpoint: null when it is fine.
 *
 * QUIRK(bybit): refusals come with HTTP 200, so `retCode` decides; 403 means the address sent too much and must rest.
 *
 * @errors VENUE_RATE_LIMITED, VENUE_BANNED, VENUE_BUSY, VENUE_TIMEOUT, VENUE_REQUEST_INVALID, INSTRUMENT_UNKNOWN,
 * VENUE_ANSWER_MALFORMED, VENUE_ERROR_UNMAPPED.
 */
export function checkBybitAnswer(answer: HttpAnswer): DomainError | null {
  return judge(answer, () => retryAfterMs(answer) ?? RATE_PAUSE_MS);
}

/**
 * Judges an answer of a signed endpoint: null when it is fine, also when the setting asked for is set already.
 *
 * `rateWaitMs` is asked how long to wait when the answer says that there were too many requests.
 *
 * @errors every code of the tables above; what has no readable answer is `unknown`.
 */
export function checkBybitSignedAnswer(
  answer: HttpAnswer,
  rateWaitMs: (answer: HttpAnswer) => number,
): DomainError | null {
  const code = codeOf(answer.body);
  if (code !== null && NOT_MODIFIED.has(code)) return null;
  // QUIRK(bybit): one code for every wrong parameter; only its text tells the position mode, and both are refusals.
  if (code === '10001' && /position idx/i.test(textOf(answer.body))) {
    return domainError('POSITION_MODE_MISMATCH', `venueCode=10001 status=${answer.status}`);
  }
  if (code === null && answer.status === 401) return domainError('CREDENTIALS_INVALID', 'status=401');
  if (code === null && answer.status < 300) {
    return domainError('VENUE_ANSWER_MALFORMED', 'no retCode in the answer', { outcome: 'unknown' });
  }
  return judge(answer, () => retryAfterMs(answer) ?? rateWaitMs(answer));
}

function judge(answer: HttpAnswer, rateWaitMs: () => number): DomainError | null {
  if (answer.status === 403) {
    return domainError('VENUE_BANNED', 'status=403', {
      retryAfterMs: retryAfterMs(answer) ?? BYBIT_LIMITS.forbiddenPauseMs,
    });
  }
  const code = codeOf(answer.body);
  if (code !== null && code !== '0') {
    const row = bybitRestError(code);
    const pause = row.code === 'VENUE_RATE_LIMITED' ? { retryAfterMs: rateWaitMs() } : {};
    const detail = `venueCode=${code} status=${answer.status} text=${JSON.stringify(textOf(answer.body).slice(0, TEXT_MAX))}`;
    return domainError(row.code, detail, { outcome: row.outcome, ...pause });
  }
  if (answer.status === 429) return domainError('VENUE_RATE_LIMITED', 'status=429', { retryAfterMs: rateWaitMs() });
  if (answer.status === 408) return domainError('VENUE_TIMEOUT', 'status=408', { outcome: 'unknown' });
  if (answer.status >= 500) return domainError('VENUE_BUSY', `status=${answer.status}`, { outcome: 'unknown' });
  if (answer.status >= 400) return domainError('VENUE_REQUEST_INVALID', `status=${answer.status}`);
  return code === null ? domainError('VENUE_ANSWER_MALFORMED', 'no retCode in the answer') : null;
}

const TEXT_MAX = 160;

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('retCode' in body)) return null;
  return typeof body.retCode === 'number' || typeof body.retCode === 'string' ? String(body.retCode) : null;
}

function textOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('retMsg' in body)) return '';
  return typeof body.retMsg === 'string' ? body.retMsg : '';
}
