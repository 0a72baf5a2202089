import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem, type RouteError } from './to-problem.ts';

/** Answers that say of a command that the engine never got it. */
const untouched = new WeakSet<FastifyReply>();

/** Returns whether an answer refuses a command that nothing was done for, since it did not get to the engine. */
export function isUntouched(reply: FastifyReply): boolean {
  return untouched.has(reply);
}

/** Answers a request with a problem: status, body, `Retry-After` where the wait is known. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: RouteError): FastifyReply {
  const { status, body } = toProblem(error, request.id);
  if (isUndelivered(error)) untouched.add(reply);
  if (body.retry_after_seconds !== undefined) reply.header('retry-after', body.retry_after_seconds);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The link is down, or the engine has not told its state yet: no command was handed over. */
function isUndelivered(error: RouteError): boolean {
  if ('kind' in error) return error.code === 'engine_unavailable';
  return error.code === 'ENGINE_NOT_READY' && error.outcome === 'not-sent';
}
