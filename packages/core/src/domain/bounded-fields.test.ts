import { describe, expect, it } from 'vitest';
import { parseFields } from './bounded-fields.ts';

const RULES = {
  size: { kind: 'number', fallback: 1, min: 0, max: 10 },
  count: { kind: 'integer', fallback: 2, min: 1, max: 5 },
  side: { kind: 'choice', fallback: 'buy', options: ['buy', 'sell'] },
  symbols: { kind: 'symbols', fallback: ['BTCUSDT'], countMax: 2 },
  steps: { kind: 'numbers', fallback: [1, 2], min: 0, max: 9, countMax: 3 },
} as const;

function faultsOf(input: unknown): Readonly<Record<string, string>> {
  const parsed = parseFields(RULES, input);
  return parsed.ok ? {} : Object.fromEntries(parsed.fields.map((f) => [f.field, f.text]));
}

describe('parseFields', () => {
  it('takes every kind of value and keeps the rest', () => {
    const given = { side: 'sell', symbols: ['ETHUSDT', '1000PEPEUSDT'], steps: [0, 9, 3] };
    expect(parseFields(RULES, given)).toEqual({ ok: true, value: { size: 1, count: 2, ...given } });
  });

  it('takes empty lists', () => {
    expect(parseFields(RULES, { symbols: [], steps: [] })).toMatchObject({
      ok: true,
      value: { symbols: [], steps: [] },
    });
  });

  it.each([
    ['side', 'hold', 'must be one of buy, sell'],
    ['side', 1, 'must be one of buy, sell'],
    ['symbols', 'BTCUSDT', 'must be a list of symbols'],
    ['symbols', ['btcusdt'], 'has "btcusdt", which is no symbol'],
    ['symbols', [null], 'has null, which is no symbol'],
    ['symbols', ['A1', 'A2', 'A3'], 'must have at most 2 symbols'],
    ['symbols', ['BTCUSDT', 'BTCUSDT'], 'names a symbol twice'],
    ['steps', 3, 'must be a list of numbers'],
    ['steps', [1, 2, 3, 4], 'must have at most 3 numbers'],
    ['steps', [1, Number.NaN], 'each must be a number'],
    ['steps', [1, 10], 'each must be between 0 and 9'],
    ['count', 1.5, 'must be a whole number'],
    ['size', 11, 'must be between 0 and 10'],
  ])('refuses %s = %j', (field, given, text) => {
    expect(faultsOf({ [field]: given })).toEqual({ [field]: text });
  });
});
