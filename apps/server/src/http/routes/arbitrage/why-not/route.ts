import type { FastifyInstance } from 'fastify';
import { getWhyNot } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { arbitrageRefusal, askArbitrage } from '../../../arbitrage-calls.ts';
import { roundedOrNull, toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentOpportunity } from '../../../presenters/opportunity.ts';
import { presentCheck } from '../../../presenters/why-not.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/opportunities/:id/why-not` */
export function addWhyNot(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getWhyNot, async ({ params }) => {
    const asked = await askArbitrage(link, 'arb-why-not', { opportunityId: params.id });
    if (!asked.ok) {
      const isUnknown = asked.error.code === 'ARBITRAGE_NOT_FOUND';
      const text = 'The scanner does not compare these two';
      return err(isUnknown ? apiRefusal('not_found', { text }) : arbitrageRefusal(asked.error));
    }
    const { opportunity, atMs, checks, wouldPassAtBps } = asked.value;
    return ok({
      opportunity: presentOpportunity(link, opportunity, atMs),
      checks: checks.map(presentCheck),
      passed: checks.filter((check) => check.ok).length,
      total: checks.length,
      would_pass_at_bps: roundedOrNull(wouldPassAtBps, 4),
      timestamp: toEpochSeconds(atMs),
    });
  });
}
