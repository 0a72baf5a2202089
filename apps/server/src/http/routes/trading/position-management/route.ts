import type { FastifyInstance } from 'fastify';
import { managePositions } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { serve } from '../../../serve.ts';
import { BY_API, callOrder } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/engine/position_management` */
export function addPositionManagement(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, managePositions, async ({ body }) => {
    if (body.action === 'close_all') {
      const closed = await callOrder(link, 'close-all', { by: BY_API });
      if (!closed.ok) return closed;
      const { submitted, failed } = closed.value;
      const message =
        submitted + failed.length === 0
          ? 'No open positions'
          : `${submitted} ${submitted === 1 ? 'position is' : 'positions are'} being closed`;
      return ok({ success: true as const, submitted, failed: [...failed], message });
    }
    const closed = await callOrder(link, 'close-position', { positionId: body.position_id ?? '', by: BY_API });
    if (!closed.ok) return closed;
    const { symbol } = closed.value.order;
    return ok({ success: true as const, submitted: 1, failed: [], message: `${symbol} is being closed` });
  });
}
