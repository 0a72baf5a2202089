import { describe, expect, it } from 'vitest';
import { checkOkxAnswer, okxRestError, okxWsError } from './errors.ts';

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

describe('error tables', () => {
  it('keeps REST and socket codes apart, unlisted ones unknown', () => {
    expect(okxWsError('60018')).toMatchObject({ code: 'INSTRUMENT_UNKNOWN', mayRetry: false });
    expect(okxWsError('60014')).toMatchObject({ code: 'VENUE_RATE_LIMITED', mayRetry: true });
    expect(okxRestError('60018')).toMatchObject({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
    expect(okxWsError('51001')).toMatchObject({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
  });
});
