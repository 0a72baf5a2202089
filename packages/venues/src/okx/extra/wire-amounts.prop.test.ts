import { decimal, toDecimalString } from '@riptide/core/domain';
import { seededRandom } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { okxListed } from './private.fixture.ts';
import { toBasePx, toBaseQty, toWirePx, toWireQty } from './wire-amounts.ts';

const SWAP = okxListed('ETH-USDT-SWAP');
/** Contract sizes and name multipliers as venues have them, awkward ones included. */
const SCALES = [
  { qtyScale: 1, pxDivisor: 1, qtyStep: '0.000001', pxTick: '0.01' },
  { qtyScale: 0.1, pxDivisor: 1, qtyStep: '0.01', pxTick: '0.01' },
  { qtyScale: 0.01, pxDivisor: 1, qtyStep: '0.01', pxTick: '0.1' },
  { qtyScale: 10, pxDivisor: 1, qtyStep: '0.1', pxTick: '0.0000001' },
  { qtyScale: 1_000, pxDivisor: 1_000, qtyStep: '1', pxTick: '0.00001' },
  { qtyScale: 10_000_000, pxDivisor: 1_000_000, qtyStep: '0.1', pxTick: '0.000000001' },
] as const;
const RUNS = 500;
const COUNT_MAX = 1e12;

describe.each(SCALES)('amounts of an instrument with %o', (scale) => {
  const instrument = { ...SWAP, ...scale };
  const random = seededRandom(11);
  const counts = Array.from({ length: RUNS }, () => decimal(1 + Math.floor(random() ** 4 * COUNT_MAX)));

  it('come back from the wire to the last digit, for every whole number of steps and ticks', () => {
    for (const count of counts) {
      const wireQty = count.times(decimal(scale.qtyStep));
      const base = toBaseQty(instrument, wireQty);
      expect(toWireQty(instrument, base)).toEqual({ ok: true, value: toDecimalString(wireQty) });
      const wirePx = count.times(decimal(scale.pxTick));
      const px = toBasePx(instrument, wirePx);
      expect(toWirePx(instrument, px)).toEqual({ ok: true, value: toDecimalString(wirePx) });
    }
  });

  it('are refused, never rounded, when they lie between two steps or ticks', () => {
    for (const count of counts) {
      const off = decimal('0.5').plus(count);
      const base = toBaseQty(instrument, off.times(decimal(scale.qtyStep)));
      expect(toWireQty(instrument, base)).toMatchObject({
        error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' },
      });
      const px = toBasePx(instrument, off.times(decimal(scale.pxTick)));
      expect(toWirePx(instrument, px)).toMatchObject({ error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' } });
    }
  });

  it('keep base units times price: contracts and multipliers cancel out', () => {
    const [wireQty, wirePx] = [decimal(scale.qtyStep).times(7), decimal(scale.pxTick).times(13)];
    const value = decimal(toBaseQty(instrument, wireQty)).times(decimal(toBasePx(instrument, wirePx)));
    const expected = wireQty.times(wirePx).times(decimal(scale.qtyScale)).div(decimal(scale.pxDivisor));
    expect(toDecimalString(value)).toBe(toDecimalString(expected));
  });
});

describe('toWireQty and toWirePx', () => {
  it.each(['0', '-0.01'])('refuse %s', (text) => {
    expect(toWireQty(SWAP, text)).toMatchObject({ error: { code: 'QUANTITY_TOO_SMALL', outcome: 'not-sent' } });
    expect(toWirePx(SWAP, text)).toMatchObject({ error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' } });
  });
});
