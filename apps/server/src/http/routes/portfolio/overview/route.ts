import type { FastifyInstance } from 'fastify';
import { getPortfolioOverview } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentPortfolioOverview } from '../../../presenters/portfolio-overview.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/overview` */
export function addPortfolioOverview(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getPortfolioOverview, () => ok(presentPortfolioOverview(link, clock.nowMs())));
}
