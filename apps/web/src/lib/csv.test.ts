import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

describe('toCsv', () => {
  it('keeps figures raw, unknown empty, and quotes what holds a comma or a quote', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          [1.23456789, null],
          ['x,"y"', true],
        ],
      ),
    ).toBe('a,b\r\n1.23456789,\r\n"x,""y""",true\r\n');
  });

  it.each(['=1+1', '+1', '-cmd', '@x', '\t=1'])('disarms text that a spreadsheet would run: %s', (text) => {
    expect(toCsv(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
  });

  it.each(['\n=1+1', '\r=1+1'])('disarms and quotes text that starts with a break of line', (text) => {
    expect(toCsv(['a'], [[text]])).toBe(`a\r\n"'${text}"\r\n`);
  });

  it('does not touch a negative number', () => expect(toCsv(['a'], [[-3.1]])).toBe('a\r\n-3.1\r\n'));
});
