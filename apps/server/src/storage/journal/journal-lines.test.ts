import type { TradingRecord } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { decodeLine, encodeLine, LineBuffer } from './journal-lines.ts';

const record = (text: string): TradingRecord => ({
  kind: 'event',
  event: 'test',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text,
  data: {},
  seq: 1,
  atMs: 1_795_000_000_000,
});

describe('LineBuffer', () => {
  it('encodes records as one by one, whatever their letters and length, again and again', () => {
    const lines = new LineBuffer();
    const batches = [['a', 'Überzahl — €'], ['x'.repeat(70_000), 'after a long one'], ['😀'.repeat(40_000)], [], ['b']];
    for (const texts of batches) {
      const records = texts.map(record);
      expect(lines.encode(records).toString()).toBe(records.map(encodeLine).join(''));
    }
  });

  it('gives sums that the reader accepts, and refuses a changed letter', () => {
    const [line = ''] = new LineBuffer()
      .encode([record('kept')])
      .toString()
      .split('\n');
    expect(decodeLine(line)).toEqual(record('kept'));
    expect(decodeLine(line.replace('kept', 'kepT'))).toBeNull();
  });
});
