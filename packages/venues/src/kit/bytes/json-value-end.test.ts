import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { jsonValueEnd, NO_VALUE } from './json-value-end.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where the value ends, as seen from its start; other bytes stand around it. */
function endOf(text: string): number {
  const bytes = Buffer.from(`7${text}|"}`, 'utf8');
  const end = jsonValueEnd(bytes, 1, 1 + Buffer.byteLength(text));
  return end === NO_VALUE ? NO_VALUE : end - 1;
}

const MARKS = ['{', '}', '[', ']', ',', ':', '"', '\\', 'u', '0', '9', '-', '+', '.', 'e', 'E', ' ', '\n', '\u0001'];
const WORDS = ['"a"', '"a":', 'true', 'null', 'fals', '00', '1.5', '1e3', '\\u00', '\\n', 'é', '\u00a0', '\v'];

describe('jsonValueEnd', () => {
  prop.prop([fc.json({ maxDepth: 4 }), fc.constantFrom(undefined, 1, '\t')])(
    'finds the end of every JSON text',
    (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent);
      expect(endOf(written)).toBe(Buffer.byteLength(written));
    },
  );

  const pieces = fc.array(fc.constantFrom(...MARKS, ...WORDS), { minLength: 1, maxLength: 9 });
  prop.prop([pieces], { numRuns: 3000 })('takes the whole of a text exactly where JSON.parse does', (parts) => {
    const text = parts.join('');
    const isOneValue = isJson(text) && text.trim() === text;
    expect(endOf(text) === Buffer.byteLength(text)).toBe(isOneValue);
  });

  prop.prop([fc.json({ maxDepth: 3 }), fc.nat(), fc.nat(255)], { numRuns: 2000 })(
    'judges a text with one byte changed as JSON.parse does',
    (text, at, byte) => {
      const bytes = Buffer.from(text, 'utf8');
      bytes[at % bytes.length] = byte;
      const isOneValue = isJson(bytes.toString('utf8')) && bytes.toString('utf8').trim() === bytes.toString('utf8');
      if (isOneValue) expect(jsonValueEnd(bytes, 0, bytes.length)).toBe(bytes.length);
      else expect(jsonValueEnd(bytes, 0, bytes.length)).not.toBe(bytes.length);
    },
  );

  it('refuses what is nested deeper than a stack should grow', () => {
    expect(endOf(`${'['.repeat(60)}${']'.repeat(60)}`)).toBe(120);
    expect(endOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(NO_VALUE);
  });

  it('reads nothing beyond the end it was given', () => {
    const bytes = Buffer.from('"abc"12.5true[1]');
    for (const [start, end] of [
      [0, 4],
      [9, 12],
      [13, 15],
      [0, 0],
    ] as const)
      expect(jsonValueEnd(bytes, start, end)).toBe(NO_VALUE);
  });
});
