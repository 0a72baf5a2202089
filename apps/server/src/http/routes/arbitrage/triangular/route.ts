import type { FastifyInstance } from 'fastify';
import { getTriangular } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { callArbitrage } from '../../../arbitrage-calls.ts';
import { executionPolicies } from '../../../presenters/arbitrage.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentTriangle } from '../../../presenters/why-not.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/triangular` */
export function addTriangular(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getTriangular, async ({ query }) => {
    const found = await callArbitrage(link, 'triangular', { symbol: query.symbol ?? null, venues: query.venues });
    if (!found.ok) return found;
    const triangles = found.value.triangles.map(presentTriangle);
    triangles.sort((a, b) => (b.net_bps ?? Number.NEGATIVE_INFINITY) - (a.net_bps ?? Number.NEGATIVE_INFINITY));
    return ok({
      execution_policies: executionPolicies(link),
      triangles,
      count: triangles.length,
      reason: found.value.reason,
      timestamp: toEpochSeconds(clock.nowMs()),
    });
  });
}
