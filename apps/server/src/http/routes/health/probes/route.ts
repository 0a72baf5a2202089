import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../../../config/config.ts';
import type { ServerMetrics } from '../../../../metrics/server-metrics.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import { momentOf } from '../../../presenters/moment.ts';
import { venueVerdict } from '../../../presenters/venue-status.ts';
import { sendProblem } from '../../../send-problem.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** What proxies add to tell for whom they speak, or that they were there. */
const PROXY_HEADER =
  /^(x-forwarded|x-original-|forwarded$|via$|x-real-|cf-|x-envoy-|x-proxy|x-amzn-trace-id$|x-cloud-trace-context$)|(client|cluster|connecting|user|remote|source)-?(ip|addr)/;

interface MetricsAccess {
  readonly metrics: ServerMetrics;
  /** The only way to the metrics where it is set; null: this machine only. */
  readonly token: string | null;
}

/** `GET /healthz`, `/readyz`, and `/metrics` with the token, without one on loopback: no gate, and nothing a stranger could use. */
export function addProbes(app: FastifyInstance, deps: RouteDeps, { metrics, token }: MetricsAccess): void {
  app.get('/healthz', documented('Tells that the process is up.'), async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get(
    '/readyz',
    documented('Tells whether everything is up, 503 while it is not; behind the gate with its parts.'),
    async (request, reply) => {
      const parts = await readiness(deps);
      // Which part is down, and at which venues, is for whoever is past the gate.
      const answer = deps.gate.use(gateTokenOf(request)) === null ? { ok: parts.ok } : parts;
      return reply
        .code(answer.ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(answer);
    },
  );
  app.get(
    '/metrics',
    documented('Metrics as Prometheus text, by token, or on this machine where none is set.'),
    async (request, reply) => {
      const isAllowed = token === null ? isLocal(request) : hasToken(request, token);
      if (!isAllowed) return sendProblem(request, reply, apiRefusal('not_found'));
      return reply.type(metrics.contentType).send(await metrics.text());
    },
  );
}

/** No contract of theirs is checked: they answer while nothing else may. */
function documented(summary: string) {
  return { schema: { summary, tags: ['probes'], security: [] } };
}

/** What came through a proxy is not of this machine, wherever the proxy runs. */
function isLocal({ ip, socket, headers }: FastifyRequest): boolean {
  const addresses = [ip, socket.remoteAddress ?? ''].map((address) => address.replace(/^::ffff:/, ''));
  return addresses.every(isLoopbackHost) && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  // Hashes are of one length, and comparing them takes the same time however much of the token is right.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Ready: database open, engine answering, its trading core started, every venue connected or named as not. */
async function readiness(deps: RouteDeps) {
  const database = await deps.isDatabaseOpen();
  const moment = momentOf(deps);
  const venues: Record<string, string> = {};
  for (const venue of deps.link.values('venue').values())
    venues[venue.venue] = venueVerdict(deps.link, venue, moment).status;
  const engine = deps.link.isConnected;
  const trading = deps.link.values('trading').get('state')?.isReady ?? false;
  return { ok: database && engine && trading && Object.keys(venues).length > 0, database, engine, trading, venues };
}
