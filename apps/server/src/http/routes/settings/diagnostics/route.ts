import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getDiagnostics, Problem } from '@riptide/contracts';
import { writeTar } from '../../../../archive/write-tar.ts';
import type { ServerMetrics } from '../../../../metrics/server-metrics.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/settings/diagnostics`: the bundle as a download. */
export function addDiagnostics(
  app: FastifyInstance,
  { diagnostics, clock }: RouteDeps,
  metrics: Pick<ServerMetrics, 'text'>,
): void {
  const { path, method, summary } = getDiagnostics;
  app.route({
    method,
    url: path,
    schema: {
      summary,
      tags: ['settings'],
      querystring: z.strictObject({}),
      response: { '4xx': Problem, '5xx': Problem },
    },
    handler: async (_request, reply) => {
      const nowMs = clock.nowMs();
      const files = await diagnostics.files(await metrics.text());
      const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-');
      reply
        .type('application/gzip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="riptide-diagnostics-${stamp}Z.tar.gz"`);
      return reply.send(Readable.from(writeTar(files, nowMs)).pipe(createGzip()));
    },
  });
}
