import type { FastifyInstance } from 'fastify';
import { getOpportunities } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentOpportunities } from '../../../presenters/opportunity.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/opportunities` */
export function addOpportunities(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getOpportunities, ({ query }) => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const nowMs = clock.nowMs();
    const opportunities = presentOpportunities(link, link.values('opportunity').values(), {
      nowMs,
      limit: query.limit,
    });
    return ok({ opportunities, count: opportunities.length, timestamp: toEpochSeconds(nowMs) });
  });
}
