import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AuditEventsExportQuery, AuditTradesExportQuery } from '@riptide/contracts';
import { exportRows } from '../../../../audit/export-rows.ts';
import type { AuditKind } from '../../../../storage/audit/audit-filter.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { auditFilterOf } from '../../../presenters/audit.ts';
import { sendProblem } from '../../../send-problem.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** Exports at the same time: each reads the disk without a pause. */
const EXPORTS_MAX = 4;

const schemaOf = (summary: string, querystring: z.ZodType) => ({
  summary,
  tags: ['audit'],
  produces: ['text/csv'],
  querystring,
});

/** `GET /api/audit/trades/export` and `/events/export` */
export function addAuditExport(app: FastifyInstance, { audit, clock }: Pick<RouteDeps, 'audit' | 'clock'>): void {
  let open = 0;
  const send = (request: FastifyRequest, reply: FastifyReply, kind: AuditKind): FastifyReply => {
    if (open >= EXPORTS_MAX) {
      const about = { status: 503, text: 'Too many exports at the same time', retryAfterMs: 5_000 };
      return sendProblem(request, reply, apiRefusal('engine_busy', about));
    }
    const heads = audit.reader.heads();
    if (!heads.ok) return sendProblem(request, reply, heads.error);
    const filter = auditFilterOf(request.query as z.output<typeof AuditEventsExportQuery>);
    const untilMs = Math.min(filter.untilMs ?? Number.MAX_SAFE_INTEGER, clock.nowMs());
    open += 1;
    const rows = Readable.from(exportRows(audit.reader, kind, { ...filter, untilMs }), { objectMode: false });
    rows.once('close', () => (open -= 1));
    return reply
      .header('content-disposition', `attachment; filename="audit_${kind}s.csv"`)
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(rows);
  };
  const trades = schemaOf('Trades of the audit log as CSV, newest first.', AuditTradesExportQuery);
  app.get('/api/audit/trades/export', { schema: trades }, (request, reply) => send(request, reply, 'trade'));
  const events = schemaOf('Events of the audit log as CSV, newest first.', AuditEventsExportQuery);
  app.get('/api/audit/events/export', { schema: events }, (request, reply) => send(request, reply, 'event'));
}
