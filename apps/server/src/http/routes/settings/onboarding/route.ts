import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getOnboarding, putOnboarding } from '@riptide/contracts';
import { ok, VENUES } from '@riptide/core/domain';
import { presentConnection } from '../../../presenters/connections.ts';
import { toEpochSecondsOrNull } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { settingCallerOf } from '../../../setting-caller.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Steps = z.input<typeof getOnboarding.response>['steps'];

/** `GET` and `PUT /api/settings/onboarding` */
export function addOnboarding(app: FastifyInstance, deps: RouteDeps): void {
  const { settings, accounts } = deps;
  const shown = async () => {
    const { value, savedMs } = settings.onboarding;
    return {
      steps: await steps(deps),
      is_dismissed: value.is_dismissed,
      dismissed_at: value.is_dismissed ? toEpochSecondsOrNull(savedMs) : null,
    };
  };
  serve(app, getOnboarding, async () => ok(await shown()));
  serve(app, putOnboarding, async ({ body, request }) => {
    await settings.changeOnboarding(body, await settingCallerOf(request, accounts));
    return ok(await shown());
  });
}

/** A step of which nothing is known yet counts as not done. */
async function steps({ gate, link, connections, settings }: RouteDeps): Promise<Steps> {
  const balances = [...link.values('account').values()].filter(({ mode }) => mode === 'paper');
  const engines = [...link.values('engine-run').values()];
  return [
    { key: 'gate_password', label: 'Change the gate password', is_done: await gate.isPasswordChosen() },
    {
      key: 'paper_funded',
      label: 'Fund the paper account',
      is_done: balances.some(({ equityUsd }) => equityUsd !== null && Number(equityUsd) > 0),
    },
    {
      key: 'engines_started',
      label: 'Start an engine on paper',
      is_done: engines.some(({ sinceMs }) => sinceMs !== null),
    },
    {
      key: 'venue_key',
      label: 'Connect a venue key',
      is_done: VENUES.some((venue) => {
        const status = presentConnection({ link, connections }, venue);
        return status.connected && status.source === 'operator';
      }),
    },
    {
      key: 'risk_limits',
      label: 'Set risk limits',
      is_done: settings.riskSavedMs !== null,
    },
  ];
}
