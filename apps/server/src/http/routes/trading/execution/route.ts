import type { FastifyInstance } from 'fastify';
import { getExecution, setExecution } from '@riptide/contracts';
import { err, ok, VENUES, type Venue } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { modeOfVenue } from '../../../presenters/accounts.ts';
import { isGoLiveEnforced, missingForLive } from '../../../presenters/go-live.ts';
import { serve } from '../../../serve.ts';
import { gateRefusal } from '../../../to-problem.ts';
import { BY_API, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';
import { goLiveSources } from '../go-live/route.ts';

/** `GET` and `POST /api/trading/execution`: where the orders of each venue go. */
export function addExecution(app: FastifyInstance, deps: RouteDeps): void {
  const { link, facts } = deps;
  serve(app, getExecution, () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const venues = VENUES.map((venue) => ({ venue, mode: modeOfVenue(link, venue) }));
    return ok({ market: facts.market, execution: facts.execution, venues });
  });
  serve(app, setExecution, async ({ body }) => {
    const { venue, mode } = body;
    const missing = mode === 'live' && isGoLiveEnforced(facts.market) ? await missingOf(deps, venue) : [];
    if (missing.length > 0) {
      const text = `${venue} is not ready for live orders: ${missing.length} of 4 required points are open`;
      return err(apiRefusal('live_not_confirmed', { text, detail: missing.join('; ') }));
    }
    const set = await callTrading(link, 'set-execution', {
      venue,
      mode,
      confirmation: body.confirmation ?? null,
      by: BY_API,
    });
    return set.ok ? ok({ venue, mode: set.value.mode }) : err(gateRefusal(set.error));
  });
}

async function missingOf(deps: RouteDeps, venue: Venue): Promise<string[]> {
  const state = readyState(deps.link);
  return state.ok ? missingForLive(await goLiveSources(deps, state.value), venue) : ['the engine is not answering'];
}
