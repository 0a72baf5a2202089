import type { FastifyInstance } from 'fastify';
import { cancelOrder } from '@riptide/contracts';
import { accountKey, ok } from '@riptide/core/domain';
import { modeOfVenue } from '../../../presenters/accounts.ts';
import { presentOrder } from '../../../presenters/orders.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callOrder } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/orders/cancel` */
export function addOrderCancel(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, cancelOrder, async ({ body }) => {
    const account = accountKey(body.venue, body.mode ?? modeOfVenue(link, body.venue));
    const cancelled = await callOrder(link, 'cancel-order', { account, orderId: body.order_id, by: BY_API });
    return cancelled.ok ? ok({ order: presentOrder(cancelled.value) }) : cancelled;
  });
}
