import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { decimal } from '../../domain/index.ts';
import { armOf, ARMS } from './arms.ts';
import { DEFAULT_PAS_SETTINGS, type PasSettings } from './pas-settings.ts';
import { sizeTrade, type SizeFacts } from './size-trade.ts';

const DOGE = buildInstrument({ baseAsset: 'DOGE', pxTick: '0.01', qtyStep: '0.01', qtyMin: '0.01', notionalMin: '5' });
const PLENTY: SizeFacts = { equityUsd: '1000000', freeUsd: '1000000', exposureUsd: '0' };

function size(settings: Partial<PasSettings>, facts: Partial<SizeFacts> = {}, armId = 'fade-15-35x25-post') {
  const arm = armOf(armId);
  if (arm === null) throw new Error('Invariant: no such arm');
  return sizeTrade({
    arm,
    side: 'long',
    px: '100',
    instrument: DOGE,
    settings: { ...DEFAULT_PAS_SETTINGS, ...settings },
    facts: { ...PLENTY, ...facts },
  });
}

describe('sizeTrade', () => {
  it.each([
    // 1.5 USD at a stop of 25 bps is 600 USD.
    ['risk', { riskUsd: 1.5 }, {}, '6', '600', '1.5'],
    ['cap', {}, {}, '10', '1000', '2.5'],
    ['capital', {}, { equityUsd: '2000' }, '5', '500', '1.25'],
    ['budget', {}, { exposureUsd: '2900' }, '1', '100', '0.25'],
    ['margin', {}, { freeUsd: '20' }, '2', '200', '0.5'],
  ] as const)('is bound by %s', (boundBy, settings, facts, qtyBase, notionalUsd, worstLossUsd) => {
    expect(size(settings, facts)).toEqual({
      ok: true,
      value: { qtyBase, notionalUsd, reservedUsd: notionalUsd, worstLossUsd, boundBy },
    });
  });

  it('halves risk, cap and share of the equity at the low level', () => {
    expect(size({ riskLevel: 'low' })).toMatchObject({ value: { notionalUsd: '500', boundBy: 'cap' } });
    expect(size({ riskLevel: 'low', riskUsd: 2 })).toMatchObject({ value: { notionalUsd: '400', boundBy: 'risk' } });
  });

  it('reserves every addition before the first entry, and their loss within the risk', () => {
    // Levels 0.5 % and 1 %, stop 1.25 %: a USD of first entry may lose 1.25 + 0.75 + 0.25 = 2.25 % and binds 2.985 USD.
    expect(size({ dcaEnabled: true, riskUsd: 4.5 })).toEqual({
      ok: true,
      value: { qtyBase: '2', notionalUsd: '200', reservedUsd: '597', worstLossUsd: '4.5', boundBy: 'risk' },
    });
  });

  it('rises to the smallest order by at most 1 %', () => {
    // Smallest order 5 USD = 0.05 DOGE; 4.96 USD is within 1 % of it, 4.94 is not.
    expect(size({}, { freeUsd: '0.496' })).toMatchObject({ ok: true, value: { qtyBase: '0.05' } });
    expect(size({}, { freeUsd: '0.494' })).toEqual({
      ok: false,
      reason: "margin allows 4.94 USD, the venue's smallest order is 5 USD",
    });
  });

  it('says which bound leaves nothing', () => {
    expect(size({}, { exposureUsd: '3000' })).toEqual({ ok: false, reason: 'nothing is left: budget allows 0 USD' });
    expect(size({}, { freeUsd: '-1' })).toMatchObject({ ok: false });
  });

  it('counts in contracts where the venue does', () => {
    const contracts = buildInstrument({ qtyScale: 100, qtyStep: '1', qtyMin: '1', notionalMin: null });
    const [arm] = ARMS;
    if (arm === undefined) throw new Error('Invariant: no arms');
    const request = {
      arm,
      side: 'long',
      px: '1.7',
      instrument: contracts,
      settings: DEFAULT_PAS_SETTINGS,
      facts: PLENTY,
    };
    // 1000 USD at 1.7 are 588 units: 5 contracts of 100.
    expect(sizeTrade({ ...request, side: 'long' })).toMatchObject({ value: { qtyBase: '500', notionalUsd: '850' } });
  });

  // In words: no size exceeds any bound, whatever the settings, but for the 1 % to the smallest order.
  test.prop([
    fc.constantFrom(...ARMS),
    fc.boolean(),
    fc.record({
      riskUsd: fc.integer({ min: 1, max: 50_000 }),
      equity: fc.integer({ min: 1, max: 1_000_000 }),
      free: fc.integer({ min: 1, max: 1_000_000 }),
      exposure: fc.integer({ min: 0, max: 4_000 }),
      px: fc.integer({ min: 1, max: 10_000_000 }),
    }),
  ])('never exceeds a bound by more than the step to the smallest order', (arm, dcaEnabled, at) => {
    const settings = { ...DEFAULT_PAS_SETTINGS, dcaEnabled, riskUsd: at.riskUsd / 100 };
    const facts = { equityUsd: String(at.equity), freeUsd: String(at.free), exposureUsd: String(at.exposure) };
    const px = decimal(at.px).div(100).toString();
    const sized = sizeTrade({ arm, side: 'short', px, instrument: DOGE, settings, facts });
    if (!sized.ok) return;
    const reserved = Number(sized.value.reservedUsd);
    expect(Number(sized.value.worstLossUsd)).toBeLessThanOrEqual(settings.riskUsd * 1.01);
    for (const bound of [at.equity * 0.25, 1_000, 3_000 - at.exposure, at.free * 10]) {
      expect(reserved).toBeLessThanOrEqual(bound * 1.01);
    }
  });
});
