import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, toDecimalString } from '../../domain/index.ts';
import { BTC } from '../build-execution.fixture.ts';
import { buildPaper, type PaperScene } from './build-paper.fixture.ts';

/**
 * In words: whatever is traded, the account's cash is what its fills say, to the last digit of a rounded average; free money never falls
 * below nothing; the same seed and the same market give the same results.
 */
describe('PaperClient, for ever', () => {
  const step = fc.record({
    side: fc.constantFrom('BUY', 'SELL'),
    kind: fc.constantFrom('market', 'GTC', 'IOC', 'POST_ONLY', 'trade', 'book'),
    units: fc.integer({ min: 1, max: 40 }),
    offset: fc.integer({ min: -5, max: 5 }),
  });

  async function play(
    steps: readonly { side: string; kind: string; units: number; offset: number }[],
    seed: number,
  ): Promise<PaperScene> {
    const scene = await buildPaper(seed);
    let mid = 500_000;
    const show = (size: number): void => {
      scene.market.show(
        BTC.id,
        [
          [(mid - 1) / 10, size],
          [(mid - 3) / 10, size * 2],
        ],
        [
          [(mid + 1) / 10, size],
          [(mid + 3) / 10, size * 2],
        ],
      );
      scene.market.setMark(BTC.id, mid / 10);
    };
    show(0.02);
    for (const { side, kind, units, offset } of steps) {
      const px = (mid + offset) / 10;
      const qtyBase = toDecimalString(decimal(units).times('0.001'));
      if (kind === 'trade')
        scene.market.trade({ instrumentId: BTC.id, px, qtyBase: units / 1000, takerSide: side as 'BUY' });
      else if (kind === 'book') {
        mid += offset;
        show(units / 1000);
      } else if (kind === 'market') await scene.place({ side: side as 'BUY', qtyBase });
      else await scene.place({ side: side as 'BUY', qtyBase, type: 'limit', tif: kind as 'GTC', px: String(px) });
    }
    return scene;
  }

  test.prop([fc.array(step, { maxLength: 40 })], { numRuns: 60 })(
    'keeps cash equal to what the fills say, and free money never below nothing',
    async (steps) => {
      const scene = await play(steps, 7);
      let [cash, qty, cost] = [decimal('10000'), decimal(0), decimal(0)];
      for (const fill of scene.fills) {
        const signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
        cash = cash.minus(decimal(fill.fee));
        qty = qty.plus(signed);
        cost = cost.plus(signed.times(decimal(fill.px)));
      }
      const positions = await scene.client.positions();
      const [held] = positions.ok ? positions.value : [];
      const usdt = await scene.usdt();
      expect(held?.qtyBase ?? '0').toBe(toDecimalString(qty));
      // Cash = start - fees + realised, and realised = quantity x average entry - net cost.
      const realised = qty.times(decimal(held?.entryPx ?? '0')).minus(cost);
      expect(decimal(usdt.total).minus(cash.plus(realised)).abs().lt(decimal('0.00000001'))).toBe(true);
      expect(decimal(usdt.free).gte(0)).toBe(true);
    },
  );

  test.prop([fc.array(step, { maxLength: 20 }), fc.nat(1_000)], { numRuns: 20 })(
    'gives equal results for equal seeds',
    async (steps, seed) => {
      const [first, second] = [await play(steps, seed), await play(steps, seed)];
      expect(second.reports).toEqual(first.reports);
      expect(second.fills).toEqual(first.fills);
    },
  );
});
