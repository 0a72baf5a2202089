import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem, type RouteError } from './to-problem.ts';

/** Answers a request with a problem: status, body, `Retry-After` where the wait is known. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: RouteError): FastifyReply {
  const { status, body } = toProblem(error, request.id);
  if (body.retry_after_seconds !== undefined) reply.header('retry-after', body.retry_after_seconds);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
