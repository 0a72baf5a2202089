import type { FastifyInstance } from 'fastify';
import { getRisk, setRisk } from '@riptide/contracts';
import { err, ok, type SnipingEngine } from '@riptide/core/domain';
import { fieldRefusal } from '../../../field-refusal.ts';
import { guardToCore, presentRisk } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `POST /api/trading/risk`; the post takes the level, which both engines follow, fields of the guard, or both. */
export function addRisk(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getRisk, () => {
    const state = readyState(link);
    return state.ok ? ok(presentRisk(state.value)) : state;
  });
  serve(app, setRisk, async ({ body }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const { risk_level: level, ...guard } = body;
    const changed: Record<string, unknown> = { ...state.value.settings };
    if (Object.keys(guard).length > 0) {
      const set = await callTrading(link, 'set-setting', { name: 'risk-guard', value: guardToCore(guard), by: BY_API });
      if (!set.ok) return err(fieldRefusal(set.error));
      changed['risk-guard'] = set.value.value;
    }
    if (level !== undefined) {
      const set = await callTrading(link, 'set-setting', { name: 'risk-level', value: { level }, by: BY_API });
      if (!set.ok) return set;
      changed['risk-level'] = set.value.value;
      for (const engine of link.values('engine-run').keys()) {
        const engineSet = await callEngines(link, 'set-engine-settings', {
          engine: engine as SnipingEngine,
          value: { riskLevel: level },
          by: BY_API,
        });
        if (!engineSet.ok) return engineSet;
      }
    }
    const message = messageOf(level, Object.keys(guard).length > 0, openTrades(link));
    return ok({ ...presentRisk({ ...state.value, settings: changed }), message });
  });
}

const GUARD_APPLIES =
  'Break-even and trailing apply at once, to the stops of open trades too; the stop and target a trade was begun with stay';

function openTrades(link: RouteDeps['link']): number {
  return [...link.values('snipe').values()].filter(({ closedMs }) => closedMs === null).length;
}

/** A level sizes trades when they begin; the guard moves the stops of all of them, and never the stop or target that one was begun with. */
function messageOf(level: string | undefined, hasGuard: boolean, open: number): string {
  const parts: string[] = [];
  if (level !== undefined) {
    const kept = open === 0 ? '' : `; ${open} open ${open === 1 ? 'trade keeps its' : 'trades keep their'} numbers`;
    parts.push(`Risk level ${level} applies from the next decision on${kept}`);
  }
  if (hasGuard) parts.push(GUARD_APPLIES);
  return parts.join('. ');
}
