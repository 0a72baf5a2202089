import { describe, expect, it } from 'vitest';
import { readBorrowRows } from './read-borrow-rows.ts';

const FIELDS = { asset: 'coin', rate: 'dailyInterest', hours: 24, isLent: 'borrowable' } as const;
const canonical = (asset: string): string => (asset === 'XBT' ? 'BTC' : asset);

describe('readBorrowRows', () => {
  it('tells a rate of a day per hour, under the canonical name', () => {
    const rows = [{ coin: 'XBT', borrowable: true, dailyInterest: '0.00026125' }];
    expect(readBorrowRows(rows, FIELDS, canonical)).toEqual([{ asset: 'BTC', perHourFrac: 0.00026125 / 24 }]);
  });

  it('leaves out what is not lent and what has no rate', () => {
    const rows = [
      { coin: 'ETH', borrowable: false, dailyInterest: '0.0003' },
      { coin: 'SOL', borrowable: true, dailyInterest: '' },
      { coin: 'ADA', borrowable: true, dailyInterest: '-1' },
      { coin: 7, borrowable: true, dailyInterest: '0.0003' },
    ];
    expect(readBorrowRows(rows, FIELDS, canonical)).toEqual([]);
  });

  it('refuses what is no list of rows', () => {
    expect(readBorrowRows({ rows: [] }, FIELDS, canonical)).toBeNull();
    expect(readBorrowRows(['BTC'], FIELDS, canonical)).toBeNull();
  });
});
