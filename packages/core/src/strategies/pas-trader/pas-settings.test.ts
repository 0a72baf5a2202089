import { describe, expect, it } from 'vitest';
import { DEFAULT_PAS_SETTINGS, effectiveNumbers, parsePasSettings, plannedStopBps } from './pas-settings.ts';
import { settingsHash } from './settings-hash.ts';

const changedBy = (over: Partial<typeof DEFAULT_PAS_SETTINGS>) => ({ ...DEFAULT_PAS_SETTINGS, ...over });

describe('parsePasSettings', () => {
  it('gives the stated defaults, which pass by themselves', () => {
    expect(parsePasSettings({})).toEqual({ ok: true, value: DEFAULT_PAS_SETTINGS });
    expect(parsePasSettings(DEFAULT_PAS_SETTINGS)).toEqual({ ok: true, value: DEFAULT_PAS_SETTINGS });
    expect(DEFAULT_PAS_SETTINGS).toMatchObject({
      venue: 'BINANCE',
      symbols: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'],
      thresholdBy: 'P95',
      floorUsd: 25_000,
      nMin: 2,
      windowMs: 60_000,
      cooldownMs: 30_000,
      minDisplacementBps: 50,
      timeStopMs: 3_600_000,
      capitalFrac: 0.25,
      leverage: 10,
      dcaEnabled: false,
      shadowHorizonMs: 600_000,
    });
  });

  it.each([
    [{ venue: 'binance' }, 'venue'],
    [{ fixedArmId: 'abstain' }, 'fixedArmId'],
    [{ maxVwapAgeMs: 5_001 }, 'maxVwapAgeMs'],
    [{ maxBookAgeMs: 5_001 }, 'maxBookAgeMs'],
    [{ dcaLevels: 3 }, 'dcaDistancesPct'],
    [{ dcaDistancesPct: [1, 0.5] }, 'dcaDistancesPct'],
    [{ minDisplacementBps: 1_000 }, 'minDisplacementBps'],
    [{ riskLevel: 'extreme' }, 'riskLevel'],
    [{ leverage: Number.NaN }, 'leverage'],
    [{ exchange: 'BINANCE' }, 'exchange'],
    [{ leverage: 2.5 }, 'leverage'],
    [{ floorUsd: 0 }, 'floorUsd'],
    [{ symbols: [] }, 'symbols'],
    [{ maxNotionalUsd: 3_001 }, 'maxNotionalUsd'],
    [{ budgetUsd: 999 }, 'maxNotionalUsd'],
  ])('refuses %j by its field', (input, field) => {
    const parsed = parsePasSettings(input);
    expect(parsed.ok ? [] : parsed.fields.map((f) => f.field)).toEqual([field]);
  });
});

describe('effectiveNumbers', () => {
  it.each([
    ['low', 80, 2.5, 500, 1],
    ['medium', 50, 5, 1_000, 3],
    ['high', 30, 7.5, 1_000, 3],
  ] as const)('at %s asks for %d bps, risks %d USD, up to %d USD, %d at once', (riskLevel, bps, risk, cap, count) => {
    expect(effectiveNumbers(changedBy({ riskLevel }))).toMatchObject({
      minDisplacementBps: bps,
      riskUsd: risk,
      maxNotionalUsd: cap,
      maxConcurrent: count,
    });
  });
});

describe('plannedStopBps', () => {
  it('is the arm stop, and stands behind the last addition used when there are any', () => {
    expect(plannedStopBps(25, DEFAULT_PAS_SETTINGS)).toBe(25);
    expect(plannedStopBps(25, changedBy({ dcaEnabled: true }))).toBe(125);
    expect(plannedStopBps(25, changedBy({ dcaEnabled: true, dcaLevels: 1 }))).toBe(75);
  });
});

describe('settingsHash', () => {
  const hash = settingsHash(DEFAULT_PAS_SETTINGS);

  it('is equal for equal settings, whatever the order of the fields', () => {
    const turned = Object.fromEntries(Object.entries(DEFAULT_PAS_SETTINGS).reverse()) as typeof DEFAULT_PAS_SETTINGS;
    expect(settingsHash(turned)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('changes with every field but the mode', () => {
    const changed: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(DEFAULT_PAS_SETTINGS)) {
      if (typeof value === 'number') changed[name] = value + 1;
      else if (typeof value === 'boolean') changed[name] = !value;
      else changed[name] = `${String(value)}x`;
    }
    const same = Object.keys(changed).filter((name) => settingsHash(changedBy({ [name]: changed[name] })) === hash);
    expect(same).toEqual(['mode']);
  });
});
