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

/** Codes of spot orders; texts of the first two are told apart below. */
const SPOT_ORDER_ROWS: Readonly<Record<number, ErrorRow>> = {
  [-1013]: rejected('ORDER_REJECTED'),
  [-2010]: rejected('ORDER_REJECTED'),
  [-1115]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-1116]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-1117]: rejected('VENUE_REQUEST_INVALID'),
  [-1131]: rejected('VENUE_REQUEST_INVALID'),
  [-2011]: rejected('ORDER_NOT_FOUND'),
  [-2013]: rejected('ORDER_NOT_FOUND'),
  [-2026]: rejected('ORDER_NOT_FOUND'),
};

/** Codes of futures orders and settings. */
const FUTURES_ORDER_ROWS: Readonly<Record<number, ErrorRow>> = {
  [-1005]: rejected('CREDENTIALS_FORBIDDEN'),
  [-1011]: rejected('CREDENTIALS_FORBIDDEN'),
  [-1109]: rejected('CREDENTIALS_INVALID'),
  [-1115]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-1116]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-1117]: rejected('VENUE_REQUEST_INVALID'),
  [-1125]: rejected('VENUE_NOT_READY'),
  [-2010]: rejected('ORDER_REJECTED'),
  [-2011]: rejected('ORDER_NOT_FOUND'),
  [-2013]: rejected('ORDER_NOT_FOUND'),
  [-2017]: rejected('CREDENTIALS_FORBIDDEN'),
  [-2018]: rejected('MARGIN_INSUFFICIENT'),
  [-2019]: rejected('MARGIN_INSUFFICIENT'),
  [-2021]: rejected('ORDER_TRIGGERS_NOW'),
  [-2022]: rejected('ORDER_REDUCE_ONLY'),
  [-2023]: rejected('CREDENTIALS_FORBIDDEN'),
  [-2024]: rejected('ORDER_REDUCE_ONLY'),
  [-2025]: rejected('ORDER_TOO_MANY_OPEN'),
  [-2026]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-2027]: rejected('POSITION_LIMIT_REACHED'),
  [-2028]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4003]: rejected('QUANTITY_TOO_SMALL'),
  [-4004]: rejected('QUANTITY_TOO_SMALL'),
  [-4005]: rejected('QUANTITY_TOO_LARGE'),
  [-4014]: rejected('PRICE_OFF_TICK'),
  [-4015]: rejected('VENUE_REQUEST_INVALID'),
  [-4016]: rejected('PRICE_OUT_OF_BAND'),
  [-4023]: rejected('QUANTITY_OFF_STEP'),
  [-4024]: rejected('PRICE_OUT_OF_BAND'),
  [-4028]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4047]: rejected('MARGIN_MODE_LOCKED'),
  [-4048]: rejected('MARGIN_MODE_LOCKED'),
  [-4050]: rejected('MARGIN_INSUFFICIENT'),
  [-4051]: rejected('MARGIN_INSUFFICIENT'),
  [-4061]: rejected('POSITION_MODE_MISMATCH'),
  [-4062]: rejected('POSITION_MODE_MISMATCH'),
  [-4067]: rejected('POSITION_MODE_MISMATCH'),
  [-4068]: rejected('POSITION_MODE_MISMATCH'),
  [-4087]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4088]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4116]: rejected('ORDER_DUPLICATE_ID'),
  [-4117]: rejected('ORDER_FINAL'),
  [-4118]: rejected('ORDER_REDUCE_ONLY'),
  [-4120]: rejected('ORDER_TYPE_UNSUPPORTED'),
  [-4131]: rejected('PRICE_OUT_OF_BAND'),
  [-4137]: rejected('VENUE_REQUEST_INVALID'),
  [-4138]: rejected('VENUE_REQUEST_INVALID'),
  [-4140]: rejected('INSTRUMENT_HALTED'),
  [-4141]: rejected('INSTRUMENT_HALTED'),
  [-4161]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4164]: rejected('NOTIONAL_TOO_SMALL'),
  [-4168]: rejected('MARGIN_MODE_LOCKED'),
  [-4183]: rejected('PRICE_OUT_OF_BAND'),
  [-4184]: rejected('PRICE_OUT_OF_BAND'),
  [-4192]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4202]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4203]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4205]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4206]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4208]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4209]: rejected('LEVERAGE_NOT_ALLOWED'),
  [-4400]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4401]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4402]: rejected('CREDENTIALS_FORBIDDEN'),
  [-4531]: unknown('VENUE_BUSY'),
  [-5021]: rejected('ORDER_UNFILLABLE'),
  [-5022]: rejected('ORDER_WOULD_TAKE'),
  [-5028]: rejected('CLOCK_SKEWED'),
};

const REST_ROWS: Readonly<Record<BinanceProduct, Readonly<Record<number, ErrorRow>>>> = {
  spot: { ...SHARED_REST, ...SPOT_ORDER_ROWS },
  usdm: { ...SHARED_REST, ...FUTURES_ORDER_ROWS },
};

/** Spot says by text what these codes are about; the first pattern that fits decides. */
const SPOT_TEXTS: Readonly<Record<number, readonly (readonly [RegExp, ErrorRow])[]>> = {
  [-1013]: [
    [/PERCENT_PRICE/, rejected('PRICE_OUT_OF_BAND')],
    [/PRICE_FILTER/, rejected('PRICE_OFF_TICK')],
    [/MARKET_LOT_SIZE/, rejected('QUANTITY_TOO_LARGE')],
    [/LOT_SIZE/, rejected('QUANTITY_OFF_STEP')],
    [/NOTIONAL/, rejected('NOTIONAL_TOO_SMALL')],
    [/MAX_NUM/, rejected('ORDER_TOO_MANY_OPEN')],
    [/MAX_POSITION/, rejected('POSITION_LIMIT_REACHED')],
  ],
  [-2010]: [
    [/insufficient balance/i, rejected('MARGIN_INSUFFICIENT')],
    [/immediately match/i, rejected('ORDER_WOULD_TAKE')],
    [/duplicate/i, rejected('ORDER_DUPLICATE_ID')],
    [/trigger immediately/i, rejected('ORDER_TRIGGERS_NOW')],
    [/market is closed/i, rejected('INSTRUMENT_HALTED')],
    [/not permitted/i, rejected('CREDENTIALS_FORBIDDEN')],
  ],
};

/** Codes that say a setting is as it was asked to be. */
const UNCHANGED: ReadonlySet<number> = new Set([-4046, -4059, -5027]);

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

/**
 * Returns what an error code of one product means, on REST and on the WebSocket API alike; unlisted codes are VENUE_ERROR_UNMAPPED with
 * an unknown outcome. `text` tells apart what spot says by its words only.
 */
export function restErrorOf(product: BinanceProduct, wireCode: number, text = ''): ErrorRow {
  const byText = product === 'spot' ? SPOT_TEXTS[wireCode]?.find(([pattern]) => pattern.test(text)) : undefined;
  return byText?.[1] ?? REST_ROWS[product][wireCode] ?? UNLISTED;
}

/** True for a refusal that says the setting is already so. */
function isUnchanged(wireCode: number): boolean {
  return UNCHANGED.has(wireCode);
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
      if (isUnchanged(refusal.wireCode)) return null;
      if (/banned until/i.test(refusal.text))
        return domainError('VENUE_BANNED', detail, { retryAfterMs: after ?? BAN_MS });
      // Under overload the same status says either that nothing was done or that nobody knows.
      if (status === 503 && /^Service Unavailable/i.test(refusal.text)) return domainError('VENUE_BUSY', detail, wait);
      const row = restErrorOf(product, refusal.wireCode, refusal.text);
      return domainError(row.code, detail, { outcome: row.outcome, ...wait });
    }
    if (status >= 500 || status === 408) return domainError('VENUE_BUSY', detail, { outcome: 'unknown', ...wait });
    // Without a code a 403 is the firewall or a blocked region: nothing of ours was looked at.
    if (status === 403 || status === 451) return domainError('VENUE_BANNED', detail, wait);
    return domainError('VENUE_REQUEST_INVALID', detail, wait);
  };
}
