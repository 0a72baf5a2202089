import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { executeLive, LAUNCHER_DEFAULTS, previewExecuteLive, type ExecuteLiveInput } from '@riptide/contracts';
import { domainError, err, ok } from '@riptide/core/domain';
import type { ArbWish } from '@riptide/core/engine';
import { arbitrageRefusal, askArbitrage, isUnjudged, orderArbitrage, refusalText } from '../../../arbitrage-calls.ts';
import { readyArbitrage } from '../../../presenters/arbitrage.ts';
import { executionText, presentExecution } from '../../../presenters/executions.ts';
import { partsOfRefusal } from '../../../presenters/precheck.ts';
import { exactOrNull } from '../../../presenters/money.ts';
import { presentGate } from '../../../presenters/orders.ts';
import { expectedUsd, presentOutlook } from '../../../presenters/trade-outlook.ts';
import { presentCheck } from '../../../presenters/why-not.ts';
import { followLostAnswers, isOutcomeLost } from '../../../lost-answers.ts';
import { settledTrade } from '../../../settled-trade.ts';
import { serve } from '../../../serve.ts';
import { BY_API, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const PROPOSAL_ROOM = 1.005;

/** `POST /api/trading/execute_live` and `/preview` */
export function addExecuteLive(app: FastifyInstance, deps: RouteDeps): void {
  const { link, clock } = deps;
  const lost = followLostAnswers(app, deps);
  serve(app, executeLive, async ({ body }) => {
    const sentMs = clock.nowMs();
    const sent = await orderArbitrage(link, 'arb-execute', wishOf(body));
    if (!sent.ok) {
      const symbol = body.symbol ?? body.opportunity_id?.split('.')[0];
      if (isOutcomeLost(sent.error) && symbol !== undefined) {
        lost.follow({ what: `an execute_live of ${symbol}`, symbol, source: 'operator', sentMs });
      }
      return sent;
    }
    const trade = await settledTrade({ link, clock }, sent.value.trade);
    if (trade.state === 'unknown')
      return err(domainError('ORDER_OUTCOME_UNKNOWN', `arb=${trade.arbId}`, { outcome: 'unknown' }));
    return ok({ trade: presentExecution(trade), message: executionText(trade) });
  });
  serve(app, previewExecuteLive, async ({ body }) => {
    const wish = wishOf(body);
    const planned = await askArbitrage(link, 'arb-preview', wish);
    if (!planned.ok) {
      if (isUnjudged(planned.error)) return err(arbitrageRefusal(planned.error));
      const reason = refusalText(planned.error);
      const smallest = smallestOf(planned.error.minNotionalUsd ?? null);
      return ok({
        verdict: 'BLOCK' as const,
        reason,
        trade: null,
        gates: [],
        checks: [],
        expected_usd: null,
        outlook: null,
        ...smallest,
      });
    }
    const { trade, gates, isAllowed, refusal, minNotionalUsd } = planned.value;
    const { qtyBase, notionalUsd } = wish;
    const why = await askArbitrage(link, 'arb-why-not', { opportunityId: trade.pairId, qtyBase, notionalUsd });
    const presented = presentExecution(trade);
    const lossCap = readyArbitrage(link);
    const blocking = gates.find((gate) => !gate.ok)?.detail ?? null;
    return ok({
      verdict: isAllowed ? ('PASS' as const) : ('BLOCK' as const),
      reason: isAllowed ? null : refusal === null ? (blocking ?? 'blocked') : partsOfRefusal(refusal).text,
      trade: presented,
      expected_usd: expectedUsd(presented),
      outlook: presentOutlook(presented, lossCap.ok ? lossCap.value.settings.lossCapUsd : null),
      gates: gates.map((gate) => ({ ...presentGate(gate, trade[gate.leg].venue), leg: gate.leg })),
      checks: why.ok ? why.value.checks.map(presentCheck) : [],
      ...smallestOf(minNotionalUsd),
    });
  });
}

/** A smallest amount is proposed with room: a price that has risen by the time it is sent would make it too small. */
function smallestOf(minNotionalUsd: string | null) {
  const min = exactOrNull(minNotionalUsd);
  const usual = LAUNCHER_DEFAULTS.notional_usd;
  const isUsual = min === null || min <= usual;
  return { min_notional_usd: min, proposed_notional_usd: isUsual ? usual : Math.ceil(min * PROPOSAL_ROOM) };
}

function wishOf(body: z.output<typeof ExecuteLiveInput>): ArbWish {
  const qtyBase = decimalText(body.qty);
  const hasBracket = body.with_bracket !== 'none';
  return {
    opportunityId: body.opportunity_id ?? null,
    symbol: body.symbol ?? null,
    venues: body.venues,
    qtyBase,
    notionalUsd: qtyBase === null ? decimalText(body.notional_usd ?? LAUNCHER_DEFAULTS.notional_usd) : null,
    bracket: body.with_bracket,
    takeProfitBps: hasBracket ? (body.tp_bps ?? null) : null,
    stopLossBps: hasBracket ? (body.sl_bps ?? null) : null,
    sequencing: body.sequencing ?? null,
    acceptsNegative: body.accept_negative,
    by: BY_API,
  };
}
