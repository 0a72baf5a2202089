import { fc, test } from '@fast-check/vitest';
import { decimal, toDecimalString } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { BONK, BTC_USDT, XBT } from './build-kucoin.fixture.ts';
import { fromWirePx, fromWireQty, toWirePx, toWireQty } from './wire-units.ts';

const anInstrument = fc.constantFrom(
  XBT,
  BONK,
  BTC_USDT,
  { ...XBT, qtyScale: 0.01, qtyStep: '5' },
  { ...XBT, qtyScale: 0.0001, pxTick: '0.00000001' },
  { ...XBT, qtyScale: 1_000_000, pxDivisor: 1_000_000, pxTick: '0.0005' },
);
const aCount = fc.integer({ min: 1, max: 2_000_000_000 });

describe('wire units', () => {
  test.prop([anInstrument, aCount])('a quantity goes to lots and back to the last digit', (instrument, steps) => {
    const wireQty = decimal(instrument.qtyStep).times(steps);
    const qtyBase = toDecimalString(wireQty.times(decimal(instrument.qtyScale)));
    expect(toWireQty(qtyBase, instrument)).toEqual({ ok: true, value: toDecimalString(wireQty) });
    expect(fromWireQty(toDecimalString(wireQty), instrument)).toBe(qtyBase);
  });

  test.prop([anInstrument, aCount])('a price goes to the wire and back to the last digit', (instrument, ticks) => {
    const wirePx = decimal(instrument.pxTick).times(ticks);
    const px = toDecimalString(wirePx.div(decimal(instrument.pxDivisor)));
    expect(toWirePx(px, instrument)).toEqual({ ok: true, value: toDecimalString(wirePx) });
    expect(fromWirePx(toDecimalString(wirePx), instrument)).toBe(px);
  });

  test.prop([anInstrument, aCount, fc.integer({ min: 1, max: 9 })])(
    'nothing off the step or the tick is ever rounded',
    (instrument, count, tenths) => {
      const off = decimal(count).plus(decimal(tenths).div(10));
      const qtyBase = off.times(decimal(instrument.qtyStep)).times(decimal(instrument.qtyScale));
      const px = off.times(decimal(instrument.pxTick)).div(decimal(instrument.pxDivisor));
      expect(toWireQty(toDecimalString(qtyBase), instrument)).toMatchObject({
        ok: false,
        error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' },
      });
      expect(toWirePx(toDecimalString(px), instrument)).toMatchObject({
        ok: false,
        error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' },
      });
    },
  );

  it.each(['0', '-0.003', '', 'abc', 'NaN'])('refuses %j as a quantity and as a price', (text) => {
    expect(toWireQty(text, XBT).ok).toBe(false);
    expect(toWirePx(text, XBT).ok).toBe(false);
  });

  it('reads exponents, and takes a price of zero for none', () => {
    expect(fromWireQty('1.2E1', BONK)).toBe('120000');
    expect(fromWirePx('2.0E-4', BONK)).toBe('0.0000002');
    expect(fromWirePx('0', XBT)).toBeNull();
    expect(fromWireQty(null, XBT)).toBeNull();
  });
});
