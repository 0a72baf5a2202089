import { fc, test } from '@fast-check/vitest';
import { decimal, toDecimalString } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../../../core/src/domain/build-instrument.fixture.ts';
import { fromWirePx, fromWireQty, toWirePx, toWireQty } from './wire-amounts.ts';

const pepe = buildInstrument({
  venue: 'BYBIT',
  baseAsset: 'PEPE',
  wireSymbol: '1000PEPEUSDT',
  qtyScale: 1000,
  pxDivisor: 1000,
  qtyStep: '100',
  pxTick: '0.0000001',
});
const mog = buildInstrument({
  venue: 'BYBIT',
  baseAsset: 'MOG',
  qtyScale: 1_000_000,
  pxDivisor: 1_000_000,
  qtyStep: '1',
});
const contract = buildInstrument({ venue: 'BYBIT', qtyScale: 0.01, qtyStep: '1', pxTick: '0.5' });
const btc = buildInstrument({ venue: 'BYBIT' });

describe('wire amounts', () => {
  it.each([
    ['plain', btc, '0.01', '0.01', '64000.1', '64000.1'],
    ['multiplier', pepe, '200000', '200', '0.0000123456', '0.0123456'],
    ['contract', contract, '0.07', '7', '64000.5', '64000.5'],
  ])('writes a %s size and price as the venue counts them', (_name, instrument, qtyBase, qty, px, wirePx) => {
    expect(toWireQty(qtyBase, instrument)).toEqual({ ok: true, value: qty });
    expect(toWirePx(px, instrument)).toEqual({ ok: true, value: wirePx });
  });

  it.each([
    ['half a step', btc, '0.0005'],
    ['a step and a bit', pepe, '100000.0001'],
    ['half a contract', contract, '0.005'],
    ['nothing', btc, '0'],
    ['less than nothing', btc, '-0.001'],
  ])('refuses %s instead of rounding', (_name, instrument, qtyBase) => {
    expect(toWireQty(qtyBase, instrument)).toMatchObject({ error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' } });
  });

  it('refuses a price between two ticks instead of rounding', () => {
    expect(toWirePx('64000.15', btc)).toMatchObject({ error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' } });
    expect(toWirePx('0.00000000005', pepe)).toMatchObject({ error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' } });
  });

  it('reads empty and zero prices as none, and a text that is no number as no quantity', () => {
    expect(fromWirePx('', btc)).toBeNull();
    expect(fromWirePx('0.00', btc)).toBeNull();
    expect(fromWireQty('', btc)).toBeNull();
    expect(fromWireQty('x', btc)).toBeNull();
  });

  test.prop([fc.constantFrom(btc, pepe, mog, contract), fc.integer({ min: 1, max: 2 ** 40 })])(
    'brings every whole number of steps and ticks back unchanged',
    (instrument, count) => {
      const qtyBase = toDecimalString(decimal(instrument.qtyStep).times(count).times(decimal(instrument.qtyScale)));
      const px = toDecimalString(decimal(instrument.pxTick).times(count).div(decimal(instrument.pxDivisor)));
      const wireQty = toWireQty(qtyBase, instrument);
      const wirePx = toWirePx(px, instrument);
      expect(wireQty.ok && toDecimalString(fromWireQty(wireQty.value, instrument) ?? decimal(0))).toBe(qtyBase);
      expect(wirePx.ok && fromWirePx(wirePx.value, instrument)).toBe(px);
    },
  );
});
