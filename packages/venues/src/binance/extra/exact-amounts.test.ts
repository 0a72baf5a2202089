import { decimal, toDecimalString, type Instrument } from '@riptide/core/domain';
import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBinanceInstrument } from './private.fixture.ts';
import { fromWirePx, fromWireQty, toWirePx, toWireQty } from './exact-amounts.ts';

const btc = buildBinanceInstrument({});
const pepe = buildBinanceInstrument({
  symbol: 'PEPEUSDT',
  wireSymbol: '1000PEPEUSDT',
  baseAsset: 'PEPE',
  qtyScale: 1000,
  pxDivisor: 1000,
  pxTick: '0.0000100',
  qtyStep: '1',
});
const baby = buildBinanceInstrument({
  symbol: 'BABYDOGEUSDT',
  wireSymbol: '1MBABYDOGEUSDT',
  baseAsset: 'BABYDOGE',
  qtyScale: 1_000_000,
  pxDivisor: 1_000_000,
  pxTick: '0.0000001',
  qtyStep: '1',
});

describe('toWireQty, toWirePx', () => {
  const cases: readonly { name: string; of: Instrument; qty: string; px: string; wireQty: string; wirePx: string }[] = [
    { name: 'a plain contract', of: btc, qty: '0.010', px: '64000.1', wireQty: '0.01', wirePx: '64000.1' },
    { name: 'a thousand name', of: pepe, qty: '5000000', px: '0.00001201', wireQty: '5000', wirePx: '0.01201' },
    { name: 'a million name', of: baby, qty: '3000000', px: '0.0000000012345', wireQty: '3', wirePx: '0.0012345' },
  ];
  it.each(cases)('writes amounts of $name in the units of the wire', ({ of, qty, px, wireQty, wirePx }) => {
    expect(toWireQty(of, qty)).toEqual({ ok: true, value: wireQty });
    expect(toWirePx(of, px)).toEqual({ ok: true, value: wirePx });
  });

  it.each(['0.0105', '0', '-0.010', '1e-9', 'NaN', ''])('refuses the quantity %s before it is sent', (qty) => {
    expect(toWireQty(btc, qty)).toMatchObject({ ok: false, error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' } });
  });

  it.each(['64000.15', '0', '-1', 'x'])('refuses the price %s before it is sent', (px) => {
    expect(toWirePx(btc, px)).toMatchObject({ ok: false, error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' } });
  });

  it('refuses a base quantity that is no whole wire step, however small the rest', () => {
    expect(toWireQty(pepe, '5000000.000000000000000000000001').ok).toBe(false);
    expect(toWireQty(pepe, '999').ok).toBe(false);
  });

  it('comes back to the same amounts for every number of steps and ticks', () => {
    const anyInstrument = constantFrom(btc, pepe, baby);
    const anyCount = integer({ min: 1, max: 2_000_000_000 });
    assert(
      property(anyInstrument, anyCount, anyCount, (of, steps, ticks) => {
        const wireQty = toDecimalString(decimal(of.qtyStep).times(steps));
        const wirePx = toDecimalString(decimal(of.pxTick).times(ticks));
        expect(toWireQty(of, fromWireQty(of, decimal(wireQty)))).toEqual({ ok: true, value: wireQty });
        expect(toWirePx(of, fromWirePx(of, decimal(wirePx)))).toEqual({ ok: true, value: wirePx });
      }),
    );
  });
});
