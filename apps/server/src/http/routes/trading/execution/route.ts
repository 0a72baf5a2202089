import type { FastifyInstance } from 'fastify';
import { getExecution, setExecution } from '@riptide/contracts';
import { err, ok, VENUES } from '@riptide/core/domain';
import { modeOfVenue } from '../../../presenters/accounts.ts';
import { serve } from '../../../serve.ts';
import { gateRefusal } from '../../../to-problem.ts';
import { BY_API, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `POST /api/trading/execution`: where the orders of each venue go. */
export function addExecution(app: FastifyInstance, { link, facts }: RouteDeps): void {
  serve(app, getExecution, () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const venues = VENUES.map((venue) => ({ venue, mode: modeOfVenue(link, venue) }));
    return ok({ market: facts.market, execution: facts.execution, venues });
  });
  serve(app, setExecution, async ({ body }) => {
    const { venue, mode } = body;
    const set = await callTrading(link, 'set-execution', {
      venue,
      mode,
      confirmation: body.confirmation ?? null,
      by: BY_API,
    });
    return set.ok ? ok({ venue, mode: set.value.mode }) : err(gateRefusal(set.error));
  });
}
