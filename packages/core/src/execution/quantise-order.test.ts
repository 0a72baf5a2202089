import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import {
  decimal,
  isMultipleOf,
  leastCommonMultiple,
  toDecimalString,
  type Instrument,
  type OrderIntent,
} from '../domain/index.ts';
import { buildIntent } from './build-execution.fixture.ts';
import { commonStepBase, quantisePairQty } from './common-step.ts';
import { quantiseOrder, type QuantiseOptions } from './quantise-order.ts';

const OPTIONS: QuantiseOptions = { mode: 'paper', leg: 0, attempt: 0, refPx: null, mayBump: false };
const BTC = buildInstrument();
/** 0.01 BTC a contract, whole contracts. */
const CONTRACTS = buildInstrument({ venue: 'OKX', qtyScale: 0.01, qtyStep: '1', qtyMin: '1', notionalMin: null });
/** Prices and sizes of a thousand coins. */
const THOUSANDS = buildInstrument({
  baseAsset: 'PEPE',
  qtyScale: 1_000,
  pxDivisor: 1_000,
  pxTick: '0.0000001',
  qtyStep: '1',
  qtyMin: '1',
});

function quantised(intent: Partial<OrderIntent>, instrument: Instrument, over: Partial<QuantiseOptions> = {}) {
  return quantiseOrder(buildIntent({ instrumentId: instrument.id, ...intent }), instrument, { ...OPTIONS, ...over });
}

describe('quantiseOrder', () => {
  it.each([
    { name: 'a buy limit down', intent: { side: 'BUY', px: '50000.19' }, px: '50000.1', triggerPx: null },
    { name: 'a sell limit up', intent: { side: 'SELL', px: '50000.11' }, px: '50000.2', triggerPx: null },
    {
      name: 'the stop of a long up',
      intent: { type: 'stop-market', side: 'SELL', triggerPx: '49000.01' },
      px: null,
      triggerPx: '49000.1',
    },
    {
      name: 'the stop of a short down',
      intent: { type: 'stop-market', side: 'BUY', triggerPx: '51000.09' },
      px: null,
      triggerPx: '51000',
    },
    {
      name: 'the take-profit of a long down',
      intent: { type: 'take-profit-market', side: 'SELL', triggerPx: '51000.09' },
      px: null,
      triggerPx: '51000',
    },
    {
      name: 'the take-profit of a short up',
      intent: { type: 'take-profit-market', side: 'BUY', triggerPx: '49000.01' },
      px: null,
      triggerPx: '49000.1',
    },
  ] as const)('puts $name to the tick', ({ intent, px, triggerPx }) => {
    const result = quantised(intent, BTC);
    expect(result).toMatchObject({ ok: true, value: { order: { px, triggerPx } } });
  });

  it('cuts a quantity down to whole contracts and tells what is lost', () => {
    const result = quantised({ qtyBase: '0.0375' }, CONTRACTS);
    expect(result).toMatchObject({
      ok: true,
      value: { order: { qtyBase: '0.03' }, quantisationLossFrac: '0.2', notionalQuote: '1500' },
    });
  });

  it('counts multiplier names in thousands and prices them per coin', () => {
    const result = quantised({ qtyBase: '1234567', px: '0.00001234567' }, THOUSANDS);
    // 0.00001234567 a coin is 0.01234567 a thousand; the tick of 0.0000001 leaves 0.0123456.
    expect(result).toMatchObject({ ok: true, value: { order: { qtyBase: '1234000', px: '0.0000123456' } } });
  });

  it.each([
    { code: 'QUANTITY_TOO_SMALL', intent: { qtyBase: '0.0009' }, detail: 'minBase=0.001' },
    { code: 'NOTIONAL_TOO_SMALL', intent: { qtyBase: '0.001', px: '4000' }, detail: 'notional=4 notionalMin=5' },
    { code: 'INPUT_INVALID', intent: { qtyBase: '0' }, detail: 'qtyBase=0' },
    { code: 'INPUT_INVALID', intent: { qtyBase: null }, detail: 'closes no position' },
    { code: 'INPUT_INVALID', intent: { px: null }, detail: 'without px' },
    { code: 'INPUT_INVALID', intent: { px: '0.05' }, detail: 'no price on tick' },
    { code: 'RISK_BOOK_STALE', intent: { type: 'market' }, detail: 'no price' },
  ] as const)('refuses with $code and the figures ($detail)', ({ code, intent, detail }) => {
    const result = quantised(intent, BTC);
    expect(result).toMatchObject({ ok: false, error: { code, outcome: 'not-sent' } });
    if (!result.ok) expect(result.error.detail).toContain(detail);
  });

  it('refuses more than the venue takes in one order', () => {
    const result = quantised({ qtyBase: '101' }, buildInstrument({ qtyMax: '100' }));
    expect(result).toMatchObject({ ok: false, error: { code: 'QUANTITY_TOO_LARGE' } });
  });

  it('refuses entries on a halted instrument, and lets exits pass', () => {
    const halted = buildInstrument({ isTrading: false });
    expect(quantised({}, halted)).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_HALTED' } });
    expect(quantised({ role: 'exit', isReduceOnly: true }, halted).ok).toBe(true);
  });

  it('raises a size to the smallest notional only when asked and by at most 1 %', () => {
    const instrument = buildInstrument({ qtyStep: '0.00001', qtyMin: '0.00001', notionalMin: '100' });
    const near = { qtyBase: '0.00199', px: '50000' } as const;
    expect(quantised(near, instrument)).toMatchObject({ ok: false, error: { code: 'NOTIONAL_TOO_SMALL' } });
    expect(quantised(near, instrument, { mayBump: true })).toMatchObject({
      ok: true,
      value: { order: { qtyBase: '0.002' } },
    });
    expect(quantised({ ...near, qtyBase: '0.00197' }, instrument, { mayBump: true }).ok).toBe(false);
  });

  it('lets a reduce-only order below the smallest notional through to the venue', () => {
    expect(quantised({ role: 'exit', isReduceOnly: true, qtyBase: '0.001', px: '4000' }, BTC).ok).toBe(true);
  });

  it('takes an order that closes the position without a quantity', () => {
    const result = quantised(
      { type: 'stop-market', role: 'protective-stop', qtyBase: null, closesPosition: true, triggerPx: '1' },
      BTC,
    );
    expect(result).toMatchObject({ ok: true, value: { order: { qtyBase: null }, quantisationLossFrac: '0' } });
  });

  test.prop([
    fc.integer({ min: 1, max: 1e9 }),
    fc.constantFrom(0.001, 0.01, 1, 10, 1_000),
    fc.constantFrom('0.001', '0.1', '1'),
  ])('never plans more than wished, and always whole steps', (units, qtyScale, qtyStep) => {
    const instrument = buildInstrument({ qtyScale, qtyStep, qtyMin: qtyStep, notionalMin: null });
    const wanted = decimal(units).times(decimal('0.00001'));
    const result = quantised({ qtyBase: toDecimalString(wanted) }, instrument);
    if (!result.ok) {
      expect(result.error.code).toBe('QUANTITY_TOO_SMALL');
      return;
    }
    const planned = decimal(result.value.order.qtyBase ?? '0');
    expect(planned.lte(wanted)).toBe(true);
    const stepBase = decimal(qtyStep).times(decimal(qtyScale));
    expect(isMultipleOf(planned, stepBase)).toBe(true);
    expect(wanted.minus(planned).lt(stepBase)).toBe(true);
  });
});

describe('common steps', () => {
  it.each([
    ['0.001', '0.001', '0.001'],
    ['0.01', '0.025', '0.05'],
    ['1', '0.3', '3'],
    ['1000', '10', '1000'],
    ['0.00001', '0.01', '0.01'],
  ])('of %s and %s is %s', (a, b, step) => {
    expect(toDecimalString(leastCommonMultiple(decimal(a), decimal(b)))).toBe(step);
  });

  it('finds the quantity that contracts of 0.01 and lots of 0.025 both trade', () => {
    const lots = buildInstrument({ qtyStep: '0.025' });
    expect(toDecimalString(commonStepBase(CONTRACTS, lots))).toBe('0.05');
    expect(toDecimalString(quantisePairQty(decimal('0.123'), CONTRACTS, lots))).toBe('0.1');
  });

  test.prop([fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 })])(
    'are multiples of both steps',
    (a, b) => {
      const [left, right] = [decimal(a).times('0.00001'), decimal(b).times('0.001')];
      const step = leastCommonMultiple(left, right);
      expect(isMultipleOf(step, left) && isMultipleOf(step, right)).toBe(true);
    },
  );
});
