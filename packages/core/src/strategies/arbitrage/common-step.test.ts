import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { commonStep, floorToStep } from './common-step.ts';

describe('commonStep', () => {
  it.each([
    // lcm(0.001, 0.001) = 0.001
    { name: 'equal steps', args: ['0.001', 1, '0.001', 1], value: 0.001 },
    // OKX: 0.01 contracts of 0.01 BTC = 0.0001; KuCoin: 1 contract of 0.001 BTC = 0.001; lcm = 0.001
    { name: 'contracts of different sizes', args: ['0.01', 0.01, '1', 0.001], value: 0.001 },
    // 1 lot of 1000PEPE = 1000 PEPE against steps of 1 PEPE
    { name: 'a 1000-multiplier name against the plain coin', args: ['1', 1000, '1', 1], value: 1000 },
    // lcm(0.002, 0.003) = 0.006
    { name: 'steps of which neither divides the other', args: ['0.002', 1, '0.003', 1], value: 0.006 },
    // lcm(0.25, 0.1) = 0.5
    { name: 'steps with different decimals', args: ['0.25', 1, '0.1', 1], value: 0.5 },
    { name: 'a scale that prints with an exponent', args: ['1', 1e-7, '0.0000002', 1], value: 2e-7 },
  ] as const)('is exact for $name', ({ args, value }) => {
    const [qtyStepA, qtyScaleA, qtyStepB, qtyScaleB] = args;
    const step = commonStep({ qtyStep: qtyStepA, qtyScale: qtyScaleA }, { qtyStep: qtyStepB, qtyScale: qtyScaleB });
    expect(step).not.toBeNull();
    if (step !== null) expect(step.units / 10 ** step.decimals).toBe(value);
  });

  it.each(['0', '-1', 'x', ''])('has none with the step "%s"', (qtyStep) => {
    expect(commonStep({ qtyStep, qtyScale: 1 }, { qtyStep: '1', qtyScale: 1 })).toBeNull();
  });
});

describe('floorToStep', () => {
  it.each([
    [0.3, 0.3],
    [0.30000000000000004, 0.3],
    [0.29999999999999993, 0.2],
    [0.099, 0],
    [0, 0],
  ])('floors %d by a step of 0.1 to %d', (qty, floored) => {
    expect(floorToStep(qty, { units: 1, decimals: 1 })).toBe(floored);
  });

  // In words: never above the quantity, less than a step below it, and a whole number of steps.
  test.prop([
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.integer({ min: 1, max: 999 }),
    fc.integer({ min: 0, max: 8 }),
  ])('is the largest whole number of steps within the quantity', (qty, units, decimals) => {
    const power = 10 ** decimals;
    const floored = floorToStep(qty, { units, decimals });
    expect(floored).toBeLessThanOrEqual(qty);
    const multiples = Math.round((floored * power) / units);
    expect(floored).toBe((multiples * units) / power);
    expect(((multiples + 1) * units) / power).toBeGreaterThan(qty);
  });
});
