import type { FastifyInstance } from 'fastify';
import { getAuditEvent, getAuditEvents } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { auditFilterOf, presentAuditEvent } from '../../../presenters/audit.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/audit/events` and `/events/{id}` */
export function addAuditEvents(app: FastifyInstance, { audit }: Pick<RouteDeps, 'audit'>): void {
  serve(app, getAuditEvents, ({ query: { limit, offset, ...filter } }) => {
    const page = audit.reader.page('event', { ...auditFilterOf(filter), limit, offset });
    return page.ok ? ok({ rows: page.value.rows.map(presentAuditEvent), total: page.value.total }) : page;
  });
  serve(app, getAuditEvent, ({ params: { id } }) => {
    const row = audit.reader.row('event', id);
    if (!row.ok) return row;
    if (row.value === null) return err(apiRefusal('not_found', { text: `Row ${id} not found` }));
    return ok({ row: presentAuditEvent(row.value) });
  });
}
