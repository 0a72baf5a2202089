import type { FastifyInstance } from 'fastify';
import { getArbitrageMetrics } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentMetrics } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/metrics` */
export function addArbitrageMetrics(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getArbitrageMetrics, () => ok(presentMetrics(link)));
}
