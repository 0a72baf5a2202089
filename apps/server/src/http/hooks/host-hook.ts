import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { apiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

const REFUSAL = apiRefusal('foreign_origin', {
  status: 421,
  text: 'This server does not go by that name; its other names are set by ALLOWED_HOSTS',
});

/**
 * Refuses requests under a name that is not this server's: a page of another site could point its own name here and read what it gets.
 * IP addresses and `localhost` always pass; a name can not be pointed away from them.
 */
export function addHostHook(app: FastifyInstance, names: readonly string[]): void {
  const own = new Set(names.map((name) => name.toLowerCase()));
  app.addHook('onRequest', async (request, reply) => {
    const { host } = request.raw.headers;
    // Only HTTP/1.0 comes without one, and no browser speaks that.
    if (host !== undefined && !isOwnHost(host, own)) await sendProblem(request, reply, REFUSAL);
  });
}

function isOwnHost(host: string, own: ReadonlySet<string>): boolean {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^:]*))(?::\d{1,5})?$/i.exec(host) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  const name = plain?.toLowerCase().replace(/\.$/, '') ?? '';
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || own.has(name);
}
