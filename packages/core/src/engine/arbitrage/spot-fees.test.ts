import { describe, expect, it } from 'vitest';
import type { Fill, TradingRecord } from '../../domain/index.ts';
import { SpotFees } from './spot-fees.ts';

function fill(over: Partial<Fill>): TradingRecord {
  const plain = { instrumentId: 'ETHUSDT.SPOT.OKX', side: 'BUY', fee: '0.001', feeAsset: 'ETH' } as unknown as Fill;
  return { kind: 'fill', account: 'OKX:live', fill: { ...plain, ...over }, seq: 1, atMs: 1 };
}

describe('in what spot buys pay their fees', () => {
  it('is unknown at first, then as the newest buy paid it, also over a restart', () => {
    const fees = new SpotFees();
    expect(fees.isInBase('OKX:live')).toBeNull();
    fees.apply(fill({}));
    expect(fees.isInBase('OKX:live')).toBe(true);
    fees.apply(fill({ feeAsset: 'OKB' }));
    expect(new SpotFees(fees.snapshot()).isInBase('OKX:live')).toBe(false);
    expect(fees.isInBase('OKX:paper')).toBeNull();
  });

  it.each([
    { side: 'SELL', feeAsset: 'USDT' },
    { fee: '0', feeAsset: 'USDT' },
    { instrumentId: 'ETHUSDT.PERP.OKX', feeAsset: 'USDT' },
  ] as const)('is not told by %j', (over) => {
    const fees = new SpotFees();
    fees.apply(fill({}));
    fees.apply(fill(over as Partial<Fill>));
    expect(fees.isInBase('OKX:live')).toBe(true);
  });
});
