import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Log } from '@riptide/core/kernel';
import type { TlsFiles } from '../config/load-tls.ts';
import { createServerMetrics } from '../metrics/server-metrics.ts';
import { answerSerializer, type UnknownFields } from './answer-serializer.ts';
import { noteAllowedMethods } from './allowed-methods.ts';
import { addApiDocs } from './api-docs.ts';
import { createServer } from './create-server.ts';
import { addAccountHook } from './hooks/account-hook.ts';
import { addAuditHook } from './hooks/audit-hook.ts';
import { addAuthBudgetHook } from './hooks/auth-budget-hook.ts';
import { addCompressHook } from './hooks/compress-hook.ts';
import { addErrorHandler } from './hooks/error-handler.ts';
import { addGateHook } from './hooks/gate-hook.ts';
import { addHostHook } from './hooks/host-hook.ts';
import { addOnceHook, type OnceDeps } from './hooks/once-hook.ts';
import { addOriginHook } from './hooks/origin-hook.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { InputError, parseInput } from './input-error.ts';
import { prepareFigures } from './prepare-figures.ts';
import { RefusalCounts } from './refusal-counts.ts';
import { addAudit } from './routes/audit/add-audit.ts';
import { addProbes } from './routes/health/probes/route.ts';
import { addRoutes } from './routes/add-routes.ts';
import { addDiagnostics } from './routes/settings/diagnostics/route.ts';
import type { RouteDeps } from './routes/route-deps.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { AuditHub } from './streams/audit-hub.ts';
import { EventHub } from './streams/event-hub.ts';
import { momentOf } from './presenters/moment.ts';
import { StreamFeeder } from './streams/stream-feeder.ts';
import { topicSnapshot } from './streams/topic-snapshot.ts';
import { addStreamRoute } from './streams/stream-route.ts';
import { addWebApp } from './web-app.ts';

export interface AppDeps extends RouteDeps, Pick<OnceDeps, 'commandKeys'> {
  readonly log: Log;
  /** Folder of the built web app; may not exist. */
  readonly webRoot: string;
  /** Certificate and key; null: plain http. */
  readonly tls?: TlsFiles | null;
  /** Addresses and networks whose X-Forwarded headers count. */
  readonly trustedProxies?: readonly string[];
  /** Names this server goes by beside its IP addresses and `localhost`. */
  readonly allowedHosts?: readonly string[];
  /** The usual bounds when left out. */
  readonly limits?: HttpLimits;
  /** What happens to fields of an answer that its contract does not know; they are left out by default. */
  readonly unknownFields?: UnknownFields;
  /** Folder of the databases, whose sizes the metrics tell. */
  readonly dataDir?: string;
  /** The only way to `/metrics` where it is set; null: this machine only. */
  readonly metricsToken?: string | null;
  /** False leaves the description of the API out, which takes longer to make than all else; for tests of single calls. */
  readonly isDescribed?: boolean;
  /** Marks stream ids of this run. */
  readonly runId: string;
}

/** Builds the HTTP server with everything on it. Nothing listens yet; `app.close()` ends the streams as well. */
export async function buildApp(deps: AppDeps): Promise<{ readonly app: FastifyInstance; readonly hub: EventHub }> {
  const { tls = null, trustedProxies = [] } = deps;
  const refusals = new RefusalCounts();
  const app = createServer({ tls, trustedProxies, limits: deps.limits ?? HTTP_LIMITS, refusals });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(answerSerializer(deps.unknownFields ?? 'strip'));
  acceptEmptyBodies(app);
  const allowedMethods = noteAllowedMethods(app);
  addErrorHandler(app, deps.log);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await addSecurityHeaders(app, tls !== null);
  addHostHook(app, deps.allowedHosts ?? []);
  await app.register(fastifyCookie);
  // Before every hook that refuses: what they refuse is a row too.
  addAuditHook(app, deps);
  addOriginHook(app);
  addGateHook(app, deps.gate);
  addAuthBudgetHook(app, deps.clock);
  addAccountHook(app, deps.accounts);
  // After what refuses: a key is taken only by a command that is carried out.
  addOnceHook(app, deps);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // After what reads or keeps the text of an answer.
  addCompressHook(app);

  const hub = new EventHub({
    clock: deps.clock,
    log: deps.log,
    runId: deps.runId,
    snapshot: (topic) => topicSnapshot(topic, deps),
  });
  const auditHub = new AuditHub({ reader: deps.audit.reader, clock: deps.clock, log: deps.log });
  const feeder = new StreamFeeder(hub, { ...deps, auditHub });
  app.addHook('preClose', async () => {
    feeder.close();
    hub.close();
  });

  if (deps.isDescribed !== false) await addApiDocs(app, deps.facts.version);
  addRoutes(app, deps);
  prepareFigures(app, deps);
  addStreamRoute(app, hub, deps.gate);
  addAudit(app, deps, auditHub);
  const metrics = createServerMetrics({
    link: deps.link,
    moment: () => momentOf(deps),
    engineRestarts: () => deps.facts.engineRestarts(),
    streamReaders: () => hub.size,
    streamReadersDropped: () => hub.dropped,
    dataDir: deps.dataDir ?? null,
    refusals,
    notify: { ...deps.notifier, nowMs: () => deps.clock.nowMs() },
    audit: { hub: auditHub, log: deps.audit.log },
  });
  addDiagnostics(app, deps, metrics);
  addProbes(app, deps, { metrics, token: deps.metricsToken ?? null });
  await addWebApp(app, deps.webRoot, allowedMethods);
  return { app, hub };
}

const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) =>
    parseInput(schema, data);

/** A request without a body is one with nothing to say, not a fault; the contract then decides whether that is enough. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else {
      const answer = (error: Error | null, value: unknown): void => {
        if (error === null) done(null, value);
        else done(new InputError({ body: 'The body is not valid JSON' }));
      };
      if (isNestedTooDeep(String(body))) answer(new Error('nested too deep'), undefined);
      else void parseJson(request, String(body), answer);
    }
  });
}

/** No call has more than a few levels; thousands would exhaust the stack of whoever walks through them. */
const NESTING_MAX = 64;

function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}
