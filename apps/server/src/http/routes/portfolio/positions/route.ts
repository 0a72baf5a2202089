import type { FastifyInstance } from 'fastify';
import { getPortfolioPositions, getTradingPositions } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentOpenPositions } from '../../../presenters/positions.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/positions` and `/api/trading/positions` */
export function addPositions(app: FastifyInstance, { link }: RouteDeps): void {
  for (const route of [getPortfolioPositions, getTradingPositions]) {
    serve(app, route, () => {
      const state = readyState(link);
      return state.ok ? ok({ success: true as const, ...presentOpenPositions(link) }) : state;
    });
  }
}
