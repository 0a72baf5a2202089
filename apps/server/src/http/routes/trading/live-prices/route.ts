import type { FastifyInstance } from 'fastify';
import { getLivePrices } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentLivePrices } from '../../../presenters/live-prices.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/engine/live_prices` */
export function addLivePrices(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getLivePrices, () => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    return ok({ prices: presentLivePrices(link.values('instrument').values()) });
  });
}
