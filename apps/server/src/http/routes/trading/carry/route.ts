import type { FastifyInstance } from 'fastify';
import { CARRY_NOTIONAL_USD, executeCarry, planCarry } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { callArbitrage, orderArbitrage } from '../../../arbitrage-calls.ts';
import { followLostAnswers, isOutcomeLost } from '../../../lost-answers.ts';
import { presentCarryCandidate, presentRound } from '../../../presenters/carry.ts';
import { presentExecution } from '../../../presenters/executions.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { BY_API, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/carry/plan` and `/execute` */
export function addCarry(app: FastifyInstance, deps: RouteDeps): void {
  const { link, clock } = deps;
  const lost = followLostAnswers(app, deps);
  serve(app, planCarry, async ({ body }) => {
    const { symbol, venues } = body;
    const planned = await callArbitrage(link, 'carry-plan', {
      symbol,
      venues,
      notionalUsd: decimalText(body.notional_usd),
    });
    if (!planned.ok) return planned;
    const { best, candidates, excluded, reason, atMs } = planned.value;
    return ok({
      symbol: planned.value.symbol,
      best:
        best === null
          ? null
          : {
              venue: best.venue,
              suggested_side: best.side,
              counter_venue: best.counterVenue,
              counter_market: best.counterMarket,
            },
      candidates: candidates.flatMap((each) => presentCarryCandidate(each) ?? []),
      excluded: excluded.map((each) => ({ instrument_id: each.instrumentId, reason: each.reason })),
      reason,
      timestamp: toEpochSeconds(atMs),
    });
  });
  serve(app, executeCarry, async ({ body }) => {
    const { symbol, venue, side } = body;
    const sentMs = clock.nowMs();
    const qtyBase = decimalText(body.qty);
    const sent = await orderArbitrage(link, 'carry-execute', {
      symbol,
      venue,
      side,
      qtyBase,
      notionalUsd: qtyBase === null ? decimalText(body.notional_usd ?? CARRY_NOTIONAL_USD) : null,
      acceptsNegative: body.accept_negative,
      by: BY_API,
    });
    if (!sent.ok) {
      if (isOutcomeLost(sent.error)) {
        lost.follow({ what: `a carry of ${symbol}, ${side} at ${venue}`, symbol, source: 'carry', sentMs });
      }
      return sent;
    }
    const { round, trade } = sent.value;
    return ok({
      round: presentRound(round),
      trade: trade === null ? null : presentExecution(trade),
      message: `The carry round in ${symbol}, ${side} at ${venue}, is ${round.state}`,
    });
  });
}
