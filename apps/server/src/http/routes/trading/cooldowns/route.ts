import type { FastifyInstance } from 'fastify';
import { addCooldown, getCooldowns } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { presentCooldowns } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { unknownAt } from '../../../symbol-refusal.ts';
import { BY_API, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `POST /api/trading/advanced/cooldowns` */
export function addCooldowns(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getCooldowns, () => {
    const state = readyState(link);
    return state.ok ? ok(presentCooldowns(state.value.cooldowns, clock.nowMs())) : state;
  });
  serve(app, addCooldown, async ({ body }) => {
    // One that runs can always be ended.
    const refusal = body.duration_seconds === 0 ? null : unknownAt(link, body.venue, body.symbol);
    if (refusal !== null) return err(refusal);
    const set = await callTrading(link, 'set-cooldown', {
      symbol: body.symbol,
      venue: body.venue,
      action: body.action,
      durationMs: Math.round(body.duration_seconds * 1_000),
      by: BY_API,
    });
    return set.ok ? ok(presentCooldowns(set.value, clock.nowMs())) : set;
  });
}
