import { describe, expect, it } from 'vitest';
import { diffLines } from '../diff/diff-lines.ts';
import { comparableOf } from './model/comparable.ts';
import { parsePlace, placeOf } from './model/moment-place.ts';
import { buildBook, buildMoment } from './moment.fixture.ts';

describe('the place of a moment', () => {
  it('is read as a row of the audit log, a decision, a record or a time', () => {
    expect(['trade:48211', 'event:1000000000007', 'decision:d-7', 'seq:77', 'at:1700000000.5'].map(parsePlace)).toEqual(
      [
        { kind: 'trade', id: 48_211 },
        { kind: 'event', id: 1_000_000_000_007 },
        { decision_id: 'd-7' },
        { seq: 77 },
        { at: 1_700_000_000.5 },
      ],
    );
  });

  it.each([undefined, '', 'trade', 'trade:x', 'trade:0', 'seq:1.5', 'at:-1', 'order:1'])('is none in %s', (text) => {
    expect(parsePlace(text)).toBeNull();
  });

  it('is written by its record, or by its time between two', () => {
    expect(placeOf(buildMoment())).toBe('seq:77');
    expect(placeOf(buildMoment({ at: 1_700_000_003 }))).toBe('at:1700000003');
  });
});

describe('two moments', () => {
  it('differ by what each thing is, not by its place in a list', () => {
    const before = buildMoment({ books: [buildBook('ETHUSDT.PERP.OKX'), buildBook('BTCUSDT.PERP.OKX')] });
    const after = buildMoment({ at: 1_700_000_005, books: [buildBook('BTCUSDT.PERP.OKX', { bid_price: 101 })] });
    const lines = diffLines(comparableOf(before), comparableOf(after));
    expect(lines.filter(({ sign }) => sign === '~')).toEqual([
      { sign: '~', path: 'books.BTCUSDT.PERP.OKX.bid_price', before: '100', after: '101' },
    ]);
    expect(lines.filter(({ sign }) => sign !== '~').every(({ path }) => path.startsWith('books.ETHUSDT'))).toBe(true);
  });
});
