import type { FastifyInstance } from 'fastify';
import { closeExecution, flattenExecution, getExecutionById, getExecutions } from '@riptide/contracts';
import { err, ok, type ArbTrade } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { callArbitrage, orderArbitrage } from '../../../arbitrage-calls.ts';
import { mergePages } from '../../../merge-pages.ts';
import { executionText, presentExecution } from '../../../presenters/executions.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/executions`, `GET …/:id`, `POST …/:id/close` and `/flatten` */
export function addExecutions(app: FastifyInstance, { link, clock, history }: RouteDeps): void {
  serve(app, getExecutions, async ({ query }) => {
    const { state, symbol, before, limit } = query;
    const found = await callArbitrage(link, 'arb-query', {
      limit,
      ...(state === undefined ? {} : { state }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(before === undefined ? {} : { beforeMs: Math.ceil(before * 1_000) }),
    });
    if (!found.ok) return found;
    const beforeMs = before === undefined ? null : Math.ceil(before * 1_000);
    const past = history.arbitrages({ state: state ?? null, symbol: symbol ?? null, beforeMs, limit });
    if (!past.ok) return past;
    const trades = mergePages<ArbTrade>(found.value.trades, past.value.rows, {
      limit,
      idOf: ({ arbId }) => arbId,
      msOf: ({ startedMs }) => startedMs,
    });
    const total = Math.max(found.value.total, past.value.total);
    return ok({ executions: trades.map(presentExecution), total, timestamp: toEpochSeconds(clock.nowMs()) });
  });
  serve(app, getExecutionById, async ({ params }) => {
    const found = await callArbitrage(link, 'arb-query', { arbId: params.id, limit: 1 });
    if (!found.ok) return found;
    const [recent] = found.value.trades;
    const kept = recent === undefined ? history.arbitrage(params.id) : ok<ArbTrade>(recent);
    if (!kept.ok) return kept;
    const trade = kept.value;
    return trade === null ? err(apiRefusal('arbitrage_not_found')) : ok({ execution: presentExecution(trade) });
  });
  serve(app, closeExecution, async ({ params }) => {
    const closed = await orderArbitrage(link, 'arb-close', { arbId: params.id, by: BY_API });
    if (!closed.ok) return closed;
    const { trade } = closed.value;
    return ok({ execution: presentExecution(trade), message: executionText(trade) });
  });
  serve(app, flattenExecution, async ({ params }) => {
    const flattened = await orderArbitrage(link, 'arb-flatten', { arbId: params.id, by: BY_API });
    if (!flattened.ok) return flattened;
    const { trade } = flattened.value;
    return ok({ execution: presentExecution(trade), message: executionText(trade) });
  });
}
