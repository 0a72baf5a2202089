import { describe, expect, it } from 'vitest';
import { checkAnswer, restError, socketError } from './errors.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({ status, body, headers });

describe('checkAnswer', () => {
  it('accepts both success codes', () => {
    expect(checkAnswer('spot', answer(200, { code: '200000', data: 1 }))).toBeNull();
    expect(checkAnswer('spot', answer(200, { code: '200', success: true, data: 1 }))).toBeNull();
  });

  it('sees an error behind HTTP 200', () => {
    const error = checkAnswer('spot', answer(200, { code: '400002', msg: 'Invalid KC-API-TIMESTAMP' }));
    expect(error).toMatchObject({ code: 'CLOCK_SKEWED', outcome: 'rejected' });
  });

  it('waits as long as the rate limit header says', () => {
    const error = checkAnswer(
      'spot',
      answer(429, { code: '429000', msg: 'too many requests' }, { 'gw-ratelimit-reset': '1250' }),
    );
    expect(error).toMatchObject({ code: 'VENUE_RATE_LIMITED', retryAfterMs: 1250 });
  });

  it('waits ten seconds after the futures block that names no time', () => {
    expect(checkAnswer('futures', answer(200, { code: '200002', msg: '' }))).toMatchObject({ retryAfterMs: 10_000 });
  });

  it('takes a page of the edge for a ban and a bare 5xx for a busy venue', () => {
    expect(checkAnswer('spot', answer(403, undefined))).toMatchObject({ code: 'VENUE_BANNED', retryAfterMs: 30_000 });
    expect(checkAnswer('spot', answer(502, undefined))).toMatchObject({ code: 'VENUE_BUSY', outcome: 'unknown' });
    expect(checkAnswer('spot', answer(200, { data: 1 }))).toMatchObject({ code: 'VENUE_ANSWER_MALFORMED' });
  });
});

describe('restError', () => {
  it('tells the same number apart by product', () => {
    expect(restError('spot', '200002').code).toBe('INSTRUMENT_HALTED');
    expect(restError('futures', '200002').code).toBe('VENUE_RATE_LIMITED');
  });

  it('never guesses at an unlisted code', () => {
    expect(restError('spot', '987654')).toEqual({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
    expect(socketError('599')).toEqual({ code: 'VENUE_ERROR_UNMAPPED', outcome: 'unknown' });
  });
});
