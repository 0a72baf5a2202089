import { describe, expect, it } from 'vitest';
import { checkOkxAnswer, checkOkxPrivateAnswer, okxRestError, okxWsError } from './errors.ts';

const answer = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Parameters<typeof checkOkxAnswer>[0] => ({ status, headers, body });

describe('checkOkxAnswer', () => {
  it('accepts code 0', () => {
    expect(checkOkxAnswer(answer(200, { code: '0', data: [] }))).toBeNull();
  });

  it.each([
    ['50001', 'VENUE_MAINTENANCE', 'rejected'],
    ['50011', 'VENUE_RATE_LIMITED', 'rejected'],
    ['50013', 'VENUE_BUSY', 'rejected'],
    ['50004', 'VENUE_TIMEOUT', 'unknown'],
    ['51000', 'VENUE_REQUEST_INVALID', 'rejected'],
    ['51001', 'INSTRUMENT_UNKNOWN', 'rejected'],
    ['51022', 'INSTRUMENT_HALTED', 'rejected'],
    ['99999', 'VENUE_ERROR_UNMAPPED', 'unknown'],
  ])('reads a refusal %s that comes with HTTP 200 as %s', (code, expected, outcome) => {
    expect(checkOkxAnswer(answer(200, { code, msg: 'x' }))).toMatchObject({ code: expected, outcome });
  });

  it('waits as long as the venue says, and one window when it says nothing', () => {
    expect(checkOkxAnswer(answer(429, { code: '50011' }, { 'retry-after': '7' }))?.retryAfterMs).toBe(7_000);
    expect(checkOkxAnswer(answer(429, undefined))).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 2_000 });
  });

  it('takes a server fault without a body for busy, and an envelope without a code for malformed', () => {
    expect(checkOkxAnswer(answer(502, undefined))).toMatchObject({ code: 'VENUE_BUSY', outcome: 'unknown' });
    expect(checkOkxAnswer(answer(404, undefined))?.code).toBe('VENUE_REQUEST_INVALID');
    expect(checkOkxAnswer(answer(200, []))?.code).toBe('VENUE_ANSWER_MALFORMED');
  });
});

describe('checkOkxPrivateAnswer', () => {
  const order = (sCode: string, code = '1'): unknown => ({
    code,
    msg: 'All operations failed',
    data: [{ ordId: '', clOrdId: 'pas1', sCode, sMsg: 'says why' }],
  });

  it.each([
    ['51000', 'VENUE_REQUEST_INVALID'],
    ['51001', 'INSTRUMENT_UNKNOWN'],
    ['51004', 'POSITION_LIMIT_REACHED'],
    ['51006', 'PRICE_OUT_OF_BAND'],
    ['51008', 'MARGIN_INSUFFICIENT'],
    ['51010', 'MARGIN_MODE_MISMATCH'],
    ['51016', 'ORDER_DUPLICATE_ID'],
    ['51020', 'NOTIONAL_TOO_SMALL'],
    ['51023', 'POSITION_NOT_FOUND'],
    ['51101', 'QUANTITY_TOO_LARGE'],
    ['51103', 'ORDER_TOO_MANY_OPEN'],
    ['51121', 'QUANTITY_OFF_STEP'],
    ['51169', 'ORDER_REDUCE_ONLY'],
    ['51277', 'ORDER_TRIGGERS_NOW'],
    ['51400', 'ORDER_FINAL'],
    ['51603', 'ORDER_NOT_FOUND'],
    ['59000', 'POSITION_MODE_MISMATCH'],
    ['59102', 'LEVERAGE_NOT_ALLOWED'],
  ])('reads an order refused with %s as %s, whatever the envelope says', (sCode, code) => {
    expect(checkOkxPrivateAnswer(answer(200, order(sCode)))).toMatchObject({ code, outcome: 'rejected' });
    expect(checkOkxPrivateAnswer(answer(200, order(sCode, '0')))).toMatchObject({ code, outcome: 'rejected' });
  });

  it.each([
    [401, '50102', 'CLOCK_SKEWED', 'rejected'],
    [401, '50113', 'CREDENTIALS_INVALID', 'rejected'],
    [200, '50119', 'CREDENTIALS_INVALID', 'rejected'],
    [401, '50110', 'CREDENTIALS_FORBIDDEN', 'rejected'],
    [400, '50004', 'VENUE_TIMEOUT', 'unknown'],
    [500, '50026', 'VENUE_BUSY', 'unknown'],
    [503, '50001', 'VENUE_MAINTENANCE', 'rejected'],
    [200, '51999', 'VENUE_ERROR_UNMAPPED', 'unknown'],
    [200, '1', 'VENUE_ERROR_UNMAPPED', 'unknown'],
  ])('reads HTTP %i with code %s as %s, %s', (status, code, expected, outcome) => {
    expect(checkOkxPrivateAnswer(answer(status, { code, msg: '', data: [] }))).toMatchObject({
      code: expected,
      outcome,
    });
  });

  it('accepts a list whose items were all taken, and never takes a server fault for a refusal', () => {
    expect(checkOkxPrivateAnswer(answer(200, order('0', '0')))).toBeNull();
    expect(checkOkxPrivateAnswer(answer(502, undefined))).toMatchObject({ code: 'VENUE_BUSY', outcome: 'unknown' });
  });

  it('waits one window after a rate limit, and carries the words of the venue', () => {
    const refusal = checkOkxPrivateAnswer(answer(200, { code: '50011', msg: 'Too "many"', data: [] }));
    expect(refusal).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 2_000, outcome: 'rejected' });
    expect(refusal?.detail).toContain('venueText="Too \\"many\\""');
  });
});

describe('error tables', () => {
  it('keeps REST and socket codes apart, unlisted ones unknown', () => {
    expect(okxWsError('60018')).toMatchObject({ code: 'INSTRUMENT_UNKNOWN', mayRetry: false });
    expect(okxWsError('60014')).toMatchObject({ code: 'VENUE_RATE_LIMITED', mayRetry: true });
    expect(okxWsError('60009')).toMatchObject({ code: 'CREDENTIALS_INVALID' });
    expect(okxWsError('60006')).toMatchObject({ code: 'CLOCK_SKEWED' });
    expect(okxRestError('60018')).toMatchObject({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
    expect(okxWsError('51001')).toMatchObject({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
  });
});
