import type { OraculisLearner } from '@riptide/contracts/calls';
import { formatCount } from '../lib/format.ts';

/** Below this intervals are still wide. */
export const ENOUGH_OUTCOMES = 100;

/** Says on how little the beliefs rest still: outcomes, for a decision is taken before its outcome is known. */
export function learntWords(outcomes: number): string {
  return `${formatCount(outcomes)} of ${ENOUGH_OUTCOMES} outcomes, intervals are wide`;
}

/** The title of a place that fills with outcomes: decided and not yet known is something else than never decided. */
export function nothingLearnt(decisions: number | undefined): string {
  return (decisions ?? 0) === 0 ? 'No decisions yet' : 'No outcomes yet';
}

/**
 * How far the next outcome moves the belief about an arm, 0 to 1: one outcome among those it already rests on. Mean over the arms that
 * have evidence; null before the first, 0 while nothing is learnt.
 */
export function learningRate({ arms, frozen }: OraculisLearner): number | null {
  const known = arms.filter(({ evidence }) => evidence > 0);
  if (known.length === 0) return null;
  if (frozen) return 0;
  return known.reduce((sum, { evidence }) => sum + 1 / (1 + evidence), 0) / known.length;
}

/** The arm that is most likely the best, and how likely; null before anything was learnt. */
export function mostLikely({ arms }: OraculisLearner): OraculisLearner['arms'][number] | null {
  const known = arms.filter(({ evidence }) => evidence > 0);
  return known.toSorted((one, other) => other.best_chance - one.best_chance)[0] ?? null;
}

/** Mean chance that something else would have been drawn, weighed by decisions; null while none is known. */
export function meanExploration(
  points: readonly { readonly decisions: number; readonly exploration: number | null }[],
): number | null {
  const known = points.flatMap(({ decisions, exploration }) =>
    exploration === null ? [] : [{ decisions, exploration }],
  );
  const count = known.reduce((sum, { decisions }) => sum + decisions, 0);
  return count === 0 ? null : known.reduce((sum, each) => sum + each.exploration * each.decisions, 0) / count;
}
