import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

const RETRY_MS = 1_000;

/** Takes the connection of a request out of the framework's hands and writes the head of a stream of server-sent events. */
export function openEventStream(reply: FastifyReply): void {
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
}

/** Answers 503 to a reader for whom there is no room. */
export function refuseReader(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const about = { status: 503, text: 'Too many open streams', retryAfterMs: 5_000 };
  return sendProblem(request, reply, apiRefusal('engine_busy', about));
}

/** Returns the id after which a reader that came back wants to go on; undefined for a new one. */
export function lastEventIdOf(request: FastifyRequest): string | undefined {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' ? id : undefined;
}
