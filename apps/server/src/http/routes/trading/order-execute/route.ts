import type { FastifyInstance } from 'fastify';
import { executeOrder } from '@riptide/contracts';
import { domainError, err, ok } from '@riptide/core/domain';
import { partsOfAccount } from '../../../presenters/accounts.ts';
import { presentGate, presentOrder } from '../../../presenters/orders.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callOrder } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/order/execute` */
export function addOrderExecute(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, executeOrder, async ({ body }) => {
    const sent = await callOrder(link, 'execute-order', { previewId: body.preview_id, by: BY_API });
    if (!sent.ok) return sent;
    const { order, gates, account } = sent.value;
    if (order.state === 'unknown')
      return err(domainError('ORDER_OUTCOME_UNKNOWN', `order=${order.clientOrderId ?? ''}`, { outcome: 'unknown' }));
    const { venue } = partsOfAccount(account);
    return ok({
      order: presentOrder(order),
      gates: gates.map((gate) => presentGate(gate, venue)),
      message: `${venue}: ${order.side} ${order.symbol} is ${order.state}`,
    });
  });
}
