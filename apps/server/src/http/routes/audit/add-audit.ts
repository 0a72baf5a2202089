import type { FastifyInstance } from 'fastify';
import type { AuditHub } from '../../streams/audit-hub.ts';
import type { RouteDeps } from '../route-deps.ts';
import { addAuditEvents } from './events/route.ts';
import { addAuditExport } from './export/route.ts';
import { addAuditStream } from './stream/route.ts';
import { addAuditTrades } from './trades/route.ts';

/** Puts the calls of the audit on the server. */
export function addAudit(app: FastifyInstance, deps: RouteDeps, hub: AuditHub): void {
  app.addHook('preClose', async () => hub.close());
  addAuditExport(app, deps);
  addAuditTrades(app, deps);
  addAuditEvents(app, deps);
  addAuditStream(app, deps, hub);
}
