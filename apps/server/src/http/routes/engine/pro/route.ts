import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getEnginePro } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import type { DecisionDetail } from '@riptide/core/engine';
import { exact } from '../../../presenters/money.ts';
import { roundedOrNull, toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Answer = Omit<z.input<typeof getEnginePro.response>, 'ok'>;

const NOTHING_YET: Answer = {
  pair: null,
  action: null,
  qty: null,
  vol_bps: null,
  dyn_spread_bps: null,
  edge_bps: null,
  reason: null,
  decision_id: null,
  timestamp: null,
  venue: null,
  arm: null,
  confidence: null,
};

/** `GET /api/trading/engine/pro` */
export function addEnginePro(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getEnginePro, async () => {
    const found = await callEngines(link, 'sniping-query', { limit: 1 });
    if (!found.ok) return found;
    const [newest] = found.value.rows;
    return ok(newest === undefined ? NOTHING_YET : presentPro(newest));
  });
}

function presentPro({ decision, snipe }: DecisionDetail): Answer {
  const { values } = decision;
  const chosen = decision.arms.find(({ armId }) => armId === decision.chosenArmId);
  return {
    pair: decision.symbol,
    action: decision.action,
    qty: snipe === null ? null : exact(snipe.wantedQtyBase),
    vol_bps: roundedOrNull(values['volatilityBps'], 2),
    dyn_spread_bps: roundedOrNull(values['spreadBps'], 2),
    edge_bps: roundedOrNull(chosen?.meanBps ?? values['bestNetBps'], 2),
    reason: decision.reason,
    decision_id: decision.decisionId,
    timestamp: toEpochSeconds(decision.atMs),
    venue: decision.venue,
    arm: decision.chosenArmId,
    confidence: decision.chosenBy === 'oraculis' ? roundedOrNull(decision.propensity, 4) : null,
  };
}
