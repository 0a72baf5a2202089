import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { STREAM_TOPICS, StreamTopic } from '@riptide/contracts';
import type { GateKeeper } from '../../access/gate-keeper.ts';
import { tokenHashOf } from '../../access/gate-sessions.ts';
import { apiRefusal } from '../api-refusal.ts';
import { gateTokenOf } from '../hooks/gate-hook.ts';
import { sendProblem } from '../send-problem.ts';
import type { EventHub, StreamReader } from './event-hub.ts';
import { lastEventIdOf, openEventStream, refuseReader } from './open-event-stream.ts';

const READERS_MAX = 200;

/** For the description only; what is wrong with the topics is answered by the route itself. */
const STREAM_SCHEMA = {
  summary: 'Server-sent events of the topics asked for: a snapshot each, then updates. Last-Event-ID resumes.',
  tags: ['stream'],
  produces: ['text/event-stream'],
  querystring: z.strictObject({
    topics: z
      .string()
      .optional()
      .describe(`Comma-separated: ${STREAM_TOPICS.join(', ')}`),
  }),
};

/** Parses `topics=a,b`. Returns null when it is empty or names something unknown. */
function parseTopics(text: string | undefined): ReadonlySet<StreamTopic> | null {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const parsed = names.map((name) => StreamTopic.safeParse(name));
  if (parsed.length === 0 || parsed.some((result) => !result.success)) return null;
  return new Set(parsed.flatMap((result) => (result.success ? [result.data] : [])));
}

/** Puts `GET /api/stream` on the server. A stream ends with the gate session it was opened with; reading it counts as use. */
export function addStreamRoute(app: FastifyInstance, hub: EventHub, gate: GateKeeper): void {
  const tokenHashes = new WeakMap<StreamReader, string>();
  const unsubscribe = gate.onEnd((tokenHash) => hub.end((reader) => tokenHashes.get(reader) === tokenHash));
  app.addHook('onClose', async () => unsubscribe());
  app.get('/api/stream', { schema: STREAM_SCHEMA }, (request, reply) => {
    const topics = parseTopics((request.query as { topics?: string }).topics);
    if (topics === null) {
      const text = `topics must name one or more of ${STREAM_TOPICS.join(', ')}`;
      return sendProblem(request, reply, apiRefusal('invalid_input', { text, fields: { topics: text } }));
    }
    if (hub.size >= READERS_MAX) return refuseReader(request, reply);
    const token = gateTokenOf(request) ?? '';
    openEventStream(reply);
    const reader: StreamReader = { topics, response: reply.raw, isStillAllowed: () => gate.use(token) !== null };
    tokenHashes.set(reader, tokenHashOf(token));
    hub.attach(reader, lastEventIdOf(request));
    return reply;
  });
}
