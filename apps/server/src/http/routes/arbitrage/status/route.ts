import type { FastifyInstance } from 'fastify';
import { getArbitrageStatus } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { momentOf } from '../../../presenters/moment.ts';
import { presentScanner } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/arbitrage/status`; answers with the reason while the engine is away. */
export function addArbitrageStatus(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, getArbitrageStatus, () => ok(presentScanner(deps.link, momentOf(deps))));
}
