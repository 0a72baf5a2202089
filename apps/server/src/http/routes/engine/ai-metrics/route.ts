import type { FastifyInstance } from 'fastify';
import { getEngineAiMetrics } from '@riptide/contracts';
import { ok, type DecisionAction } from '@riptide/core/domain';
import { presentArms } from '../../../presenters/arms.ts';
import { presentDecision } from '../../../presenters/decisions.ts';
import { presentEngine, readyEngines } from '../../../presenters/engines.ts';
import { presentLearner } from '../../../presenters/learner.ts';
import { serve } from '../../../serve.ts';
import { callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/engine/ai_metrics` */
export function addEngineAiMetrics(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getEngineAiMetrics, async () => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const told = await callEngines(link, 'learner-state', {});
    const learner = told.ok ? presentLearner(told.value.learner) : null;
    const { mode, since } = presentEngine(link, engines.value.oraculis);
    const decisions = [...link.values('decision').values()].sort((a, b) => b.atMs - a.atMs);
    const count = (action: DecisionAction): number => decisions.filter((each) => each.action === action).length;
    const sniping = link.values('sniping').get('state');
    return ok({
      metrics: {
        running: engines.value.oraculis.isRunning,
        mode,
        since,
        decisions_made: sniping?.decisionsMade ?? 0,
        chosen_by_oraculis: decisions.filter(({ chosenBy }) => chosenBy === 'oraculis').length,
        abstained: count('abstained'),
        blocked: count('blocked'),
        watched: count('watched'),
        proposed: count('proposed'),
        traded: count('traded'),
        added: count('added'),
        best_arm: learner?.best_arm ?? null,
        shadows_followed: sniping?.shadows.followed ?? 0,
      },
      arms: presentArms(link),
      decisions: decisions.map(presentDecision),
      learner,
    });
  });
}
