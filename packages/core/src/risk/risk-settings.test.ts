import { describe, expect, it } from 'vitest';
import { DEFAULT_RISK_GUARD, parseRiskGuard } from './risk-guard.ts';
import { limitsAtLevel, RISK_LEVELS } from './risk-level.ts';
import { DEFAULT_RISK_LIMITS, parseRiskLimits, RISK_LIMIT_FIELDS } from './risk-limits.ts';

describe('parseRiskLimits', () => {
  it('gives the stated defaults', () => {
    expect(parseRiskLimits({})).toEqual({ ok: true, value: DEFAULT_RISK_LIMITS });
    expect(DEFAULT_RISK_LIMITS).toMatchObject({
      maxPositionUsd: 1_000,
      dailyLossPct: 5,
      maxLeverage: 10,
      stopLossPct: 2,
    });
  });

  for (const [field, rule] of Object.entries(RISK_LIMIT_FIELDS)) {
    if (rule.kind === 'boolean') continue;
    const { min, max } = rule;
    it(`takes both bounds of ${field} and nothing beyond`, () => {
      expect([min, max].map((v) => parseRiskLimits({ [field]: v }).ok)).toEqual([true, true]);
      for (const value of [min - 1, max + 1]) {
        const parsed = parseRiskLimits({ [field]: value });
        expect(parsed.ok ? [] : parsed.fields).toEqual([{ field, text: `must be between ${min} and ${max}` }]);
      }
    });
  }

  it('tells every fault, and fields that are no setting', () => {
    const parsed = parseRiskLimits({ maxLeverage: '10', bookAgeMsMax: 20.5, dailyLossPct: Number.NaN, nonsense: 1 });
    expect(parsed.ok ? [] : parsed.fields.map((f) => f.field)).toEqual([
      'maxLeverage',
      'bookAgeMsMax',
      'dailyLossPct',
      'nonsense',
    ]);
    expect(parseRiskLimits([]).ok).toBe(false);
    expect(parseRiskLimits({ ['__proto__x']: 1 }).ok).toBe(false);
  });

  it('keeps what is not given', () => {
    const parsed = parseRiskLimits({ maxLeverage: 3 }, { ...DEFAULT_RISK_LIMITS, maxPositionUsd: 77 });
    expect(parsed).toMatchObject({ ok: true, value: { maxLeverage: 3, maxPositionUsd: 77 } });
  });
});

describe('limitsAtLevel', () => {
  it('leaves medium as set', () => expect(limitsAtLevel(DEFAULT_RISK_LIMITS, 'medium')).toEqual(DEFAULT_RISK_LIMITS));

  it('halves at low', () => {
    expect(limitsAtLevel(DEFAULT_RISK_LIMITS, 'low')).toMatchObject({
      maxPositionUsd: 500,
      dailyLossPct: 2.5,
      maxLeverage: 5,
      maxConcurrentSymbols: 2,
      capitalPerTradeFrac: 0.125,
      netExposureUsd: 1_000,
    });
  });

  it("never raises the operator's ceilings and stays in bounds", () => {
    const tight = { ...DEFAULT_RISK_LIMITS, maxLeverage: 1, maxConcurrentSymbols: 1, capitalPerTradeFrac: 1 };
    for (const level of RISK_LEVELS) {
      const limits = limitsAtLevel(tight, level);
      expect(limits.maxPositionUsd).toBeLessThanOrEqual(tight.maxPositionUsd);
      expect([limits.maxLeverage, limits.maxConcurrentSymbols]).toEqual([1, 1]);
      expect(limits.capitalPerTradeFrac).toBeLessThanOrEqual(1);
      expect(parseRiskLimits(limits).ok).toBe(true);
    }
  });
});

describe('parseRiskGuard', () => {
  it('has the brackets of the document by default', () =>
    expect(DEFAULT_RISK_GUARD).toMatchObject({ tpBps: 35, slBps: 25 }));

  it('takes numbers and switches', () => {
    expect(parseRiskGuard({ slBps: 30, trailEnable: true })).toMatchObject({
      ok: true,
      value: { slBps: 30, trailEnable: true, tpBps: 35 },
    });
  });

  it('refuses a switch that is a number and a distance of 0', () => {
    const parsed = parseRiskGuard({ trailEnable: 1, slBps: 0 });
    expect(parsed.ok ? [] : parsed.fields.map((f) => f.field)).toEqual(['trailEnable', 'slBps']);
  });
});
