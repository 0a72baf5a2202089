import type { FastifyInstance } from 'fastify';
import { getArbitrageExchanges } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentFees } from '../../../presenters/fees.ts';
import { momentOf } from '../../../presenters/moment.ts';
import { chosenVenues } from '../../../presenters/scanner.ts';
import { feedDelayMs, isHeard, venueVerdict } from '../../../presenters/venue-status.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/exchanges` */
export function addArbitrageExchanges(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, getArbitrageExchanges, () => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const moment = momentOf(deps);
    const selected = chosenVenues(link.values('scanner').get('state'));
    const exchanges = [...link.values('venue').values()].map((venue) => {
      const verdict = venueVerdict(link, venue, moment);
      return {
        venue: venue.venue,
        selected: selected.includes(venue.venue),
        connected: isHeard(verdict),
        reason: verdict.reason,
        instruments: { spot: venue.spotCount, perp: venue.perpCount },
        fees_bps: { spot: presentFees(venue.fees.spot), perp: presentFees(venue.fees.perp) },
        fee_source: venue.fees.source,
        latency_ms: feedDelayMs(venue, verdict),
      };
    });
    return ok({ exchanges });
  });
}
