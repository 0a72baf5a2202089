import { crc32 } from 'node:zlib';
import type { TradingRecord } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { decodeLine, LineBuffer } from './journal-lines.ts';

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

/** A line by the format's own words: the sum of the text, the text. */
function lineOf(one: TradingRecord): string {
  const text = JSON.stringify(one);
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;
}

describe('LineBuffer', () => {
  it('encodes records as one by one, whatever their letters and length, again and again', () => {
    const lines = new LineBuffer();
    const batches = [['a', 'Überzahl — €'], ['x'.repeat(70_000), 'after a long one'], ['😀'.repeat(40_000)], [], ['b']];
    for (const texts of batches) {
      const records = texts.map(record);
      expect(lines.encode(records).toString()).toBe(records.map(lineOf).join(''));
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
