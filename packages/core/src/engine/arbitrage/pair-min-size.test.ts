import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { decimal, quantize } from '../../domain/index.ts';
import { commonStepBase } from '../../execution/index.ts';
import { orderMinBase } from '../trading/order-min-base.ts';
import { pairMinSize } from './pair-min-size.ts';

describe('the smallest size of a pair', () => {
  it('is what the stricter venue asks for, on the step of both', () => {
    const buy = buildInstrument({ notionalMin: '100' });
    const sell = buildInstrument({ venue: 'BYBIT' });
    const px = { buyPx: 90_000, sellPx: 90_010, midPx: 90_005 };
    expect(pairMinSize(buy, sell, px)).toEqual({ qtyBase: '0.002', notionalUsd: '180.01' });
    const coarse = buildInstrument({ venue: 'OKX', qtyStep: '0.01', qtyMin: '0.01' });
    expect(pairMinSize(buy, coarse, px)).toEqual({ qtyBase: '0.01', notionalUsd: '900.05' });
  });

  const listing = fc.record({
    qtyStep: fc.constantFrom('0.001', '0.003', '0.01', '0.1', '1'),
    notionalMin: fc.constantFrom('5', '20', '100', null),
  });
  test.prop([listing, listing, fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 500 })])(
    'is bought by its money, and by no cent less',
    (a, b, cents, apart) => {
      const [buy, sell] = [buildInstrument(a), buildInstrument({ venue: 'BYBIT', ...b })];
      const px = { buyPx: cents / 100, sellPx: (cents + apart) / 100, midPx: (2 * cents + apart) / 200 };
      const { qtyBase, notionalUsd } = pairMinSize(buy, sell, px);
      const bought = (usd: ReturnType<typeof decimal>) =>
        quantize(usd.div(decimal(px.midPx)), commonStepBase(buy, sell), 'down');
      expect(bought(decimal(notionalUsd)).gte(decimal(qtyBase))).toBe(true);
      const less = bought(decimal(notionalUsd).minus(decimal('0.01')));
      const isEnough =
        less.gt(0) && less.gte(orderMinBase(buy, px.buyPx, false)) && less.gte(orderMinBase(sell, px.sellPx, false));
      expect(isEnough).toBe(false);
    },
  );
});
