import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiRefusal } from './api-refusal.ts';
import { pathOf } from './hooks/gate-hook.ts';
import { sendProblem } from './send-problem.ts';

/** Methods by path, gathered while routes are added. */
export type AllowedMethods = ReadonlyMap<string, ReadonlySet<string>>;

/** Notes the methods of every route added from now on. */
export function noteAllowedMethods(app: FastifyInstance): AllowedMethods {
  const byPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = byPath.get(url) ?? new Set();
    byPath.set(url, methods);
    for (const name of [method].flat()) methods.add(name);
  });
  return byPath;
}

/** Answers a request nothing matched: 405 with `Allow` where the path knows other methods, else 404. */
export function refuseUnmatched(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods): FastifyReply {
  const path = pathOf(request).replace(/(?<=.)\/$/, '');
  const methods = allowed.get(path);
  if (methods === undefined || methods.has(request.method)) return sendProblem(request, reply, apiRefusal('not_found'));
  const names = [...methods].sort().join(', ');
  reply.header('allow', names);
  return sendProblem(
    request,
    reply,
    apiRefusal('method_not_allowed', { text: `${request.method} is not possible here; allowed: ${names}` }),
  );
}
