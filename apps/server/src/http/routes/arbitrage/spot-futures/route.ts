import type { FastifyInstance } from 'fastify';
import { getSpotFutures } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { executionPolicies } from '../../../presenters/arbitrage.ts';
import { presentBasis } from '../../../presenters/basis.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentOpportunities } from '../../../presenters/opportunity.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const OPPORTUNITIES_MAX = 500;

/** `GET /api/arbitrage/spot_futures` */
export function addSpotFutures(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getSpotFutures, ({ query }) => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const nowMs = clock.nowMs();
    const views = [...link.values('opportunity').values()].filter(
      (view) => view.mode === 'spot-futures' && (query.symbol === undefined || view.symbol === query.symbol),
    );
    return ok({
      basis: presentBasis(link.values('instrument').values(), nowMs, query.symbol),
      opportunities: presentOpportunities(link, views, { nowMs, limit: OPPORTUNITIES_MAX }),
      execution_policies: executionPolicies(link),
      timestamp: toEpochSeconds(nowMs),
    });
  });
}
