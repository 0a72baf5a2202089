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
