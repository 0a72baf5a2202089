import { DepthMessage } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import type { WireLevels } from '../decoding.ts';
import { countFarAsks } from './count-far-asks.ts';
import { fillDepth } from './fill-depth.ts';
import { newDecodeCounters } from '../decode-counters.ts';

const reading = (bids: WireLevels, asks: WireLevels) =>
  ({ kind: 'depth', wireSymbol: 'BTCUSDT', seq: 42, venueMs: 1_700_000_000_000, bids, asks }) as const;

describe('fillDepth', () => {
  it('writes prices as ticks and the sequence as first and last', () => {
    const depth = new DepthMessage();
    expect(fillDepth(depth, reading([[91_482.3, 2]], [[91_482.4, 0.5]]), 1)).toEqual({ kind: 'fits' });
    expect([depth.bidTicks[0], depth.bidQty[0], depth.askTicks[0], depth.askQty[0]]).toEqual([
      914_823, 2, 914_824, 0.5,
    ]);
    expect([depth.firstSeq, depth.lastSeq, depth.venueMs]).toEqual([42, 42, 1_700_000_000_000]);
  });

  it('names the decimals that the finest price needs', () => {
    const finer = reading([[0.125, 1]], [[0.1257, 1]]);
    expect(fillDepth(new DepthMessage(), finer, 2)).toEqual({ kind: 'finer', pxDecimals: 4 });
  });

  it('leaves an ask beyond int32 out and counts it', () => {
    const depth = new DepthMessage();
    const counters = newDecodeCounters();
    expect(
      fillDepth(
        depth,
        reading(
          [[1, 1]],
          [
            [2, 1],
            [99_999_999.999, 1],
          ],
        ),
        2,
      ),
    ).toEqual({ kind: 'fits' });
    countFarAsks(counters, depth);
    expect([depth.askCount, depth.farAskCount, counters.farLevels]).toEqual([1, 1, 1]);
  });

  it('refuses a bid beyond int32, which would be the best', () => {
    expect(fillDepth(new DepthMessage(), reading([[99_999_999, 1]], []), 2)).toEqual({ kind: 'beyond' });
  });
});
