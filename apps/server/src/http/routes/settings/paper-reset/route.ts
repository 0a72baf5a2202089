import type { FastifyInstance } from 'fastify';
import { resetPaper } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { arbitrageView } from '../../../presenters/arbitrage.ts';
import { exact } from '../../../presenters/money.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { settingCallerOf } from '../../../setting-caller.ts';
import { callTrading, readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/settings/paper-reset` */
export function addPaperReset(app: FastifyInstance, { link, accounts }: RouteDeps): void {
  serve(app, resetPaper, async ({ request }) => {
    const state = readyState(link);
    if (!state.ok) return state;
    const running = runningEngines(link);
    if (running.length > 0) {
      const text = `Paper accounts are not reset while an engine runs: stop ${running.join(' and ')} first`;
      return err(apiRefusal('engine_running', { text }));
    }
    const { who } = await settingCallerOf(request, accounts);
    const done = await callTrading(link, 'reset-paper', { by: who });
    if (!done.ok) {
      const { code, detail } = done.error;
      if (code !== 'ACCOUNT_IN_USE') return done;
      return err(apiRefusal('account_in_use', { text: 'Positions or orders are open: close them first', detail }));
    }
    return ok({
      message: 'Paper accounts are back at their start',
      at: toEpochSeconds(done.value.atMs),
      accounts: done.value.accounts.map(({ venue, startUsdt, movedUsdt }) => ({
        venue,
        start_usdt: exact(startUsdt),
        moved_usdt: exact(movedUsdt),
      })),
    });
  });
}

/** Whatever may open something by itself, by the name people know. */
function runningEngines(link: EngineLink): readonly string[] {
  const runs = link.values('engine-run');
  return [
    ...(runs.get('pas-trader')?.isRunning === true ? ['PAS Trader'] : []),
    ...(runs.get('oraculis')?.isRunning === true ? ['Oraculis'] : []),
    ...(arbitrageView(link)?.learner.isRunning === true ? ['the arbitrage scanner'] : []),
  ];
}
