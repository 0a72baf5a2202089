import type { FastifyInstance } from 'fastify';
import { getArbitrageSettings, putArbitrageSettings } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { callArbitrage } from '../../../arbitrage-calls.ts';
import { presentArbSettings, readyArbitrage } from '../../../presenters/arbitrage.ts';
import { withCoreNames } from '../../../presenters/wire-names.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/arbitrage/settings` */
export function addArbitrageSettings(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getArbitrageSettings, () => {
    const view = readyArbitrage(link);
    return view.ok ? ok({ settings: presentArbSettings(view.value.settings) }) : view;
  });
  serve(app, putArbitrageSettings, async ({ body }) => {
    const set = await callArbitrage(link, 'arb-settings', { value: withCoreNames(body), by: BY_API });
    if (!set.ok) return set;
    return ok({ settings: presentArbSettings(set.value), message: 'Arbitrage settings saved' });
  });
}
