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

  prop.prop([
    fc.uniqueArray(fc.stringMatching(/^[AB1-]{1,20}$/), { maxLength: 60 }),
    fc.stringMatching(/^[AB1-]{1,20}$/),
    fc.nat(9),
  ])('finds by words what it finds byte by byte', (symbols, other, padding) => {
    const table = new SymbolTable(symbols.map((symbol, i) => [symbol, i]));
    for (const name of [...symbols, other]) {
      const bytes = Buffer.from(`${'7'.repeat(padding)}${name}`, 'latin1');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      expect(table.findIn(view, bytes, padding, bytes.length)).toBe(table.findText(name));
    }
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
