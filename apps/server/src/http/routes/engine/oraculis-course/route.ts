import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getOraculisCourse } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { rounded, roundedOrNull, toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import type { DecisionPoint } from '../../../../storage/trading-db/read-decision-course.ts';
import type { RouteDeps } from '../../route-deps.ts';

const DAY_MS = 86_400_000;
const POINTS_MAX = 100;

type Point = z.input<typeof getOraculisCourse.response>['points'][number];

/** `GET /api/trading/engine/oraculis/course` */
export function addOraculisCourse(app: FastifyInstance, { history, clock }: RouteDeps): void {
  serve(app, getOraculisCourse, ({ query: { days } }) => {
    const decisions = history.decisionCourse(clock.nowMs() - days * DAY_MS);
    if (!decisions.ok) return decisions;
    return ok({ days, decisions: decisions.value.length, points: pointsOf(decisions.value) });
  });
}

function pointsOf(decisions: readonly DecisionPoint[]): Point[] {
  const size = Math.max(1, Math.ceil(decisions.length / POINTS_MAX));
  let sum = 0;
  return Array.from({ length: Math.ceil(decisions.length / size) }, (_, at) => {
    const run = decisions.slice(at * size, (at + 1) * size);
    const taken = run.filter(({ isTaken }) => isTaken);
    const nets = taken.flatMap(({ netBps }) => (netBps === null ? [] : [netBps]));
    const odds = run.flatMap(({ propensity }) => (propensity === null ? [] : [1 - propensity]));
    sum += nets.reduce((total, net) => total + net, 0);
    return {
      timestamp: toEpochSeconds(run.at(-1)?.atMs ?? 0),
      decisions: run.length,
      taken: taken.length,
      outcomes: nets.length,
      mean_net_bps: roundedOrNull(meanOf(nets), 4),
      cumulative_net_bps: rounded(sum, 4),
      exploration: roundedOrNull(meanOf(odds), 6),
    };
  });
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
