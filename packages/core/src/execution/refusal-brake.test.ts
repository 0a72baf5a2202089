import { describe, expect, it } from 'vitest';
import { DOMAIN_ERROR_CODES, domainError } from '../domain/index.ts';
import { BTC, BTC_SPOT, T0 } from './build-execution.fixture.ts';
import { RefusalBrake } from './refusal-brake.ts';
import { refusalClass } from './refusal-class.ts';

describe('RefusalBrake', () => {
  it('doubles the pause with each refusal of a kind, up to a minute, and calls only the first one new', () => {
    const brake = new RefusalBrake();
    const error = domainError('PRICE_OUT_OF_BAND', 'x');
    const notes = Array.from({ length: 9 }, () => brake.note(BTC.id, error, T0));
    expect(notes.map(({ untilMs }) => untilMs - T0)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(notes.map(({ isFirst }) => isFirst).indexOf(true)).toBe(0);
    expect(notes.filter(({ isFirst }) => isFirst)).toHaveLength(1);
  });

  it('holds one instrument back, not the others, until the pause ends', () => {
    const brake = new RefusalBrake();
    brake.note(BTC.id, domainError('CREDENTIALS_INVALID', 'x'), T0);
    expect(brake.holds(BTC.id, T0 + 59_999)?.kind).toBe('hopeless');
    expect(brake.holds(BTC.id, T0 + 60_000)).toBeNull();
    expect(brake.holds(BTC_SPOT.id, T0)).toBeNull();
  });

  it('waits as long as the venue said', () => {
    const brake = new RefusalBrake();
    brake.note(BTC.id, domainError('VENUE_RATE_LIMITED', 'x', { retryAfterMs: 90_000 }), T0);
    expect(brake.holds(BTC.id, T0 + 89_999)).not.toBeNull();
  });

  it('never outlasts a rate limit whose end is known, however often it was met', () => {
    const brake = new RefusalBrake();
    const limited = (retryAfterMs: number) => domainError('VENUE_RATE_LIMITED', 'x', { retryAfterMs });
    for (const leftMs of [3_000, 2_000, 1_000]) brake.note(BTC.id, limited(leftMs), T0 + 3_000 - leftMs);
    expect(brake.holds(BTC.id, T0 + 2_999)).not.toBeNull();
    expect(brake.holds(BTC.id, T0 + 3_000)).toBeNull();
  });

  it('forgets an instrument whose order was taken', () => {
    const brake = new RefusalBrake();
    brake.note(BTC.id, domainError('ORDER_REJECTED', 'x'), T0);
    brake.clear(BTC.id);
    expect(brake.list()).toEqual([]);
  });
});

describe('refusalClass', () => {
  it.each(DOMAIN_ERROR_CODES)('knows what %s asks for', (code) => {
    expect(['fixable', 'wait', 'hopeless']).toContain(refusalClass(code));
  });
});
