import type { FastifyInstance } from 'fastify';
import { closeRound, getRounds } from '@riptide/contracts';
import { err, ok, type CarryRound } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { orderArbitrage } from '../../../arbitrage-calls.ts';
import { readyArbitrage } from '../../../presenters/arbitrage.ts';
import { mergePages } from '../../../merge-pages.ts';
import { endedRound, presentRound, type ShownRound } from '../../../presenters/carry.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/rounds` and `POST …/:id/close` */
export function addRounds(app: FastifyInstance, { link, clock, history }: RouteDeps): void {
  serve(app, getRounds, ({ query: { before, limit } }) => {
    const view = readyArbitrage(link);
    if (!view.ok) return view;
    const beforeMs = before === undefined ? null : Math.ceil(before * 1_000);
    const past = history.endedRounds({ beforeMs, limit });
    if (!past.ok) return past;
    const open = view.value.rounds.filter(isOpen);
    const recent = view.value.rounds.filter((round) => !isOpen(round) && round.createdMs < (beforeMs ?? Infinity));
    const reopened = new Set(open.map(({ roundId }) => roundId));
    const ended = mergePages<ShownRound>(
      recent,
      past.value.rows.filter(({ roundId }) => !reopened.has(roundId)).map(endedRound),
      { limit, idOf: ({ roundId }) => roundId, msOf: ({ createdMs }) => createdMs },
    );
    const rounds = [...(beforeMs === null ? open : []), ...ended].map(presentRound);
    const known = view.value.rounds.length - open.length;
    const total = open.length + Math.max(past.value.total, known);
    return ok({ rounds, count: rounds.length, total, timestamp: toEpochSeconds(clock.nowMs()) });
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

function isOpen({ state }: Pick<CarryRound, 'state'>): boolean {
  return state !== 'closed' && state !== 'failed';
}
