import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { AuditStreamQuery } from '@riptide/contracts';
import { tokenHashOf } from '../../../../access/gate-sessions.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import { sendProblem } from '../../../send-problem.ts';
import type { AuditHub, AuditStreamReader } from '../../../streams/audit-hub.ts';
import type { RouteDeps } from '../../route-deps.ts';

const READERS_MAX = 250;
const RETRY_MS = 1_000;

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
    if (hub.size >= READERS_MAX) {
      const about = { status: 503, text: 'Too many open streams', retryAfterMs: 5_000 };
      return sendProblem(request, reply, apiRefusal('engine_busy', about));
    }
    const { kind, symbol, severity_min: severityMin } = request.query as z.output<typeof AuditStreamQuery>;
    const token = gateTokenOf(request) ?? '';
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    };
    reply.hijack();
    reply.raw.writeHead(200, headers as Record<string, string>);
    reply.raw.write(`retry: ${RETRY_MS}\n\n`);
    reply.raw.on('error', () => reply.raw.destroy());
    const taste = { kind, symbol: symbol === undefined || symbol === '' ? null : symbol, severityMin };
    const reader: AuditStreamReader = { taste, response: reply.raw, isStillAllowed: () => gate.use(token) !== null };
    tokenHashes.set(reader, tokenHashOf(token));
    const lastEventId = request.headers['last-event-id'];
    hub.attach(reader, typeof lastEventId === 'string' ? lastEventId : undefined);
    return reply;
  });
}
