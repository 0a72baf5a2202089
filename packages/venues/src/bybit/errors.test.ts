import { describe, expect, it } from 'vitest';
import { bybitRestError, bybitWsError, checkBybitAnswer } from './errors.ts';

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
