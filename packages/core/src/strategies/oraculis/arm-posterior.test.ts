import { describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../../kernel/index.ts';
import { ArmPosterior } from './arm-posterior.ts';
import { choleskyFactor, packedLength, solveLower, solveUpper } from './cholesky.ts';

describe('choleskyFactor', () => {
  it('solves what it factored', () => {
    const random = seededRandom(1);
    const dimension = 10;
    const rows = Array.from({ length: 12 }, () => Array.from({ length: dimension }, () => normal(random)));
    const at = (i: number, j: number): number =>
      rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), i === j ? 0.1 : 0);
    const matrix = Float64Array.from(
      Array.from({ length: dimension }, (_, i) => Array.from({ length: i + 1 }, (__, j) => at(i, j))).flat(),
    );
    const wanted = Array.from({ length: dimension }, (_, i) => i - 4);
    const right = wanted.map((_, i) => wanted.reduce((sum, x, j) => sum + at(Math.max(i, j), Math.min(i, j)) * x, 0));
    const factor = choleskyFactor(matrix, dimension) ?? new Float64Array();
    const solution = solveUpper(factor, solveLower(factor, right));
    for (const [i, x] of solution.entries()) expect(x).toBeCloseTo(wanted[i] ?? Number.NaN, 8);
  });

  it('takes a matrix that rounding made barely indefinite, and refuses one that is indefinite', () => {
    expect(choleskyFactor(Float64Array.from([1, 1, 1 - 1e-15]), 2)).not.toBeNull();
    expect(choleskyFactor(Float64Array.from([1, 2, 1]), 2)).toBeNull();
    expect(choleskyFactor(Float64Array.from([Number.NaN]), 1)).toBeNull();
  });
});

describe('ArmPosterior', () => {
  it('finds a planted line, and its interval holds the truth about 90 times of 100', () => {
    let held = 0;
    const runs = 60;
    for (let seed = 1; seed <= runs; seed += 1) {
      const random = seededRandom(seed);
      const posterior = new ArmPosterior(2);
      for (let i = 0; i < 500; i += 1) {
        const x = normal(random);
        posterior.add([1, x], 10 + 5 * x + 40 * normal(random), 1);
      }
      const { meanBps, meanSdBps, noiseSdBps } = posterior.predict([1, 1]);
      expect(Math.abs(noiseSdBps - 40)).toBeLessThan(6);
      if (Math.abs(meanBps - 15) <= 1.645 * meanSdBps) held += 1;
    }
    expect(held).toBeGreaterThan(46);
  });

  it('takes a reward of weight 3 as three rewards', () => {
    const once = new ArmPosterior(2);
    once.add([1, 0.5], 20, 3);
    const thrice = new ArmPosterior(2);
    for (let i = 0; i < 3; i += 1) thrice.add([1, 0.5], 20, 1);
    expect(once.predict([1, 1]).meanBps).toBeCloseTo(thrice.predict([1, 1]).meanBps, 10);
    expect(once.predict([1, 1]).meanSdBps).toBeCloseTo(thrice.predict([1, 1]).meanSdBps, 10);
  });

  it('goes back to the prior when it forgets', () => {
    const posterior = new ArmPosterior(2);
    for (let i = 0; i < 100; i += 1) posterior.add([1, 1], 50, 1);
    posterior.forget(0);
    expect(posterior.predict([1, 0])).toEqual(new ArmPosterior(2).predict([1, 0]));
  });

  it('stays solvable after 20,000 equal contexts', () => {
    const posterior = new ArmPosterior(10);
    const context = Array.from({ length: 10 }, (_, ix) => (ix === 0 ? 1 : 2));
    for (let i = 0; i < 20_000; i += 1) posterior.add(context, 10, 1);
    expect(posterior.predict(context).meanBps).toBeCloseTo(10, 1);
    expect(posterior.sums().gram).toHaveLength(packedLength(10));
  });
});
