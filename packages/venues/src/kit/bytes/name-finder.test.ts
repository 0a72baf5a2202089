import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { NameFinder } from './name-finder.ts';

const TAIL = '","type":"delta","ts":';
const names = fc.uniqueArray(fc.stringMatching(/^[A-C]{1,2}[A-C0-1-]{0,18}$/), { minLength: 1, maxLength: 24 });

/** A frame with three characters in front of its text. */
function of(text: string) {
  const bytes = Buffer.from(`123${text}`, 'latin1');
  return { bytes, end: bytes.length, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

describe('NameFinder', () => {
  // Few letters, so that many names begin alike and are the beginning of others.
  prop.prop([names, names])('finds the names it knows and no others', (known, others) => {
    const finder = new NameFinder(
      known.map((name, ix) => [name, ix]),
      ['","', '"},'],
    );
    for (const name of [...known, ...others]) {
      const isKnown = known.includes(name) && name.length >= 5 && name.length <= 16;
      for (const tail of [TAIL, `"},${TAIL}`]) {
        expect(finder.find(of(name + tail), 3)).toBe(isKnown ? known.indexOf(name) : -1);
        if (isKnown) expect(finder.end).toBe(3 + name.length);
      }
    }
  });

  prop.prop([fc.nat(15), fc.constantFrom('"', 'x', '\\', '\u00ff')])(
    'tells a name with another byte anywhere',
    (at, other) => {
      const name = 'ABCDEFGHIJKLMNOP';
      const finder = new NameFinder([[name, 7]], ['","']);
      expect(finder.find(of(name + TAIL), 3)).toBe(7);
      expect(finder.find(of(name.slice(0, at) + other + name.slice(at + 1) + TAIL), 3)).toBe(-1);
    },
  );

  it('reads nothing behind the end of a frame', () => {
    const finder = new NameFinder([['BTCUSDT', 0]], ['","']);
    const frame = of(`BTCUSDT${TAIL}`);
    for (let end = 0; end < 20; end += 1) expect(finder.find({ ...frame, end }, 3)).toBe(-1);
    expect(finder.find({ ...frame, end: 20 }, 3)).toBe(0);
    expect(finder.find(frame, frame.end - 1)).toBe(-1);
  });

  it('does not tell a short name by another text behind it', () => {
    const finder = new NameFinder([['btcusdt', 3]], ['@depth', '@bookTicker']);
    expect(finder.find(of('btcusdt@depth@100ms","data"'), 3)).toBe(3);
    expect(finder.find(of('btcusdt","type":"delta"'), 3)).toBe(-1);
    expect(finder.find(of('btcusdt_260327@depth@100ms'), 3)).toBe(-1);
  });
});
