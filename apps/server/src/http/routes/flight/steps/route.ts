import type { FastifyInstance } from 'fastify';
import { getFlightSteps } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentFlightStep } from '../../../presenters/flight.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';
import { askFlight } from '../ask-flight.ts';

/** `GET /api/flight/steps` */
export function addFlightSteps(app: FastifyInstance, { flight }: Pick<RouteDeps, 'flight'>): void {
  serve(app, getFlightSteps, async ({ query: { around, at, symbol = null, limit } }) => {
    if ((around === undefined) === (at === undefined)) {
      const text = 'give either around or at';
      return err(apiRefusal('invalid_input', { text, fields: { around: text } }));
    }
    const place = around === undefined ? { atMs: Math.round((at ?? 0) * 1_000) } : { seq: around };
    const found = await askFlight(flight, { kind: 'steps', place, symbol, limit });
    if (!found.ok) return found;
    const { steps, aroundSeq, hasBefore, hasAfter, firstSeq, lastSeq } = found.value;
    return ok({
      steps: steps.map(presentFlightStep),
      around_seq: aroundSeq,
      has_before: hasBefore,
      has_after: hasAfter,
      first_seq: firstSeq,
      last_seq: lastSeq,
    });
  });
}
