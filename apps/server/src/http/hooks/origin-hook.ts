import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

/**
 * Returns true when a request that changes something may have been made by another site's page.
 *
 * Programs send neither header and pass; browsers send at least one of them. Behind a proxy that speaks https the scheme is known only
 * where the proxy is a trusted one.
 */
function isForeign(request: Pick<FastifyRequest, 'method' | 'headers' | 'protocol'>): boolean {
  if (READING.has(request.method)) return false;
  const { protocol } = request;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return true;
    const { host: from, protocol: scheme } = new URL(origin);
    return from !== host || scheme !== `${protocol}:`;
  }
  return site !== undefined && !OWN_SITES.has(site);
}

/** Refuses changing requests that come from another origin. */
export function addOriginHook(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isForeign(request)) await sendProblem(request, reply, apiRefusal('foreign_origin'));
  });
}
