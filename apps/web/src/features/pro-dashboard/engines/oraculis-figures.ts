import { getEngineAiMetrics, getOraculisCourse } from '@riptide/contracts/calls';
import { formatPct, UNKNOWN } from '../../../lib/format.ts';
import { armLabel } from '../../../shared/arm-label.ts';
import { meanExploration, mostLikely } from '../../../shared/learner-figures.ts';
import { useCall } from '../../../shared/use-call.ts';

/** What the learner knows moves slowly. */
const LEARNER_INTERVAL_MS = 10_000;
const COURSE_INTERVAL_MS = 30_000;
const COURSE_DAYS = 7;

/** Gives how widely Oraculis tried in the last seven days and the arm that is most likely its best; a dash before it learnt. */
export function useOraculisFigures(): { readonly exploration: string; readonly bestArm: string } {
  const learner = useCall(getEngineAiMetrics, { intervalMs: LEARNER_INTERVAL_MS }).data?.learner ?? null;
  const course = useCall(getOraculisCourse, {
    input: { query: { days: COURSE_DAYS } },
    intervalMs: COURSE_INTERVAL_MS,
  }).data;
  const share = course === undefined ? null : meanExploration(course.points);
  const best = learner === null ? null : mostLikely(learner);
  return {
    exploration: formatPct(share === null ? null : share * 100),
    bestArm: best === null ? UNKNOWN : armLabel(best.arm),
  };
}
