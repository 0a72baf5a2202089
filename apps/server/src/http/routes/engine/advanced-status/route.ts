import type { FastifyInstance } from 'fastify';
import { getAdvancedStatus } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentAdvancedStatus } from '../../../presenters/advanced-status.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/engine/advanced_status` */
export function addAdvancedStatus(app: FastifyInstance, { link, history }: RouteDeps): void {
  serve(app, getAdvancedStatus, () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const trades = history.closedTrades(leadingMode(link));
    if (!trades.ok) return trades;
    return ok({ advanced_status: presentAdvancedStatus(link, state.value, trades.value) });
  });
}
