import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { TlsFiles } from '../config/load-tls.ts';
import { apiRefusal } from './api-refusal.ts';
import { addWireHook } from './hooks/wire-hook.ts';
import { BODY_BYTES_MAX, HEADER_BYTES_MAX, type HttpLimits } from './http-limits.ts';
import { RawRefusals } from './raw-refusal.ts';
import type { RefusalCounts } from './refusal-counts.ts';
import { sendProblem } from './send-problem.ts';

export interface ServerParts {
  readonly tls: TlsFiles | null;
  readonly trustedProxies: readonly string[];
  readonly limits: HttpLimits;
  readonly refusals: RefusalCounts;
}

/** Creates the bare HTTP server: bounded in time, size and number, with nothing on it. */
export function createServer({ tls, trustedProxies, limits, refusals }: ServerParts): FastifyInstance {
  const raw = new RawRefusals(refusals, () => randomUUID());
  const bounds: ServerOptions = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Its absence is refused by our own hook, in JSON.
    requireHostHeader: false,
  };
  const options: FastifyServerOptions & { http?: ServerOptions; https?: TlsFiles & ServerOptions } = {
    ...(tls === null ? { http: bounds } : { https: { ...bounds, ...tls } }),
    logger: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => raw.refuse(error, socket),
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(
        request,
        reply,
        apiRefusal('invalid_input', { text: 'The address is malformed: it can not be decoded' }),
      ),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  };
  const app: FastifyInstance = Fastify(options);
  const { server } = app;
  raw.watch(server);
  server.maxConnections = limits.connectionsMax;
  // Left alone, headers beyond this number would be dropped without a word; the hook refuses them.
  server.maxHeadersCount = 0;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  addWireHook(app, refusals);
  return app;
}
