import { describe, expect, it } from 'vitest';
import { answerCheck, readRefusal, restErrorOf, streamErrorOf } from './errors.ts';

const check = answerCheck('usdm');
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({ status, headers, body });

describe('answerCheck', () => {
  it('accepts answers without a code', () => {
    expect(check(answer(200, { serverTime: 1 }))).toBeNull();
    expect(check(answer(200, []))).toBeNull();
  });

  it('goes by the code of the body, not by the status', () => {
    expect(check(answer(400, { code: -1121, msg: 'Invalid symbol.' }))).toMatchObject({
      code: 'INSTRUMENT_UNKNOWN',
      outcome: 'rejected',
    });
    expect(check(answer(503, { code: -1008, msg: 'Request throttled by system-level protection.' }))?.code).toBe(
      'VENUE_BUSY',
    );
  });

  it('tells a limit from a ban and hands on how long to wait', () => {
    const limited = check(answer(429, { code: -1003, msg: 'Too many requests' }, { 'retry-after': '7' }));
    expect(limited).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 7_000 });
    const banned = check(answer(418, { code: -1003, msg: 'IP banned until 1795000120000.' }, { 'retry-after': '120' }));
    expect(banned).toMatchObject({ code: 'VENUE_BANNED', retryAfterMs: 120_000 });
  });

  it('leaves the outcome open where the venue does not know it', () => {
    expect(check(answer(503, undefined))).toMatchObject({ code: 'VENUE_BUSY', outcome: 'unknown' });
    expect(check(answer(400, { code: -1007, msg: 'Timeout' }))).toMatchObject({ outcome: 'unknown' });
    expect(check(answer(400, { code: -9999, msg: 'new' }))).toMatchObject({
      code: 'VENUE_ERROR_UNMAPPED',
      outcome: 'unknown',
    });
  });

  it('reads a firewall page as a ban', () => {
    expect(check(answer(403, undefined))?.code).toBe('VENUE_BANNED');
    expect(check(answer(404, undefined))?.code).toBe('VENUE_REQUEST_INVALID');
  });
});

describe('error tables', () => {
  it.each([
    [-1013, 'Filter failure: PRICE_FILTER', 'PRICE_OFF_TICK'],
    [-1013, 'Filter failure: LOT_SIZE', 'QUANTITY_OFF_STEP'],
    [-1013, 'Filter failure: MARKET_LOT_SIZE', 'QUANTITY_TOO_LARGE'],
    [-1013, 'Filter failure: NOTIONAL', 'NOTIONAL_TOO_SMALL'],
    [-1013, 'Filter failure: PERCENT_PRICE_BY_SIDE', 'PRICE_OUT_OF_BAND'],
    [-1013, 'Filter failure: MAX_NUM_ALGO_ORDERS', 'ORDER_TOO_MANY_OPEN'],
    [-1013, 'Filter failure: SOMETHING_NEW', 'ORDER_REJECTED'],
    [-2010, 'Account has insufficient balance for requested action.', 'MARGIN_INSUFFICIENT'],
    [-2010, 'Order would immediately match and take.', 'ORDER_WOULD_TAKE'],
    [-2010, 'Duplicate order sent.', 'ORDER_DUPLICATE_ID'],
    [-2010, 'Order would trigger immediately.', 'ORDER_TRIGGERS_NOW'],
    [-2010, 'Market is closed.', 'INSTRUMENT_HALTED'],
    [-2010, 'Something new.', 'ORDER_REJECTED'],
    [-2011, 'Unknown order sent.', 'ORDER_NOT_FOUND'],
    [-2026, 'Order was archived.', 'ORDER_NOT_FOUND'],
  ] as const)('read the spot code %i by its text: %s', (wireCode, text, code) => {
    expect(restErrorOf('spot', wireCode, text)).toEqual({ code, outcome: 'rejected' });
  });

  it.each([
    [-2019, 'MARGIN_INSUFFICIENT'],
    [-2021, 'ORDER_TRIGGERS_NOW'],
    [-2022, 'ORDER_REDUCE_ONLY'],
    [-2026, 'ORDER_TYPE_UNSUPPORTED'],
    [-2027, 'POSITION_LIMIT_REACHED'],
    [-4004, 'QUANTITY_TOO_SMALL'],
    [-4014, 'PRICE_OFF_TICK'],
    [-4023, 'QUANTITY_OFF_STEP'],
    [-4048, 'MARGIN_MODE_LOCKED'],
    [-4061, 'POSITION_MODE_MISMATCH'],
    [-4116, 'ORDER_DUPLICATE_ID'],
    [-4164, 'NOTIONAL_TOO_SMALL'],
    [-5021, 'ORDER_UNFILLABLE'],
    [-5022, 'ORDER_WOULD_TAKE'],
  ] as const)('read the futures code %i', (wireCode, code) => {
    expect(restErrorOf('usdm', wireCode)).toEqual({ code, outcome: 'rejected' });
  });

  it('take what is already set for a success', () => {
    for (const code of [-4046, -4059]) expect(check(answer(400, { code, msg: 'No need to change.' }))).toBeNull();
  });

  it('tell the three meanings of 503 apart', () => {
    const told = (body: unknown) => check(answer(503, body));
    expect(told({ code: -1000, msg: 'Unknown error, please check your request or try again later.' })).toMatchObject({
      outcome: 'unknown',
    });
    expect(told({ code: -1001, msg: 'Service Unavailable.' })).toMatchObject({
      code: 'VENUE_BUSY',
      outcome: 'rejected',
    });
    expect(told({ code: -1008, msg: 'Request throttled by system-level protection.' })).toMatchObject({
      code: 'VENUE_BUSY',
      outcome: 'rejected',
    });
    expect(check(answer(408, undefined))).toMatchObject({ outcome: 'unknown' });
  });

  it('keep the products apart', () => {
    expect(restErrorOf('usdm', -4140).code).toBe('INSTRUMENT_HALTED');
    expect(restErrorOf('spot', -4140).code).toBe('VENUE_ERROR_UNMAPPED');
    expect(restErrorOf('spot', -1021).code).toBe('CLOCK_SKEWED');
  });

  it('read stream refusals by a table of their own', () => {
    expect(streamErrorOf(4).code).toBe('VENUE_RATE_LIMITED');
    expect(streamErrorOf(99).code).toBe('VENUE_ERROR_UNMAPPED');
  });

  it('see a refusal only where both code and text stand', () => {
    expect(readRefusal({ code: -1, msg: 'x' })).toEqual({ wireCode: -1, text: 'x' });
    expect(readRefusal({ code: -1 })).toBeNull();
    expect(readRefusal(null)).toBeNull();
  });
});
