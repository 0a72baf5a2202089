import type { FastifyInstance } from 'fastify';
import { getRiskSettings, putRiskSettings } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentRiskSettings, riskSettingsToCore } from '../../../presenters/risk.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/settings/risk` */
export function addRiskSettings(app: FastifyInstance, { link, settings: desk }: RouteDeps): void {
  serve(app, getRiskSettings, () => {
    const state = readyState(link);
    return state.ok ? ok({ settings: presentRiskSettings(state.value) }) : state;
  });
  serve(app, putRiskSettings, async ({ body }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const value = riskSettingsToCore(body);
    const set = await callTrading(link, 'set-setting', { name: 'risk-limits', value, by: BY_API });
    if (!set.ok) return set;
    await desk.noteRiskSaved();
    const settings = { ...state.value.settings, 'risk-limits': set.value.value };
    return ok({ settings: presentRiskSettings({ ...state.value, settings }), message: 'Risk settings saved' });
  });
}
