import type { FastifyInstance } from 'fastify';
import { startArbitrage } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentScanner } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const TIMEOUT_MS = 3_000;

/** `POST /api/arbitrage/start`; on a running scanner it changes the settings. */
export function addArbitrageStart(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, startArbitrage, async ({ body }) => {
    const request = {
      minEntryNetBps: body.min_spread_bps,
      maxPositionUsd: body.max_position_usd,
      venues: [...new Set(body.venues)],
    };
    const result = await link.send('start-scanner', request, TIMEOUT_MS);
    if (!result.ok) return result;
    return ok({
      ...presentScanner(link),
      already_running: result.value.wasRunning,
      message: 'Arbitrage scanner started',
    });
  });
}
