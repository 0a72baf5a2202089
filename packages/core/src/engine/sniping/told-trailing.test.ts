import { expect, it } from 'vitest';
import type { ExecutionMode, TrailingOrder } from '../../domain/index.ts';
import { goneReason } from './told-trailing.ts';

const ORDER = { venue: 'OKX', symbol: 'ETHUSDT', side: 'SELL' } as TrailingOrder;

/** An engine whose orders go to `now`, with this much held on each account. */
function engineOf(now: ExecutionMode, held: Partial<Record<ExecutionMode, string>>) {
  const account = (key: string) => ({
    positions: () => [{ instrumentId: 'ETHUSDT.PERP.OKX', qtyBase: held[key.split(':')[1] as ExecutionMode] ?? '0' }],
  });
  return { core: { permit: { modeOf: () => now }, ledger: { account } } } as unknown as Parameters<
    typeof goneReason
  >[0];
}

it('tells a position that is gone from one on the account that orders went to before', () => {
  expect(goneReason(engineOf('live', {}), ORDER)).toBe('the position is gone');
  expect(goneReason(engineOf('live', { paper: '-0.096' }), ORDER)).toBe(
    'orders of OKX go to live now, the position stands on paper and is not followed any more',
  );
  expect(goneReason(engineOf('paper', { live: '-0.096' }), ORDER)).toMatch(/go to paper now, .* stands on live/);
  expect(goneReason(engineOf('live', { paper: '0.096' }), ORDER), 'the other side').toBe('the position is gone');
});
