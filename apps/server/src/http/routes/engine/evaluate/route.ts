import type { FastifyInstance } from 'fastify';
import { evaluatePolicyOffline } from '@riptide/contracts';
import { err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { evaluatePolicy, Oraculis, policyOf, type LoggedDecision } from '@riptide/core/strategies';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { policyRefusal } from '../../../policy-refusal.ts';
import { presentEvaluation } from '../../../presenters/learner.ts';
import { serve } from '../../../serve.ts';
import { callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const PAGE = 200;
/** More than the engine remembers. */
const PAGES_MAX = 10;

/** `POST /api/trading/engine/oraculis/evaluate` */
export function addPolicyEvaluation(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, evaluatePolicyOffline, async ({ body: { policy, scale } }) => {
    const refusal = policy === undefined ? null : policyRefusal(policy);
    if (refusal !== null) return err(refusal);
    const told = await callEngines(link, 'learner-state', {});
    if (!told.ok) return told;
    const logged = await settledDecisions(link);
    if (!logged.ok) return logged;
    const candidate = new Oraculis(told.value.learner);
    if (policy !== undefined) candidate.change({ kind: 'import', policy }, clock.nowMs());
    if (scale !== undefined) candidate.change({ kind: 'exploration', scale }, clock.nowMs());
    return ok({ evaluation: presentEvaluation(evaluatePolicy(logged.value, policyOf(candidate))) });
  });
}

/** Reads every decision whose outcomes are known, oldest first. */
async function settledDecisions(link: EngineLink): Promise<Result<readonly LoggedDecision[], DomainError>> {
  const logged: LoggedDecision[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const found = await callEngines(link, 'sniping-query', { limit: PAGE, offset: page * PAGE });
    if (!found.ok) return found;
    const { rows, total } = found.value;
    for (const { decision, outcome } of rows)
      if (outcome !== null && outcome.isInterrupted !== true) logged.push({ decision, outcome });
    if ((page + 1) * PAGE >= total) break;
  }
  return ok(logged.reverse());
}
