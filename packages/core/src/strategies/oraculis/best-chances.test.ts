import { describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../../kernel/index.ts';
import { bestChances, normalBelow } from './best-chances.ts';

describe('bestChances', () => {
  it('gives what twenty thousand draws give', () => {
    const beliefs = [
      { meanBps: 5, sdBps: 3 },
      { meanBps: 4, sdBps: 8 },
      { meanBps: -2, sdBps: 6 },
    ];
    const random = seededRandom(1);
    const draws = 20_000;
    const wins = [0, 0, 0, 0];
    for (let i = 0; i < draws; i += 1) {
      const drawn = [...beliefs.map(({ meanBps, sdBps }) => meanBps + sdBps * normal(random)), 0];
      const best = drawn.indexOf(Math.max(...drawn));
      wins[best] = (wins[best] ?? 0) + 1;
    }
    const { arms, abstain } = bestChances(beliefs);
    for (const [ix, chance] of [...arms, abstain].entries()) {
      expect(Math.abs(chance - (wins[ix] ?? 0) / draws)).toBeLessThan(0.015);
    }
  });

  it('abstains when every arm is surely below 0, and when there is none', () => {
    expect(bestChances([{ meanBps: -50, sdBps: 1 }])).toEqual({ arms: [0], abstain: 1 });
    expect(bestChances([])).toEqual({ arms: [], abstain: 1 });
  });

  it('takes the best mean where nothing is in doubt', () => {
    const beliefs = [
      { meanBps: 3, sdBps: 0 },
      { meanBps: 7, sdBps: 0 },
    ];
    expect(bestChances(beliefs)).toEqual({ arms: [0, 1], abstain: 0 });
  });

  it('sums to 1 with beliefs of very different widths', () => {
    const { arms, abstain } = bestChances([
      { meanBps: 1, sdBps: 1e-6 },
      { meanBps: 100, sdBps: 50 },
      { meanBps: -300, sdBps: 200 },
    ]);
    expect(arms.reduce((sum, chance) => sum + chance, abstain)).toBeCloseTo(1, 12);
  });

  it('knows the normal distribution by its tables', () => {
    expect(normalBelow(0)).toBeCloseTo(0.5, 7);
    expect(normalBelow(1.959964)).toBeCloseTo(0.975, 6);
    expect(normalBelow(-1.644854)).toBeCloseTo(0.05, 6);
  });
});
