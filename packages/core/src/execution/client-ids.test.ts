import { describe, expect, it } from 'vitest';
import { clientOrderId, isOurs, parseClientOrderId } from './client-ids.ts';

describe('clientOrderId', () => {
  it.each([
    { intentId: 'I1', leg: 0, attempt: 0, text: 'PI100' },
    { intentId: 'ABCDEFGHIJKLMNOP', leg: 1, attempt: 10, text: 'PABCDEFGHIJKLMNOP1a' },
    { intentId: '0', leg: 35, attempt: 35, text: 'P0zz' },
  ])('names leg $leg attempt $attempt of $intentId $text, and reads it back', ({ intentId, leg, attempt, text }) => {
    expect(clientOrderId(intentId, leg, attempt)).toBe(text);
    expect(parseClientOrderId(text)).toEqual({ intentId, leg, attempt });
    expect(text).toMatch(/^[A-Za-z0-9]{1,32}$/);
  });

  it.each([
    ['', 0, 0],
    ['ABCDEFGHIJKLMNOPQ', 0, 0],
    ['a-b', 0, 0],
    ['I1', 36, 0],
    ['I1', 0, 36],
    ['I1', -1, 0],
    ['I1', 0.5, 0],
  ])('refuses intent %j leg %d attempt %d', (intentId, leg, attempt) => {
    expect(() => clientOrderId(intentId, leg, attempt)).toThrow('Invariant');
  });

  it.each([null, '', 'P', 'P12', 'web_9', 'x-PI100', 'PABCDEFGHIJKLMNOPQRST'])('does not take %j for ours', (text) => {
    expect(isOurs(text)).toBe(false);
  });
});
