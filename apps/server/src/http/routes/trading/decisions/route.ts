import type { FastifyInstance } from 'fastify';
import { dismissDecision, executeDecision, getDecision, getDecisions } from '@riptide/contracts';
import { domainError, err, ok, type DomainError } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentDecisionOf, presentDecisionWhole } from '../../../presenters/decisions.ts';
import { readyEngines } from '../../../presenters/engines.ts';
import { serve } from '../../../serve.ts';
import type { DecisionDetail } from '@riptide/core/engine';
import type { Page } from '../../../../storage/trading-db/trading-history.ts';
import type { RouteError } from '../../../to-problem.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const UNKNOWN = apiRefusal('not_found', { text: 'There is no such decision' });

/** `GET /api/trading/decisions`, `GET …/:id`, `POST …/:id/execute` and `/dismiss` */
export function addDecisions(app: FastifyInstance, { link, history }: RouteDeps): void {
  serve(app, getDecisions, async ({ query }) => {
    const { symbol, action, since, until, before, limit, offset } = query;
    if (since !== undefined && until !== undefined && since > until) {
      const text = `${until} is before since, which is ${since}`;
      return err(apiRefusal('invalid_input', { text: `until: ${text}`, fields: { until: text } }));
    }
    const past = (rows: number): ReturnType<typeof history.decisions> =>
      history.decisions({
        beforeId: before ?? null,
        symbol: symbol ?? null,
        action: action ?? null,
        sinceMs: since === undefined ? null : Math.ceil(since * 1_000),
        beforeMs: until === undefined ? null : Math.floor(until * 1_000) + 1,
        limit: rows,
        offset,
      });
    if (before !== undefined) {
      const page = past(limit);
      return page.ok ? ok(pageOf(page.value, { limit, offset, hasMore: page.value.rows.length === limit })) : page;
    }
    const found = await callEngines(link, 'sniping-query', {
      limit,
      offset,
      ...(symbol === undefined ? {} : { symbol }),
      ...(action === undefined ? {} : { action }),
      ...(since === undefined ? {} : { afterMs: Math.ceil(since * 1_000) }),
      // The bound of the person is inclusive, that of the core is not.
      ...(until === undefined ? {} : { beforeMs: Math.floor(until * 1_000) + 1 }),
    });
    if (!found.ok) return found;
    const recent = found.value;
    // The engine remembers the newest; what is older is in the database, which is a moment behind.
    const isBeyond = offset + limit > recent.total;
    const page = past(isBeyond ? limit : 1);
    if (!page.ok) return page;
    const total = Math.max(page.value.total, recent.total);
    const rows = isBeyond && total > recent.total ? page.value.rows : recent.rows;
    return ok(pageOf({ rows, total }, { limit, offset, hasMore: rows.length === limit }));
  });
  serve(app, getDecision, async ({ params }) => {
    const found = await callEngines(link, 'sniping-query', { decisionId: params.id, limit: 1 });
    if (!found.ok) return found;
    const kept = found.value.rows.length > 0 ? ok(found.value.rows[0] ?? null) : history.decision(params.id);
    if (!kept.ok) return kept;
    return kept.value === null ? err(UNKNOWN) : ok({ decision: presentDecisionWhole(kept.value) });
  });
  serve(app, executeDecision, async ({ params }) => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const { pasTrader, oraculis } = engines.value;
    if (!pasTrader.isRunning && !oraculis.isRunning) {
      return err(apiRefusal('conflict', { text: 'No engine runs that could trade it: start one first' }));
    }
    const done = await callEngines(link, 'execute-decision', { decisionId: params.id, by: BY_API });
    if (!done.ok) return err(refusalOf(done.error));
    return ok({ decision: presentDecisionWhole(done.value), message: `${done.value.decision.symbol} is being traded` });
  });
  serve(app, dismissDecision, async ({ params }) => {
    const done = await callEngines(link, 'dismiss-decision', { decisionId: params.id, by: BY_API });
    if (!done.ok) return err(refusalOf(done.error));
    return ok({ decision: presentDecisionWhole(done.value), message: 'The proposal is dismissed' });
  });
}

function pageOf(
  { rows, total }: Page<DecisionDetail>,
  { limit, offset, hasMore }: { readonly limit: number; readonly offset: number; readonly hasMore: boolean },
) {
  const next_before = hasMore ? (rows.at(-1)?.decision.decisionId ?? null) : null;
  return { decisions: rows.map(presentDecisionOf), total, limit, offset, next_before };
}

function refusalOf(error: DomainError): RouteError {
  if (error.outcome === 'unknown') {
    return domainError('ORDER_OUTCOME_UNKNOWN', `${error.code} ${error.detail}`, { outcome: 'unknown' });
  }
  switch (error.code) {
    case 'ORDER_NOT_FOUND':
      return UNKNOWN;
    case 'ORDER_FINAL':
      return apiRefusal('conflict', { text: 'It is no proposal any more' });
    case 'PREVIEW_EXPIRED':
      return apiRefusal('preview_expired', { text: 'The proposal is older than 30 s' });
    case 'INPUT_INVALID':
      return apiRefusal('risk_blocked', { text: 'No trade can be made of it now', detail: error.detail });
    default:
      return error;
  }
}
