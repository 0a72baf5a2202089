import { ABSTAIN, plural, type ArmScore } from '../../domain/index.ts';

/** What the chooser knew when it took no arm. */
export interface AbstainKnowledge {
  readonly scores: readonly ArmScore[];
  /** Decisions its beliefs stand on; null for a chooser that doesn't learn. */
  readonly decisionsLearnt: number | null;
}

/**
 * Says in words why Oraculis took no arm: none is certain enough, or some are and the draw fell on doing nothing. Bps are means net of
 * costs with the half width of their 90 % interval.
 */
export function abstainReason({ scores, decisionsLearnt }: AbstainKnowledge): string {
  if (decisionsLearnt === null) return 'no learner is at work';
  const eligible = scores.filter(({ armId, isEligible }) => armId !== ABSTAIN && isEligible);
  const best = eligible.toSorted((a, b) => (b.meanBps ?? -Infinity) - (a.meanBps ?? -Infinity))[0];
  const known = [`${plural(decisionsLearnt, 'decision')} learnt`, ...(best === undefined ? [] : [bestText(best)])].join(
    '; ',
  );
  if (!eligible.some(({ propensity }) => propensity > 0)) return `no arm is certain enough yet (${known})`;
  const chance = scores.find(({ armId }) => armId === ABSTAIN)?.propensity ?? 0;
  return `the draw fell on doing nothing, chance ${chance.toPrecision(2)} (${known})`;
}

function bestText({ armId, meanBps, halfWidthBps }: ArmScore): string {
  return `best arm ${armId} ${bpsText(meanBps)} ± ${bpsText(halfWidthBps)} bps`;
}

function bpsText(bps: number | null): string {
  return bps === null || !Number.isFinite(bps) ? '—' : String(Math.round(bps * 10) / 10 + 0);
}
