import type { FastifyInstance } from 'fastify';
import { getArbitrageExchanges } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentFees } from '../../../presenters/fees.ts';
import { roundedOrNull } from '../../../presenters/numbers.ts';
import { venueStatus } from '../../../presenters/venue-status.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/exchanges` */
export function addArbitrageExchanges(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getArbitrageExchanges, () => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const selected = link.values('scanner').get('state')?.venues ?? [];
    const exchanges = [...link.values('venue').values()].map((venue) => {
      const { status, reason } = venueStatus(venue);
      return {
        venue: venue.venue,
        selected: selected.includes(venue.venue),
        connected: status === 'ok' || status === 'slow',
        reason,
        instruments: { spot: venue.spotCount, perp: venue.perpCount },
        fees_bps: { spot: presentFees(venue.fees.spot), perp: presentFees(venue.fees.perp) },
        fee_source: venue.fees.source,
        latency_ms: roundedOrNull(venue.latencyMs, 2),
      };
    });
    return ok({ exchanges });
  });
}
