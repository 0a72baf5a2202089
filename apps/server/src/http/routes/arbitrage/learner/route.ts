import type { FastifyInstance } from 'fastify';
import { changeArbitrageLearner } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { callArbitrage } from '../../../arbitrage-calls.ts';
import { presentArbLearner } from '../../../presenters/arb-learner.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const MESSAGES = {
  reset: 'The arbitrage agent forgot everything it learnt',
  freeze: 'The arbitrage agent learns no more',
  unfreeze: 'The arbitrage agent learns again',
} as const;

/** `POST /api/arbitrage/learner` */
export function addArbitrageLearner(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, changeArbitrageLearner, async ({ body: { change } }) => {
    const changed = await callArbitrage(link, 'arb-learner', { change, by: BY_API });
    if (!changed.ok) return changed;
    return ok({ learner: presentArbLearner(changed.value), message: MESSAGES[change] });
  });
}
