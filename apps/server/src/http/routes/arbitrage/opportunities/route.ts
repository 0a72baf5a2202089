import type { FastifyInstance } from 'fastify';
import { getOpportunities, type Opportunity } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { callArbitrage } from '../../../arbitrage-calls.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentOpportunities } from '../../../presenters/opportunity.ts';
import { serve } from '../../../serve.ts';
import type { EngineLink } from '../../../../link/engine-link.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** Rows whose checks are asked for: what a screen shows at once. */
const SUMMARIES_MAX = 25;

/** `GET /api/arbitrage/opportunities` */
export function addOpportunities(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getOpportunities, async ({ query }) => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const nowMs = clock.nowMs();
    const rows = presentOpportunities(link, link.values('opportunity').values(), { nowMs, limit: query.limit });
    const summaries = await summariesOf(
      link,
      rows.slice(0, SUMMARIES_MAX).map(({ id }) => id),
    );
    const opportunities = rows.map((row) => ({ ...row, checks: summaries.get(row.id) ?? null }));
    return ok({ opportunities, count: opportunities.length, timestamp: toEpochSeconds(nowMs) });
  });
}

/** By row, how it stands in its checks; without an answer the list is shown without. */
async function summariesOf(
  link: EngineLink,
  opportunityIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Opportunity['checks']>>> {
  if (opportunityIds.length === 0) return new Map();
  const asked = await callArbitrage(link, 'arb-checks', { opportunityIds });
  if (!asked.ok) return new Map();
  return new Map(
    asked.value.rows.map(({ opportunityId, passed, total, nearestMiss }) => [
      opportunityId,
      { passed, total, nearest_miss: nearestMiss },
    ]),
  );
}
