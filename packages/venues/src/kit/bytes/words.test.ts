import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { areAllAt, areFiveAt, areFourAt, areThreeAt, areTwoAt, fixedText, wordsOf } from './words.ts';

const READERS = [areTwoAt, areThreeAt, areFourAt, areFiveAt] as const;

describe('words', () => {
  prop.prop([fc.stringMatching(/^[ -~]{9,40}$/), fc.nat(), fc.nat(5)])(
    'tell a text from one with another byte anywhere',
    (text, at, padding) => {
      const words = wordsOf(text);
      const fixed = READERS[words.length - 2];
      const viewOf = (told: string): DataView => {
        const bytes = Buffer.from('7'.repeat(padding) + told, 'latin1');
        return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      };
      const place = at % text.length;
      const other = text[place] === 'x' ? 'y' : 'x';
      const [same, changed] = [text, text.slice(0, place) + other + text.slice(place + 1)].map(viewOf) as [
        DataView,
        DataView,
      ];
      expect(areAllAt(same, padding, words, text.length - 8)).toBe(true);
      expect(areAllAt(changed, padding, words, text.length - 8)).toBe(false);
      expect(fixed?.(same, padding, fixedText(text))).toBe(true);
      expect(fixed?.(changed, padding, fixedText(text))).toBe(false);
    },
  );

  it('are not made of what is shorter than one or not ASCII', () => {
    expect(() => wordsOf('1234567')).toThrow('Invariant');
    expect(() => wordsOf('1234567é')).toThrow('Invariant');
    expect(() => fixedText('12345678')).toThrow('Invariant');
    expect(() => fixedText('1'.repeat(41))).toThrow('Invariant');
  });
});
