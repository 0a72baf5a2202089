import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getFlightMoment, type FlightMomentQuery } from '@riptide/contracts';
import { err, ok, type Result } from '@riptide/core/domain';
import type { FlightPlace } from '../../../../flight/flight-question.ts';
import { SERVER_ID_BASE } from '../../../../storage/audit/audit-chain.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentFlightMoment } from '../../../presenters/flight.ts';
import { serve } from '../../../serve.ts';
import type { RouteError } from '../../../to-problem.ts';
import type { RouteDeps } from '../../route-deps.ts';
import { askFlight } from '../ask-flight.ts';

/** How far ahead of the server's clock a browser's may be. */
const AHEAD_MS_MAX = 2_000;
type Deps = Pick<RouteDeps, 'flight' | 'audit' | 'history' | 'clock' | 'link'>;
type Query = z.output<typeof FlightMomentQuery>;

/** `GET /api/flight/moment` */
export function addFlightMoment(app: FastifyInstance, deps: Deps): void {
  serve(app, getFlightMoment, async ({ query }) => {
    const place = placeOf(query, deps);
    if (!place.ok) return place;
    const found = await askFlight(deps.flight, {
      kind: 'moment',
      place: place.value,
      symbol: query.symbol ?? null,
      nowMs: deps.clock.nowMs(),
      isEngineUp: deps.link.isConnected,
    });
    return found.ok ? ok(presentFlightMoment(found.value)) : found;
  });
}

/** Returns which moment a query means. */
function placeOf(query: Query, deps: Deps): Result<FlightPlace, RouteError> {
  const { at, seq, kind, id, decision_id: decisionId } = query;
  const named = [at, seq, kind ?? id, decisionId].filter((part) => part !== undefined).length;
  if (named !== 1 || (kind === undefined) !== (id === undefined)) {
    const text = 'give one of at, seq, decision_id, or kind together with id';
    return err(apiRefusal('invalid_input', { text, fields: { at: text } }));
  }
  if (seq !== undefined) return ok({ seq });
  if (decisionId !== undefined) return ofDecision(decisionId, deps);
  if (kind !== undefined && id !== undefined) return ofAuditRow(kind, id, deps);
  const atMs = Math.round((at ?? 0) * 1_000);
  if (atMs <= deps.clock.nowMs() + AHEAD_MS_MAX) return ok({ atMs });
  return err(apiRefusal('moment_unknown', { text: 'This time has not come yet' }));
}

function ofDecision(decisionId: string, { history }: Deps): Result<FlightPlace, RouteError> {
  const seq = history.decisionSeq(decisionId);
  if (!seq.ok) return seq;
  if (seq.value === null) return err(apiRefusal('moment_unknown', { text: `There is no decision ${decisionId}` }));
  return ok({ seq: seq.value });
}

/** A row of the engine has the number of its record; one of the server has only its time. */
function ofAuditRow(kind: 'trade' | 'event', id: number, { audit }: Deps): Result<FlightPlace, RouteError> {
  const row = audit.reader.row(kind, id);
  if (!row.ok) return row;
  if (row.value === null) return err(apiRefusal('moment_unknown', { text: `There is no row ${id} in the audit log` }));
  return ok(id > SERVER_ID_BASE ? { atMs: row.value.created_ms } : { seq: id });
}
