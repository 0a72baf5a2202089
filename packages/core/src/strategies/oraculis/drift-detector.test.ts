import { describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../../kernel/index.ts';
import { NO_DRIFT, stepDrift } from './drift-detector.ts';

/** Returns after how many residuals of a mean the detector alarms, and since when it says they have changed; null: not within 500. */
function alarmOf(mean: number, seed: number, steadyFirst = 0): { at: number; changedSince: number } | null {
  const random = seededRandom(seed);
  let state = NO_DRIFT;
  for (let at = 1; at <= steadyFirst + 500; at += 1) {
    const step = stepDrift(state, normal(random) + (at > steadyFirst ? mean : 0));
    if (step.changedSince !== null) return { at: at - steadyFirst, changedSince: step.changedSince };
    state = step.state;
  }
  return null;
}

describe('stepDrift', () => {
  it.each([1, -1])('sees a shift by %d deviation within 60 residuals, and since when', (mean) => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const alarm = alarmOf(mean, seed, 100);
      expect(alarm?.at).toBeLessThanOrEqual(60);
      expect(Math.abs((alarm?.changedSince ?? Number.NaN) - (alarm?.at ?? Number.NaN))).toBeLessThan(40);
    }
  });

  it('is quiet while nothing changes: at most 3 of 100 runs of 500 alarm', () => {
    const alarms = Array.from({ length: 100 }, (_, seed) => alarmOf(0, seed + 1)).filter((alarm) => alarm !== null);
    expect(alarms.length).toBeLessThanOrEqual(3);
  });

  it('is not set off by a few wild residuals', () => {
    let state = NO_DRIFT;
    for (let i = 0; i < 4; i += 1) {
      const step = stepDrift(state, 1_000);
      expect(step.changedSince).toBeNull();
      state = step.state;
    }
  });
});
