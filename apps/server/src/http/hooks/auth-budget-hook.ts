import type { FastifyInstance } from 'fastify';
import type { Clock } from '@riptide/core/kernel';
import { CallBudget } from '../../access/accounts/call-budget.ts';
import { apiRefusal } from '../api-refusal.ts';
import { sendProblem } from '../send-problem.ts';

const CALLS_MAX = 600;
const WINDOW_MS = 10 * 60_000;

/** Bounds all calls about accounts by address, whatever they answer; each has closer limits of its own where guessing would pay. */
export function addAuthBudgetHook(app: FastifyInstance, clock: Clock): void {
  const budget = new CallBudget(clock, CALLS_MAX, WINDOW_MS);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/auth/') !== true) return;
    const waitMs = budget.spend(request.ip);
    if (waitMs > 0) await sendProblem(request, reply, apiRefusal('too_many_tries', { retryAfterMs: waitMs }));
  });
}
