import { expect, it } from 'vitest';
import { buildInstrument } from './build-instrument.fixture.ts';
import { priceStepOf } from './price-step.ts';

it.each([
  ['0.1', 1, 0.1],
  ['0.0000001', 1, 1e-7],
  ['0.000001', 1_000, 1e-9],
  ['0.0001', 10_000, 1e-8],
])('the step of a price whose wire tick is %s by %d is %d', (pxTick, pxDivisor, step) => {
  expect(priceStepOf(buildInstrument({ pxTick, pxDivisor }))).toBe(step);
});
