import type { FastifyInstance } from 'fastify';
import {
  exploreOraculis,
  exportPolicy,
  freezeOraculis,
  importPolicy,
  resetOraculis,
  unfreezeOraculis,
} from '@riptide/contracts';
import { err, ok, type LearnerChange } from '@riptide/core/domain';
import { Oraculis } from '@riptide/core/strategies';
import { fieldRefusal } from '../../../field-refusal.ts';
import { policyRefusal } from '../../../policy-refusal.ts';
import { presentLearner } from '../../../presenters/learner.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/engine/oraculis/reset`, `/freeze`, `/unfreeze`, `/exploration`; `GET` and `POST …/policy` */
export function addOraculis(app: FastifyInstance, { link }: RouteDeps): void {
  const change = async (what: LearnerChange, message: string) => {
    const changed = await callEngines(link, 'learner-change', { change: what, by: BY_API });
    if (!changed.ok) return err(fieldRefusal(changed.error));
    return ok({ message, learner: presentLearner(changed.value.learner) });
  };
  serve(app, resetOraculis, () => change({ kind: 'reset' }, 'Oraculis forgot everything it learnt'));
  serve(app, freezeOraculis, () => change({ kind: 'freeze' }, 'Oraculis learns no more'));
  serve(app, unfreezeOraculis, () => change({ kind: 'unfreeze' }, 'Oraculis learns again'));
  serve(app, exploreOraculis, ({ body: { scale } }) =>
    change({ kind: 'exploration', scale }, `Exploration is ${scale}`),
  );
  serve(app, importPolicy, ({ body: { policy } }) => {
    const refusal = policyRefusal(policy);
    return refusal === null ? change({ kind: 'import', policy }, 'The policy is in use') : err(refusal);
  });
  serve(app, exportPolicy, async () => {
    const told = await callEngines(link, 'learner-state', {});
    if (!told.ok) return told;
    const { learner } = told.value;
    return ok({ policy: learner === null ? null : { ...new Oraculis(learner).exportPolicy() } });
  });
}
