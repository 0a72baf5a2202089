import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z, ZodType } from 'zod';
import { Problem, type RouteDef } from '@riptide/contracts';
import type { Result } from '@riptide/core/domain';
import { sendProblem } from './send-problem.ts';
import type { RouteError } from './to-problem.ts';

type Parsed<T> = T extends ZodType ? z.output<T> : undefined;

/** What a handler gets: the parts of the request, parsed by the contract. */
interface RouteCall<R extends RouteDef> {
  readonly query: Parsed<R['query']>;
  readonly params: Parsed<R['params']>;
  readonly body: Parsed<R['body']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The contract's answer without its envelope; where `ok` is itself an answer (a verdict), with it. */
type RouteAnswer<R extends RouteDef> = [z.input<R['response']>] extends [{ ok: true }]
  ? Omit<z.input<R['response']>, 'ok'>
  : z.input<R['response']>;

export type RouteHandler<R extends RouteDef> = (
  call: RouteCall<R>,
) => Result<RouteAnswer<R>, RouteError> | Promise<Result<RouteAnswer<R>, RouteError>>;

/**
 * Puts one call of the contract on the server: validates what comes in and goes out, documents it,
 * answers `{ok: true, …}` or the problem of the error.
 */
export function serve<R extends RouteDef>(app: FastifyInstance, route: R, handler: RouteHandler<R>): void {
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      summary: route.summary,
      tags: [route.path.split('/')[2] ?? 'api'],
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      response: { 200: route.response, '4xx': Problem, '5xx': Problem },
    },
    handler: async (request, reply) => {
      const { query, params, body } = request;
      const result = await handler({ query, params, body, request, reply } as RouteCall<R>);
      if (!result.ok) return sendProblem(request, reply, result.error);
      return { ok: true, ...(result.value as object) };
    },
  });
}
