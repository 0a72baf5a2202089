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

/** Codes of the sockets, login included. Source: OKX v5 documentation, error/code/websocket-public and websocket-private. */
const WS_ROWS: Readonly<Record<string, OkxErrorRow>> = {
  '60004': rejected('CLOCK_SKEWED', true),
  '60005': rejected('CREDENTIALS_INVALID'),
  '60006': rejected('CLOCK_SKEWED', true),
  '60007': rejected('CREDENTIALS_INVALID'),
  '60009': rejected('CREDENTIALS_INVALID'),
  '60011': rejected('CREDENTIALS_INVALID'),
  '60012': rejected('VENUE_REQUEST_INVALID'),
  '60013': rejected('VENUE_REQUEST_INVALID'),
  '60014': rejected('VENUE_RATE_LIMITED', true),
  '60018': rejected('INSTRUMENT_UNKNOWN'),
  '60019': rejected('VENUE_REQUEST_INVALID'),
  '60024': rejected('CREDENTIALS_INVALID'),
  '60031': rejected('VENUE_REQUEST_INVALID'),
  '60032': rejected('CREDENTIALS_INVALID'),
  '63999': rejected('VENUE_BUSY', true),
  '64001': rejected('VENUE_REQUEST_INVALID'),
  '64002': rejected('VENUE_REQUEST_INVALID'),
  '64003': rejected('CREDENTIALS_FORBIDDEN'),
  '64004': rejected('VENUE_REQUEST_INVALID'),
  '64007': rejected('VENUE_BUSY', true),
  '64008': rejected('VENUE_MAINTENANCE', true),
};

/** Gives every code of a list the same meaning. */
function all(codes: readonly number[], row: OkxErrorRow): Readonly<Record<string, OkxErrorRow>> {
  return Object.fromEntries(codes.map((code) => [String(code), row]));
}

/**
 * Codes of the private endpoints, of a whole request and of one order alike; spot and swaps share them.
 * Source: OKX v5 documentation, error/code/rest-api (trade, account, general).
 */
const PRIVATE_ROWS: Readonly<Record<string, OkxErrorRow>> = {
  ...REST_ROWS,
  // A system error says nothing about an order that was on its way.
  '50026': { code: 'VENUE_BUSY', outcome: 'unknown', mayRetry: true },
  ...all([50036, 50102, 50112], rejected('CLOCK_SKEWED')),
  ...all([50101, 50103, 50104, 50105, 50106, 50107, 50111, 50113, 50114, 50119], rejected('CREDENTIALS_INVALID')),
  ...all([50030, 50035, 50100, 50110, 50120, 51024], rejected('CREDENTIALS_FORBIDDEN')),
  // The account is frozen by the venue while it liquidates or deleverages.
  ...all([50009, 50017, 50018, 50019, 50020, 50021, 50022], rejected('ORDER_REJECTED')),
  ...all([50071, 51016], rejected('ORDER_DUPLICATE_ID')),
  ...all([50072, 51010, 51039], rejected('MARGIN_MODE_MISMATCH')),
  '51004': rejected('POSITION_LIMIT_REACHED'),
  ...all([51005, 51101, 51202], rejected('QUANTITY_TOO_LARGE')),
  ...all([51006, 51116, 51137, 51138, 54084, 54085], rejected('PRICE_OUT_OF_BAND')),
  ...all([51008, 51119, 51127, 51131, 51502], rejected('MARGIN_INSUFFICIENT')),
  '51020': rejected('NOTIONAL_TOO_SMALL'),
  '51120': rejected('QUANTITY_TOO_SMALL'),
  '51121': rejected('QUANTITY_OFF_STEP'),
  '51023': rejected('POSITION_NOT_FOUND'),
  ...all([51112, 51148, 51169, 51170, 51205], rejected('ORDER_REDUCE_ONLY')),
  ...all([51100, 51333], rejected('VENUE_REQUEST_INVALID')),
  ...all(
    [51046, 51047, 51048, 51049, 51050, 51051, 51052, 51053, 51277, 51278, 51279, 51280],
    rejected('ORDER_TRIGGERS_NOW'),
  ),
  ...all([51102, 51103, 51174], rejected('ORDER_TOO_MANY_OPEN')),
  ...all([51400, 51401, 51402, 51410, 51503], rejected('ORDER_FINAL')),
  '51603': rejected('ORDER_NOT_FOUND'),
  '59000': rejected('POSITION_MODE_MISMATCH'),
  ...all([59101, 59102, 59107], rejected('LEVERAGE_NOT_ALLOWED')),
};

/** Returns the meaning of a code of a private endpoint; `VENUE_ERROR_UNMAPPED` with outcome `unknown` for codes that are not listed. */
function okxPrivateError(code: string): OkxErrorRow {
  return PRIVATE_ROWS[code] ?? UNMAPPED;
}

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

/**
 * Judges the answer of a private endpoint: null when it is fine.
 *
 * QUIRK(okx): refused orders come with HTTP 200 and `code` 1 (2 for a part of a batch), the reason in `data[i].sCode`; algo endpoints
 * may say `code` 0 and refuse in `sCode` all the same.
 *
 * @errors by the table of private codes; VENUE_ERROR_UNMAPPED with outcome `unknown` for what it does not list; VENUE_BUSY `unknown`
 * for server faults without a code.
 */
export function checkOkxPrivateAnswer(answer: HttpAnswer): DomainError | null {
  const refused = refusedItem(answer.body);
  const code = refused?.code ?? codeOf(answer.body);
  if (code === null || code === '0') return checkOkxAnswer(answer);
  const row = okxPrivateError(code);
  const waitMs = retryAfterMs(answer) ?? (row.code === 'VENUE_RATE_LIMITED' ? RATE_PAUSE_MS : undefined);
  const text = refused?.text ?? textOf(answer.body, 'msg');
  return domainError(row.code, `venueCode=${code} status=${answer.status} venueText=${JSON.stringify(text)}`, {
    outcome: row.outcome,
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  });
}

const VENUE_TEXT_MAX = 200;

/** Returns the first item of a list that the venue refused. */
function refusedItem(body: unknown): { readonly code: string; readonly text: string } | null {
  const rows: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  if (!Array.isArray(rows)) return null;
  for (const row of rows as readonly unknown[]) {
    const code = textOf(row, 'sCode');
    if (code !== '' && code !== '0') return { code, text: textOf(row, 'sMsg') };
  }
  return null;
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== 'object' || value === null) return '';
  const found = (value as Readonly<Record<string, unknown>>)[field];
  return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, VENUE_TEXT_MAX) : '';
}

/** The counters of OKX run over 2 s. */
const RATE_PAUSE_MS = 2_000;

function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null;
  return typeof body.code === 'string' || typeof body.code === 'number' ? String(body.code) : null;
}
