import { expect, it } from 'vitest';
import type { TradingRecord } from '@riptide/core/domain';
import { recordStep } from './record-step.ts';

const intent = (qtyBase: string | null): TradingRecord =>
  ({
    seq: 7,
    atMs: 1_800_000_000_000,
    kind: 'intent',
    isApproved: true,
    gates: [],
    intent: { source: 'operator', role: 'entry', side: 'SELL', instrumentId: 'LTCUSDT.PERP.OKX', qtyBase },
  }) as unknown as TradingRecord;

it.each([
  ['1053.111945799838522834977358', '1053.1119458'],
  ['0.000001', '0.000001'],
  ['12', '12'],
  [null, 'all'],
])('tells a size of %s as %s', (qty, shown) => {
  expect(recordStep(intent(qty), new Map()).title).toBe(`operator wants to SELL ${shown} (entry): passed all gates`);
});
