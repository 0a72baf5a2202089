import { describe, expect, it } from 'vitest';
import { allocateCapital, DEFAULT_ALLOCATION, parseAllocationSettings, type AllocationInput } from './allocation.ts';

const venue = (name: AllocationInput['venue'], over: Partial<AllocationInput> = {}): AllocationInput => ({
  venue: name,
  balanceUsd: '10000',
  latencyMs: 50,
  takerFeeBps: 5,
  ...over,
});
const usd = (inputs: AllocationInput[], over = {}) => {
  const result = allocateCapital(inputs, { ...DEFAULT_ALLOCATION, ...over });
  if (!result.ok) throw new Error(result.error.detail);
  return [...result.value.byVenue.map((row) => row.usd), result.value.unallocatedUsd];
};

describe('allocateCapital', () => {
  it('gives equals equal parts', () => {
    expect(usd([venue('BINANCE'), venue('BYBIT'), venue('OKX'), venue('KUCOIN')])).toEqual([
      '10000',
      '10000',
      '10000',
      '10000',
      '0',
    ]);
  });

  // Balance shares 0.75/0.25, latency 1/50 : 1/150 = 0.75/0.25, fee 1/6 : 1/6 = 0.5/0.5.
  // Scores 0.4*0.75 + 0.3*0.75 + 0.3*0.5 = 0.675 and 0.325; of 20,000: 13,500 and 6,500.
  it('weighs balance, latency and fee', () => {
    const inputs = [venue('BINANCE', { balanceUsd: '15000' }), venue('BYBIT', { balanceUsd: '5000', latencyMs: 150 })];
    expect(usd(inputs, { maxAllocation: 1 })).toEqual(['13500', '6500', '0']);
  });

  it('fills the others when one is capped at the most', () => {
    const inputs = [
      venue('BINANCE', { balanceUsd: '30000' }),
      venue('BYBIT', { balanceUsd: '0' }),
      venue('OKX', { balanceUsd: '0' }),
    ];
    expect(usd(inputs, { balanceWeight: 1, latencyWeight: 0, feeWeight: 0 })).toEqual(['15000', '7500', '7500', '0']);
  });

  it('keeps a venue without any reason at the least', () => {
    const inputs = [
      venue('BINANCE'),
      venue('BYBIT'),
      venue('OKX', { balanceUsd: '0', latencyMs: null, takerFeeBps: null }),
    ];
    expect(usd(inputs)[2]).toBe('200');
  });

  it('leaves the rest unallocated when there are too few venues for the most', () => {
    expect(usd([venue('BINANCE')])).toEqual(['5000', '5000']);
    expect(usd([])).toEqual(['0']);
  });

  it('hands out the last cent', () => {
    const inputs = [
      venue('BINANCE', { balanceUsd: '33.34' }),
      venue('BYBIT', { balanceUsd: '33.33' }),
      venue('OKX', { balanceUsd: '33.33' }),
    ];
    expect(usd(inputs, { balanceWeight: 0, latencyWeight: 1, feeWeight: 0 })).toEqual(['33.34', '33.33', '33.33', '0']);
  });

  it('refuses a least that not all can have with INPUT_INVALID', () => {
    const inputs = [venue('BINANCE'), venue('BYBIT'), venue('OKX')];
    const result = allocateCapital(inputs, { ...DEFAULT_ALLOCATION, minAllocation: 0.4 });
    expect(result.ok ? null : result.error.code).toBe('INPUT_INVALID');
  });
});

describe('parseAllocationSettings', () => {
  const cases = [
    { name: 'takes the defaults', input: {}, ok: true },
    { name: 'takes a sum of 1.01', input: { balanceWeight: 0.41 }, ok: true },
    { name: 'refuses a sum of 1.011', input: { balanceWeight: 0.411 }, ok: false },
    { name: 'refuses a sum of 0.98', input: { balanceWeight: 0.38 }, ok: false },
    { name: 'refuses a weight above 1', input: { balanceWeight: 1.1, latencyWeight: -0.1 }, ok: false },
    { name: 'refuses a least above the most', input: { minAllocation: 0.6 }, ok: false },
    { name: 'refuses text', input: { minAllocation: '0.1' }, ok: false },
    { name: 'refuses what is no object', input: null, ok: false },
  ];
  for (const c of cases) it(c.name, () => expect(parseAllocationSettings(c.input).ok).toBe(c.ok));

  it('names the wrong sum as the screen shows it', () => {
    const parsed = parseAllocationSettings({ balanceWeight: 0.5 });
    expect(parsed.ok ? [] : parsed.fields.map((f) => f.text)).toContain('Total Weight: 1.1 (Must equal 1.0)');
  });
});
