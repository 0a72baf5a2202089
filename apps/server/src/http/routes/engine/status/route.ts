import type { FastifyInstance } from 'fastify';
import { getEngineStatus } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { engineViews, presentEnginePair } from '../../../presenters/engines.ts';
import { rounded } from '../../../presenters/numbers.ts';
import { venueUnreadiness } from '../../../presenters/venue-readiness.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/engine/status`: while the engine is away as last known, whether they run unknown. */
export function addEngineStatus(app: FastifyInstance, deps: RouteDeps): void {
  const { link, facts } = deps;
  serve(app, getEngineStatus, () => {
    const views = engineViews(link);
    if (views === null) return err(apiRefusal('engine_unavailable'));
    const { settings } = views.pasTrader;
    const engines = presentEnginePair(link, views);
    const pair = [engines.pas_trader, engines.oraculis];
    const { performance } = engines.pas_trader;
    return ok({
      status: link.isConnected ? ('connected' as const) : ('disconnected' as const),
      trading_ready: venueUnreadiness(deps, settings.venue) === null,
      real_data: facts.market === 'live',
      system: {
        trading_engines_loaded: pair.length,
        active_threads: pair.filter(({ running }) => running === true).length,
      },
      engines,
      performance: { ...performance, pas_trader: { total_pnl: performance.total_pnl } },
      settings: {
        engine_cap_usd: settings.budgetUsd,
        leverage_max: settings.leverage,
        risk_pct: rounded(settings.capitalFrac * 100, 4),
        timeframe: '1m' as const,
        enable_liq_sniper: settings.mode !== 'monitor',
        auto_pick: settings.autoPick,
      },
    });
  });
}
