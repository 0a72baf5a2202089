import { describe, expect, it } from 'vitest';
import { ABSTAIN } from '../../domain/index.ts';
import { Oraculis } from '../../strategies/index.ts';
import { abstainReason } from './abstain-reason.ts';

const CONTEXT = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const OFFERS = [{ armId: 'fade-15-35x25-post', isEligible: true, reason: null }];
const ABSTAINING = { armId: ABSTAIN, isEligible: true, reason: null, meanBps: 0, halfWidthBps: 0 };

describe('abstainReason', () => {
  it('claims nothing about costs while nothing is learnt', () => {
    const { scores } = new Oraculis().choose(CONTEXT, OFFERS, () => 0);
    expect(abstainReason({ scores, decisionsLearnt: 0 })).toBe(
      'no arm is certain enough yet (0 decisions learnt; best arm fade-15-35x25-post 0 ± 24.7 bps)',
    );
  });

  it('names the best of the eligible arms', () => {
    const arm = { isEligible: true, reason: null, halfWidthBps: 3.44, propensity: 0 };
    const scores = [
      { ...arm, armId: 'a', meanBps: -4 },
      { ...arm, armId: 'b', meanBps: 2.25 },
      { ...arm, armId: 'c', meanBps: 9, isEligible: false },
      { ...ABSTAINING, propensity: 1 },
    ];
    expect(abstainReason({ scores, decisionsLearnt: 40 })).toBe(
      'no arm is certain enough yet (40 decisions learnt; best arm b 2.3 ± 3.4 bps)',
    );
  });

  it('says so when an arm was certain and the draw fell on doing nothing', () => {
    const arm = { armId: 'a', isEligible: true, reason: null, meanBps: 5, halfWidthBps: 3, propensity: 0.98 };
    const scores = [arm, { ...ABSTAINING, propensity: 0.02 }];
    expect(abstainReason({ scores, decisionsLearnt: 99 })).toContain('the draw fell on doing nothing, chance 0.020');
  });

  it('says so when nothing learns', () => {
    expect(abstainReason({ scores: [], decisionsLearnt: null })).toBe('no learner is at work');
  });
});
