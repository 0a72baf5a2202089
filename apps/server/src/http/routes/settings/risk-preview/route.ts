import type { FastifyInstance } from 'fastify';
import { previewRiskSettings } from '@riptide/contracts';
import { EXECUTION_MODES, ok } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import { presentRiskPreview } from '../../../presenters/risk-preview.ts';
import { presentRiskSettings } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/settings/risk/preview` */
export function addRiskPreview(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, previewRiskSettings, ({ body }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const trades: ClosedTrade[] = [];
    for (const mode of EXECUTION_MODES) {
      const closed = history.closedTrades(mode);
      if (!closed.ok) return closed;
      trades.push(...closed.value);
    }
    const before = presentRiskSettings(state.value);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const after = { ...before, ...given };
    return ok(presentRiskPreview({ link, state: state.value, before, after, trades, nowMs: clock.nowMs() }));
  });
}
