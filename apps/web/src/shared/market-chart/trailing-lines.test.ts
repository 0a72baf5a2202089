import type { TrailingOrderRow } from '@riptide/contracts/calls';
import { expect, it } from 'vitest';
import { trailingLines } from './chart-marks.ts';

const ORDER: TrailingOrderRow = {
  order_id: 'tr-1',
  venue: 'BYBIT',
  symbol: 'SOLUSDT',
  side: 'BUY',
  entry_price: 142.86,
  quantity: 42,
  initial_tp_price: 145,
  trailing_distance_pct: 0.02,
  max_trailing_pct: 0.05,
  state: 'trailing',
  current_tp_price: 146.2,
  best_price: 149.2,
  client_order_id: null,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  reason: 'it follows the price',
  warning: null,
};
const HERE = { symbol: 'SOLUSDT', venue: 'BYBIT', timeframeS: 60 } as const;

it('draws where a trailing order would close, and only on its own chart', () => {
  expect(trailingLines([ORDER], HERE)).toEqual([
    { id: 'trailing tr-1', price: 146.2, label: 'Trail tr-1', token: '--warn' },
  ]);
  expect(trailingLines([ORDER], { ...HERE, venue: 'OKX' })).toEqual([]);
  expect(trailingLines([ORDER], { ...HERE, symbol: 'BTCUSDT' })).toEqual([]);
});

it('says that one was not started, and draws none that has ended', () => {
  expect(trailingLines([{ ...ORDER, state: 'initial' }], HERE)[0]?.label).toBe('Trail tr-1, not started');
  const ended = (['triggered', 'expired'] as const).map((state) => ({ ...ORDER, state }));
  expect(trailingLines(ended, HERE)).toEqual([]);
});
