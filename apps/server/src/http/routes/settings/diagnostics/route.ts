import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getDiagnostics, Problem } from '@riptide/contracts';
import { writeTar } from '../../../../archive/write-tar.ts';
import type { ServerMetrics } from '../../../../metrics/server-metrics.ts';
import type { RouteDeps } from '../../route-deps.ts';

const packed = promisify<Buffer, Buffer>(gzip);

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
      const blocks: Buffer[] = [];
      for await (const block of writeTar(files, nowMs)) blocks.push(block);
      const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-');
      reply
        .type('application/gzip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="riptide-diagnostics-${stamp}Z.tar.gz"`);
      // The texts are in memory anyhow, some megabytes at most: packed at once, not block by block through the threads that pack.
      return reply.send(await packed(Buffer.concat(blocks)));
    },
  });
}
