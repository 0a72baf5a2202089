import type { TrailingOrderRow } from '@riptide/contracts/calls';
import { expect, it } from 'vitest';
import { trailingExport } from './trailing-export.ts';

it('tells venue, mode, both distances and the times of an order each in a column', () => {
  const row = {
    order_id: 'tr-1',
    symbol: 'SOLUSDT',
    venue: 'BYBIT',
    trailing_distance_pct: 0.02,
    max_trailing_pct: 0.05,
    best_price: null,
    created_at: 1_800_000_000,
    updated_at: 1_800_000_060.5,
  } as TrailingOrderRow;
  const facts = Object.fromEntries(
    trailingExport((venue) => (venue === 'BYBIT' ? 'live' : null)).map(({ header, csv }) => [header, csv?.(row)]),
  );
  expect(facts).toMatchObject({
    order_id: 'tr-1',
    venue: 'BYBIT',
    mode: 'live',
    trailing_distance_pct: 0.02,
    max_trailing_pct: 0.05,
    best_price: null,
    created_at: '2027-01-15T08:00:00.000Z',
    updated_at: '2027-01-15T08:01:00.500Z',
  });
});
