import type { FastifyInstance } from 'fastify';
import { getGoLive } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import type { TradingStateView } from '@riptide/core/engine';
import { presentGoLive, type GoLiveSources } from '../../../presenters/go-live.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/go-live` */
export function addGoLive(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, getGoLive, async () => {
    const state = readyState(deps.link);
    return state.ok ? ok(presentGoLive(await goLiveSources(deps, state.value))) : state;
  });
}

/** Reads what the checklist is made of. A history that can't be read counts as none: it is advice only. */
export async function goLiveSources(deps: RouteDeps, state: TradingStateView): Promise<GoLiveSources> {
  const { link, connections, facts, clock, notifier, history, settings } = deps;
  const read = history.closedTrades('paper');
  return {
    link,
    state,
    connections,
    market: facts.market,
    nowMs: clock.nowMs(),
    riskSavedMs: settings.riskSavedMs,
    channels: await notifier.deliveries.figures(),
    paperTrades: read.ok ? read.value : [],
  };
}
