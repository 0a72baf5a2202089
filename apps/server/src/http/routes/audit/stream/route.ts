import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AuditStreamQuery } from '@riptide/contracts';
import { tokenHashOf } from '../../../../access/gate-sessions.ts';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import type { AuditHub, AuditStreamReader } from '../../../streams/audit-hub.ts';
import { lastEventIdOf, openEventStream, refuseReader } from '../../../streams/open-event-stream.ts';
import type { RouteDeps } from '../../route-deps.ts';

const READERS_MAX = 250;

const SCHEMA = {
  summary: 'Server-sent events of the audit: trade, event, ping, and gap. Last-Event-ID fills in what was missed.',
  tags: ['audit'],
  produces: ['text/event-stream'],
  querystring: AuditStreamQuery,
};

/** `GET /api/audit/stream`. A stream ends with the gate session it was opened with; reading it counts as use. */
export function addAuditStream(app: FastifyInstance, { gate }: Pick<RouteDeps, 'gate'>, hub: AuditHub): void {
  const tokenHashes = new WeakMap<AuditStreamReader, string>();
  const unsubscribe = gate.onEnd((tokenHash) => hub.end((reader) => tokenHashes.get(reader) === tokenHash));
  app.addHook('onClose', async () => unsubscribe());
  app.get('/api/audit/stream', { schema: SCHEMA }, (request, reply) => {
    if (hub.size >= READERS_MAX) return refuseReader(request, reply);
    const { kind, symbol, severity_min: severityMin } = request.query as z.output<typeof AuditStreamQuery>;
    const token = gateTokenOf(request) ?? '';
    openEventStream(reply);
    const taste = { kind, symbol: symbol === undefined || symbol === '' ? null : symbol, severityMin };
    const reader: AuditStreamReader = { taste, response: reply.raw, isStillAllowed: () => gate.use(token) !== null };
    tokenHashes.set(reader, tokenHashOf(token));
    hub.attach(reader, lastEventIdOf(request));
    return reply;
  });
}
