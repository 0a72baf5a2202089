import type { FastifyInstance } from 'fastify';
import { getAuditTrade, getAuditTrades } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentTradeRows } from '../../../presenters/audit-outcomes.ts';
import { auditFilterOf } from '../../../presenters/audit.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Deps = Pick<RouteDeps, 'audit' | 'history' | 'link'>;

/** `GET /api/audit/trades` and `/trades/{id}` */
export function addAuditTrades(app: FastifyInstance, { audit, ...deps }: Deps): void {
  serve(app, getAuditTrades, ({ query: { limit, offset, ...filter } }) => {
    const page = audit.reader.page('trade', { ...auditFilterOf(filter), limit, offset });
    if (!page.ok) return page;
    const rows = presentTradeRows(page.value.rows, deps);
    return rows.ok ? ok({ rows: rows.value, total: page.value.total }) : rows;
  });
  serve(app, getAuditTrade, ({ params: { id } }) => {
    const row = audit.reader.row('trade', id);
    if (!row.ok) return row;
    if (row.value === null) return err(apiRefusal('not_found', { text: `Row ${id} not found` }));
    const rows = presentTradeRows([row.value], deps);
    if (!rows.ok) return rows;
    const [shown] = rows.value;
    if (shown === undefined) throw new Error('Invariant: a row of the audit is shown as one');
    return ok({ row: shown });
  });
}
