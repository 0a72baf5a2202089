import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import {
  NO_NUMBER,
  NumberCell,
  readPlainDecimal,
  readPlainMs,
  readPlainTicks,
  readPlainUint,
} from './plain-numbers.ts';

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
const behind = fc.constantFrom('', ',', '"', '.5', 'x7777777', '}77777777777777');

/** Bytes with three others in front, and a view of them. */
function of(text: string) {
  const bytes = Buffer.from(`123${text}`, 'latin1');
  return { bytes, end: bytes.length, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

describe('plain numbers', () => {
  prop.prop([digits(20), behind])('reads whole numbers as Number does, or not at all', (number, rest) => {
    const source = of(number + rest);
    const cell = new NumberCell();
    const end = readPlainUint(source, 3, cell);
    const isJson = /^(0|[1-9]\d*)$/.test(number);
    if (end !== NO_NUMBER) expect([isJson, end - 3, cell.value]).toEqual([true, number.length, Number(number)]);
    else expect(!isJson || number.length > 7).toBe(true);
  });

  prop.prop([digits(12), digits(12), fc.boolean(), behind])(
    'reads decimals as Number does, or not at all',
    (whole, part, hasPoint, rest) => {
      const text = hasPoint ? `${whole}.${part}` : whole;
      const { bytes } = of(`${text}"${rest}`);
      const cell = new NumberCell();
      const end = readPlainDecimal(bytes, 3, cell);
      const isShort = whole.length > 0 && whole.length <= 9 && (!hasPoint || part.length <= 9);
      const isExact = !hasPoint || Number(part) === 0 || Number(whole + part) <= Number.MAX_SAFE_INTEGER;
      if (isShort && isExact) expect([end - 3, cell.value]).toEqual([text.length, Number(text)]);
      else expect(end).toBe(NO_NUMBER);
    },
  );

  prop.prop([fc.nat(99_999), fc.nat(4), fc.nat(3)])(
    'reads prices as ticks, zeros behind the last one included',
    (ticks, decimals, zeros) => {
      const text = (ticks / 10 ** decimals).toFixed(decimals) + (decimals > 0 ? '0'.repeat(zeros) : '');
      const { bytes } = of(`${text}"`);
      const cell = new NumberCell();
      expect([readPlainTicks(bytes, 3, decimals, cell) - 3, cell.ticks]).toEqual([text.length, ticks]);
    },
  );

  it('stops at a digit finer than a tick', () => {
    const { bytes } = of('1.234"');
    expect(readPlainTicks(bytes, 3, 2, new NumberCell())).toBe(3 + '1.23'.length);
  });

  prop.prop([fc.nat(12), fc.constantFrom('x', ' ', '.', '/', ':', '"', '\u00ff')])(
    'takes 13 digits for a time and nothing else',
    (at, other) => {
      const cell = new NumberCell();
      const good = '1795904399300';
      expect([readPlainMs(of(good).view, 3, cell), cell.value]).toEqual([true, 1_795_904_399_300]);
      expect(readPlainMs(of(good.slice(0, at) + other + good.slice(at + 1)).view, 3, cell)).toBe(false);
      expect(readPlainMs(of(`0${good.slice(1)}`).view, 3, cell)).toBe(false);
    },
  );
});
