import type { FastifyInstance } from 'fastify';
import { START_DEFAULTS, startArbitrage } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { momentOf } from '../../../presenters/moment.ts';
import { presentScanner } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const TIMEOUT_MS = 3_000;

/** `POST /api/arbitrage/start`; on a running scanner it changes the settings that are given. */
export function addArbitrageStart(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, startArbitrage, async ({ body }) => {
    const scanner = link.values('scanner').get('state');
    const running = scanner?.isScanning === true ? scanner : null;
    const request = {
      minEntryNetBps: body.min_spread_bps ?? running?.minEntryNetBps ?? START_DEFAULTS.min_spread_bps,
      maxPositionUsd: body.max_position_usd ?? running?.maxPositionUsd ?? START_DEFAULTS.max_position_usd,
      venues: body.venues ?? running?.venues ?? START_DEFAULTS.venues,
    };
    const result = await link.send('start-scanner', request, TIMEOUT_MS);
    if (!result.ok) return result;
    return ok({
      ...presentScanner(link, momentOf(deps)),
      already_running: result.value.wasRunning,
      message: result.value.wasRunning ? 'Arbitrage scanner is already running' : 'Arbitrage scanner started',
    });
  });
}
