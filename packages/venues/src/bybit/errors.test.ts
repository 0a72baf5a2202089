import { describe, expect, it } from 'vitest';
import { bybitAuthError, bybitRestError, bybitWsError, checkBybitAnswer, checkBybitSignedAnswer } from './errors.ts';

const answer = (status: number, body: unknown, headers = {}) => ({ status, headers, body });

describe('checkBybitAnswer', () => {
  it.each([
    ['a good answer', answer(200, { retCode: 0 }), null],
    [
      'a rate limit with HTTP 200',
      answer(200, { retCode: 10006 }),
      { code: 'VENUE_RATE_LIMITED', retryAfterMs: 5_000 },
    ],
    ['an address that sent too much', answer(403, null), { code: 'VENUE_BANNED', retryAfterMs: 600_000 }],
    [
      'a wait the venue names',
      answer(429, null, { 'retry-after': '7' }),
      { code: 'VENUE_RATE_LIMITED', retryAfterMs: 7_000 },
    ],
    ['a broken venue', answer(502, null), { code: 'VENUE_BUSY', outcome: 'unknown' }],
    ['a code nobody listed', answer(200, { retCode: 987_654 }), { code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' }],
    ['an answer of another shape', answer(200, [1]), { code: 'VENUE_ANSWER_MALFORMED' }],
  ])('judges %s', (_name, given, expected) => {
    if (expected === null) expect(checkBybitAnswer(given)).toBeNull();
    else expect(checkBybitAnswer(given)).toMatchObject(expected);
  });

  it('reads 10003 as a wrong key on REST and as too many sessions on sockets', () => {
    expect(bybitRestError('10003').code).toBe('CREDENTIALS_INVALID');
    expect(bybitWsError('10003').code).toBe('VENUE_BUSY');
  });
});

describe('checkBybitSignedAnswer', () => {
  const refusal = (retCode: number, retMsg = '') => answer(200, { retCode, retMsg, result: {} });
  const check = (given: ReturnType<typeof answer>) => checkBybitSignedAnswer(given, () => 250);

  it.each([
    ['110007', 'MARGIN_INSUFFICIENT'],
    ['170131', 'MARGIN_INSUFFICIENT'],
    ['110072', 'ORDER_DUPLICATE_ID'],
    ['170141', 'ORDER_DUPLICATE_ID'],
    ['110001', 'ORDER_NOT_FOUND'],
    ['170213', 'ORDER_NOT_FOUND'],
    ['110008', 'ORDER_FINAL'],
    ['110003', 'PRICE_OUT_OF_BAND'],
    ['170132', 'PRICE_OUT_OF_BAND'],
    ['170134', 'PRICE_OFF_TICK'],
    ['170137', 'QUANTITY_OFF_STEP'],
    ['170136', 'QUANTITY_TOO_SMALL'],
    ['170124', 'QUANTITY_TOO_LARGE'],
    ['110017', 'ORDER_REDUCE_ONLY'],
    ['170218', 'ORDER_WOULD_TAKE'],
    ['110092', 'ORDER_TRIGGERS_NOW'],
    ['110094', 'NOTIONAL_TOO_SMALL'],
    ['170140', 'NOTIONAL_TOO_SMALL'],
    ['110013', 'LEVERAGE_NOT_ALLOWED'],
    ['110024', 'POSITION_MODE_MISMATCH'],
    ['3400045', 'MARGIN_MODE_LOCKED'],
    ['110009', 'ORDER_TOO_MANY_OPEN'],
    ['110074', 'INSTRUMENT_HALTED'],
    ['10002', 'CLOCK_SKEWED'],
    ['10010', 'CREDENTIALS_FORBIDDEN'],
    ['33004', 'CREDENTIALS_INVALID'],
  ])('reads %s as %s, rejected', (code, expected) => {
    expect(check(refusal(Number(code)))).toMatchObject({ code: expected, outcome: 'rejected' });
  });

  it.each([10_000, 10_014, 10_016, -1, 110_079, 424_242])('does not know what %i did', (code) => {
    expect(check(refusal(code))).toMatchObject({ outcome: 'unknown' });
  });

  it.each([110_025, 110_026, 110_027, 110_043, 34_040])('takes %i, nothing modified, for fine', (code) => {
    expect(check(refusal(code))).toBeNull();
  });

  it('sees the position mode in the code for wrong parameters', () => {
    expect(check(refusal(10_001, 'position idx not match position mode'))).toMatchObject({
      code: 'POSITION_MODE_MISMATCH',
    });
    expect(check(refusal(10_001, 'Qty invalid'))).toMatchObject({ code: 'VENUE_REQUEST_INVALID', outcome: 'rejected' });
  });

  it('waits after too many requests as long as it is told', () => {
    expect(check(refusal(10_006))).toMatchObject({
      code: 'VENUE_RATE_LIMITED',
      outcome: 'rejected',
      retryAfterMs: 250,
    });
    expect(check(answer(429, null, { 'retry-after': '2' }))).toMatchObject({ retryAfterMs: 2_000 });
  });

  it.each([
    ['a missing header of the key', answer(401, null), { code: 'CREDENTIALS_INVALID', outcome: 'rejected' }],
    ['a path that is none', answer(404, null), { code: 'VENUE_REQUEST_INVALID', outcome: 'rejected' }],
    ['a gateway that gave up', answer(408, null), { code: 'VENUE_TIMEOUT', outcome: 'unknown' }],
    ['a 2xx that says nothing', answer(200, null), { code: 'VENUE_ANSWER_MALFORMED', outcome: 'unknown' }],
  ])('judges %s', (_name, given, expected) => {
    expect(check(given)).toMatchObject(expected);
  });
});

describe('bybitAuthError', () => {
  it('reads the codes of REST, and a refusal without one as a wrong key', () => {
    expect(bybitAuthError('10002').code).toBe('CLOCK_SKEWED');
    expect(bybitAuthError('10003').code).toBe('CREDENTIALS_INVALID');
    expect(bybitAuthError(null)).toEqual({ code: 'CREDENTIALS_INVALID', outcome: 'rejected' });
  });
});
