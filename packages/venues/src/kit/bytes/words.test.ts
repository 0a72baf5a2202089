import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { areAllAt, areFourAt, areThreeAt, areTwoAt, wordsOf } from './words.ts';

const READERS = [null, null, areTwoAt, areThreeAt, areFourAt, areAllAt] as const;

describe('words', () => {
  prop.prop([fc.stringMatching(/^[ -~]{9,40}$/), fc.nat(), fc.nat(5)])(
    'tell a text from one with another byte anywhere',
    (text, at, padding) => {
      const words = wordsOf(text);
      const areAt = READERS[words.length] ?? areAllAt;
      const viewOf = (told: string): DataView => {
        const bytes = Buffer.from('7'.repeat(padding) + told, 'latin1');
        return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      };
      const place = at % text.length;
      const other = text[place] === 'x' ? 'y' : 'x';
      expect(areAt(viewOf(text), padding, words, text.length - 8)).toBe(true);
      expect(areAt(viewOf(text.slice(0, place) + other + text.slice(place + 1)), padding, words, text.length - 8)).toBe(
        false,
      );
    },
  );

  it('are not made of what is shorter than one or not ASCII', () => {
    expect(() => wordsOf('1234567')).toThrow('Invariant');
    expect(() => wordsOf('1234567é')).toThrow('Invariant');
  });
});
