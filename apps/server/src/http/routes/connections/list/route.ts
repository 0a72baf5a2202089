import type { FastifyInstance } from 'fastify';
import { getConnections, getConnectionStatus, getConnectionStatusLegacy } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentConnections } from '../../../presenters/connections.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/admin/connections`, `/status` and `/status/legacy`: the same map under three names. */
export function addConnectionList(app: FastifyInstance, deps: RouteDeps): void {
  for (const route of [getConnections, getConnectionStatus, getConnectionStatusLegacy]) {
    serve(app, route, () => ok({ venues: presentConnections(deps), updated_at: toEpochSeconds(deps.clock.nowMs()) }));
  }
}
