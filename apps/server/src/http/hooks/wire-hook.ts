import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRefusal, type ApiRefusal } from '../api-refusal.ts';
import { HEADERS_MAX } from '../http-limits.ts';
import type { RefusalCounts } from '../refusal-counts.ts';
import { sendProblem } from '../send-problem.ts';

/** Refuses requests that two programs on the way could read in two ways, and ones with too many headers. Their connection ends. */
export function addWireHook(app: FastifyInstance, counts: RefusalCounts): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOf(request);
    if (refusal === null) return;
    counts.add(refusal.status === 431 ? 'headers_too_large' : 'not_http');
    reply.header('connection', 'close');
    await sendProblem(request, reply, refusal);
  });
  app.addHook('onSend', async (_request, reply) => {
    // WHY: the connection stays for the rest of the body, as long as a request may take: closed over unread bytes, it would be reset, and
    // the caller would never read the answer.
    if (reply.statusCode === 413) counts.add('body_too_large');
  });
}

function refusalOf({ raw }: FastifyRequest): ApiRefusal | null {
  const names = raw.rawHeaders.filter((_text, i) => i % 2 === 0).map((name) => name.toLowerCase());
  if (names.length > HEADERS_MAX)
    return apiRefusal('invalid_input', { status: 431, text: `A request has at most ${HEADERS_MAX} headers` });
  const hosts = names.filter((name) => name === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersionMajor === 1 && raw.httpVersionMinor === 1))
    return apiRefusal('invalid_input', { text: 'A request has exactly one Host header' });
  if (raw.headers.expect !== undefined && raw.headers.expect.toLowerCase() !== '100-continue')
    return apiRefusal('invalid_input', { status: 417, text: 'Expect can only be 100-continue' });
  return null;
}
