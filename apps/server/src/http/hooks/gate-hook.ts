import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GateKeeper } from '../../access/gate-keeper.ts';
import { apiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

export const GATE_COOKIE = 'riptide_gate';
const OPEN_CALLS = new Set(['/api/gate/status', '/api/gate/unlock', '/api/gate/lock']);

/** Returns the gate token a request carries. */
export function gateTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[GATE_COOKIE];
}

/** Returns the path of a request without its query, as the router compares it. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** Lets nobody without a gate session past `/api`, known path or not; only the gate's own calls are open. */
export function addGateHook(app: FastifyInstance, gate: GateKeeper): void {
  app.addHook('onRequest', async (request, reply) => {
    const isApi = isApiPath(pathOf(request)) || isApiPath(request.routeOptions.url ?? '');
    if (!isApi || OPEN_CALLS.has(request.routeOptions.url ?? pathOf(request))) return;
    if (gate.use(gateTokenOf(request)) === null) await sendProblem(request, reply, apiRefusal('gate_required'));
  });
}

/** Returns true for everything below `/api`. */
export function isApiPath(path: string): boolean {
  return /^\/api(\/|$)/i.test(path);
}
