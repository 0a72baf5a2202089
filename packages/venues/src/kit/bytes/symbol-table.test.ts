import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { SymbolTable } from './symbol-table.ts';

describe('SymbolTable', () => {
  prop.prop([
    fc.uniqueArray(fc.stringMatching(/^[A-Z0-9-]{1,14}$/), { maxLength: 200 }),
    fc.stringMatching(/^[A-Z0-9-]{1,14}$/),
  ])('finds exactly the symbols it was given', (symbols, other) => {
    const table = new SymbolTable(symbols.map((symbol, i) => [symbol, i * 3]));
    symbols.forEach((symbol, i) => expect(table.findText(symbol)).toBe(i * 3));
    expect(table.findText(other)).toBe(symbols.includes(other) ? symbols.indexOf(other) * 3 : -1);
  });

  it('refuses a symbol that stands twice', () => {
    expect(
      () =>
        new SymbolTable([
          ['BTCUSDT', 0],
          ['BTCUSDT', 1],
        ]),
    ).toThrow('Invariant');
  });
});
