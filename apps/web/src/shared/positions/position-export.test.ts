import { expect, it } from 'vitest';
import { toCsv } from '../../lib/csv.ts';
import type { PositionLine } from './position-columns.tsx';
import { POSITION_EXPORT } from './position-export.ts';

it('holds each fact of a position in a column of its own, times in UTC, unknown empty', () => {
  const row = {
    symbol: 'SOLUSDT',
    venue: 'BINANCE',
    mode: 'paper',
    entry_price: 152.254321,
    stop_price: 150.1,
    take_profit_price: null,
    opened_at: 1_795_944_303.959,
    reason: 'opened by hand or outside',
  } as PositionLine;
  const text = toCsv(
    POSITION_EXPORT.map(({ header }) => header),
    [POSITION_EXPORT.map(({ csv }) => csv?.(row) ?? null)],
  );
  const [head = '', body = ''] = text.split('\r\n');
  const facts = Object.fromEntries(head.split(',').map((name, at) => [name, body.split(',')[at]]));
  expect(facts).toMatchObject({
    symbol: 'SOLUSDT',
    venue: 'BINANCE',
    mode: 'paper',
    entry_price: '152.254321',
    stop_price: '150.1',
    take_profit_price: '',
    price_stale_since: '',
    opened_at: '2026-11-29T09:25:03.959Z',
    reason: 'opened by hand or outside',
  });
});
