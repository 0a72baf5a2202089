import type { FastifyInstance } from 'fastify';
import { getHealth, getTradingHealth } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentHealth } from '../../../presenters/health.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/health` and, the same, `GET /api/trading/health` */
export function addHealth(app: FastifyInstance, { link, clock, facts }: RouteDeps): void {
  serve(app, getHealth, () => ok(presentHealth(link, facts, clock.nowMs())));
  serve(app, getTradingHealth, () => ok(presentHealth(link, facts, clock.nowMs())));
}
