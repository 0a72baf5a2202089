import { describe, expect, it } from 'vitest';
import { parseExactJson } from './parse-exact-json.ts';

describe('parseExactJson', () => {
  it('keeps every digit of numbers a double would round', () => {
    expect(parseExactJson('{"id":11029373945659393,"px":[0.1,-2.0E-4],"ts":1731916985789000001}')).toEqual({
      id: '11029373945659393',
      px: ['0.1', '-2.0E-4'],
      ts: '1731916985789000001',
    });
  });

  it('leaves text, words and digits inside text alone', () => {
    expect(parseExactJson('{"a 1":"x \\"12\\" 3","b":true,"c":null,"d":"\\\\","e":1}')).toEqual({
      'a 1': 'x "12" 3',
      b: true,
      c: null,
      d: '\\',
      e: '1',
    });
  });

  it('says undefined of what is no JSON', () => {
    expect(parseExactJson('<html>503</html>')).toBeUndefined();
    expect(parseExactJson('')).toBeUndefined();
  });
});
