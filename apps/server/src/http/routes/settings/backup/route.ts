import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createBackup, Problem } from '@riptide/contracts';
import { apiRefusal } from '../../../api-refusal.ts';
import { sendProblem } from '../../../send-problem.ts';
import { settingCallerOf } from '../../../setting-caller.ts';
import { gateCallerOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

const RETRY_MS = 10_000;

/** `POST /api/settings/backup`: the archive as a stream. Whoever holds a stolen cookie does not get the keys: the password is asked for. */
export function addBackup(app: FastifyInstance, { gate, accounts, backups }: RouteDeps): void {
  const { path, method, summary, body } = createBackup;
  const schema = {
    summary,
    tags: ['settings'],
    querystring: z.strictObject({}),
    body,
    response: { '4xx': Problem, '5xx': Problem },
  };
  app.route({
    method,
    url: path,
    schema,
    handler: async (request, reply) => {
      const given = request.body as z.output<typeof createBackup.body>;
      const checked = await gate.checkPassword(given.gate_password, gateCallerOf(request));
      if (!checked.ok && checked.error.kind === 'too-many-tries')
        return sendProblem(request, reply, apiRefusal('too_many_tries', { retryAfterMs: checked.error.retryAfterMs }));
      if (!checked.ok) {
        const text = 'The gate password is wrong';
        return sendProblem(
          request,
          reply,
          apiRefusal('invalid_credentials', { text, fields: { gate_password: text } }),
        );
      }
      const made = await backups.create(given.passphrase, await settingCallerOf(request, accounts));
      if (made.ok) {
        reply
          .type('application/octet-stream')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${made.value.fileName}"`);
        return reply.send(Readable.from(made.value.bytes));
      }
      if (made.error.kind === 'busy') {
        const text = 'A backup is being made already';
        return sendProblem(request, reply, apiRefusal('conflict', { text, retryAfterMs: RETRY_MS }));
      }
      const { detail } = made.error;
      return sendProblem(
        request,
        reply,
        apiRefusal('internal_error', { text: 'The backup could not be made', detail }),
      );
    },
  });
}
