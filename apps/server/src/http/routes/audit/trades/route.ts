import type { FastifyInstance } from 'fastify';
import { getAuditTrade, getAuditTrades } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { auditFilterOf, presentAuditTrade } from '../../../presenters/audit.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/audit/trades` and `/trades/{id}` */
export function addAuditTrades(app: FastifyInstance, { audit }: Pick<RouteDeps, 'audit'>): void {
  serve(app, getAuditTrades, ({ query: { limit, offset, ...filter } }) => {
    const page = audit.reader.page('trade', { ...auditFilterOf(filter), limit, offset });
    return page.ok ? ok({ rows: page.value.rows.map(presentAuditTrade), total: page.value.total }) : page;
  });
  serve(app, getAuditTrade, ({ params: { id } }) => {
    const row = audit.reader.row('trade', id);
    if (!row.ok) return row;
    if (row.value === null) return err(apiRefusal('not_found', { text: `Row ${id} not found` }));
    return ok({ row: presentAuditTrade(row.value) });
  });
}
