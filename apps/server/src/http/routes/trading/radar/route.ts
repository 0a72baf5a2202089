import type { FastifyInstance } from 'fastify';
import { getRadar } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentLiquidations } from '../../../presenters/liquidation.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentCandidates, presentCascades, presentLeadLag } from '../../../presenters/radar.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/radar` */
export function addRadar(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getRadar, ({ query }) => {
    const sniping = link.values('sniping').get('state');
    if (!link.isConnected || sniping === undefined) return err(apiRefusal('engine_unavailable'));
    const symbol = query.symbol ?? null;
    const { followed, begun, told, closedEarly, interrupted } = sniping.shadows;
    return ok({
      windows: presentCandidates(link, symbol),
      cascades: presentCascades(link, symbol),
      lead_lag: sniping.leadLag.map(presentLeadLag),
      liquidations: presentLiquidations(link, query.limit, symbol),
      counters: { ...sniping.counters },
      decisions_made: sniping.decisionsMade,
      shadows: { followed, begun, told, closed_early: closedEarly, interrupted },
      timestamp: toEpochSeconds(clock.nowMs()),
    });
  });
}
