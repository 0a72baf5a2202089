import type { FastifyInstance } from 'fastify';
import { deleteConnection } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentConnection } from '../../../presenters/connections.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `DELETE /api/admin/connections/:exchange` */
export function addConnectionRemove(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, deleteConnection, async ({ params: { exchange } }) => {
    const left = await deps.connections.forget(exchange);
    return ok({
      exchange,
      status: presentConnection(deps, exchange),
      message: `${exchange} keys removed`,
      warning: left === null ? null : `Still open at ${exchange}, and not watched any more: ${left}`,
    });
  });
}
