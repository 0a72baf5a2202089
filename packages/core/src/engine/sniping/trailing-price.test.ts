import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { TrailingOrder } from '../../domain/index.ts';
import { stepTrailing } from './trailing-price.ts';

const order = (over: Partial<TrailingOrder> = {}): TrailingOrder => ({
  orderId: 'T1',
  venue: 'BINANCE',
  symbol: 'BTCUSDT',
  side: 'BUY',
  entryPx: '100',
  qtyBase: '1',
  initialTakeProfitPx: '102',
  trailingDistanceFrac: 0.02,
  maxTrailingFrac: 0.1,
  state: 'trailing',
  currentTakeProfitPx: '102',
  bestPx: null,
  clientOrderId: null,
  createdMs: 0,
  updatedMs: 0,
  reason: '',
  ...over,
});

/** Walks prices until the order ends. */
function walk(start: TrailingOrder, prices: readonly number[]) {
  let now = start;
  for (const px of prices) {
    const step = stepTrailing(now, String(px));
    now = { ...now, bestPx: step.bestPx, currentTakeProfitPx: step.currentTakeProfitPx };
    if (step.end !== null) return { ...step, px };
  }
  return { bestPx: now.bestPx, currentTakeProfitPx: now.currentTakeProfitPx, end: null, px: null };
}

describe('stepTrailing', () => {
  const cases = [
    { name: 'follows a long up', side: 'BUY', prices: [101, 103, 108], current: '105.84', end: null },
    {
      name: 'triggers when a long comes back',
      side: 'BUY',
      prices: [103, 108, 105.8],
      current: '105.84',
      end: 'triggered',
    },
    {
      name: 'takes the profit at the widest trail',
      side: 'BUY',
      prices: [103, 110],
      current: '107.8',
      end: 'triggered',
    },
    { name: 'does nothing before the initial target', side: 'BUY', prices: [101.9, 99, 91], current: '102', end: null },
    { name: 'expires at the widest loss', side: 'BUY', prices: [99, 90], current: '102', end: 'expired' },
    {
      name: 'never gives more than the target back',
      side: 'BUY',
      prices: [102, 101.9],
      current: '102',
      end: 'triggered',
    },
    { name: 'follows a short down', side: 'SELL', prices: [99, 95], current: '96.9', end: null },
    { name: 'triggers when a short comes back', side: 'SELL', prices: [95, 97], current: '96.9', end: 'triggered' },
    { name: 'expires a short at the widest loss', side: 'SELL', prices: [101, 110], current: '98', end: 'expired' },
  ] as const;
  it.each(cases)('$name', ({ side, prices, current, end }) => {
    const initialTakeProfitPx = side === 'BUY' ? '102' : '98';
    const found = walk(order({ side, initialTakeProfitPx, currentTakeProfitPx: initialTakeProfitPx }), prices);
    expect(found.end?.state ?? null).toBe(end);
    expect(found.currentTakeProfitPx).toBe(current);
  });

  it('never lets the target fall once it was reached, and never triggers before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 9_100, max: 10_900 }), { maxLength: 40 }), (ticks) => {
        let now = order();
        let target = 0;
        for (const each of ticks) {
          const px = each / 100;
          const step = stepTrailing(now, String(px));
          const hasPassed = Number(step.bestPx) >= 102;
          if (!hasPassed) expect(step.end).toBeNull();
          if (hasPassed) expect(Number(step.currentTakeProfitPx)).toBeGreaterThanOrEqual(Math.max(target, 102));
          if (hasPassed) target = Number(step.currentTakeProfitPx);
          now = { ...now, bestPx: step.bestPx, currentTakeProfitPx: step.currentTakeProfitPx };
        }
      }),
    );
  });
});
