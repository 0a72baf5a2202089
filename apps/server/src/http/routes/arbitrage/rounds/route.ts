import type { FastifyInstance } from 'fastify';
import { closeRound, getRounds } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { orderArbitrage } from '../../../arbitrage-calls.ts';
import { readyArbitrage } from '../../../presenters/arbitrage.ts';
import { presentRound } from '../../../presenters/carry.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/rounds` and `POST …/:id/close` */
export function addRounds(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getRounds, () => {
    const view = readyArbitrage(link);
    if (!view.ok) return view;
    const rounds = view.value.rounds.map(presentRound);
    return ok({ rounds, count: rounds.length, timestamp: toEpochSeconds(clock.nowMs()) });
  });
  serve(app, closeRound, async ({ params }) => {
    const closed = await orderArbitrage(link, 'carry-close', { roundId: params.id, by: BY_API });
    if (!closed.ok) {
      const isUnknown = 'code' in closed.error && closed.error.code === 'arbitrage_not_found';
      return isUnknown ? err(apiRefusal('arbitrage_not_found', { text: 'There is no such round' })) : closed;
    }
    const { round } = closed.value;
    return ok({ round: presentRound(round), message: `The carry round in ${round.symbol} is ${round.state}` });
  });
}
