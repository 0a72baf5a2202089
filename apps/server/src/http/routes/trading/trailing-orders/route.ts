import type { FastifyInstance } from 'fastify';
import { createTrailingOrder, getTrailingOrders, removeTrailingOrder, startTrailingOrder } from '@riptide/contracts';
import { err, ok, type DomainError } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { fieldRefusal } from '../../../field-refusal.ts';
import { readyEngines } from '../../../presenters/engines.ts';
import { presentTrailing, presentTrailingOrders } from '../../../presenters/trailing.ts';
import { serve } from '../../../serve.ts';
import type { RouteError } from '../../../to-problem.ts';
import { BY_API, callEngines, decimalText } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** Fields of a wish as its caller wrote them. */
const API_FIELDS: Readonly<Record<string, string>> = {
  entryPx: 'entry_price',
  qtyBase: 'quantity',
  initialTakeProfitPx: 'initial_tp_price',
  trailingDistanceFrac: 'trailing_distance_pct',
  maxTrailingFrac: 'max_trailing_pct',
};
const FIELD = new RegExp(Object.keys(API_FIELDS).join('|'), 'g');

/** `GET` and `POST /api/trading/advanced/trailing_orders`, `PUT …/:id/start`, `DELETE …/:id` */
export function addTrailingOrders(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getTrailingOrders, () => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const orders = presentTrailingOrders(link);
    return ok({ trailing_orders: orders, count: orders.length });
  });
  serve(app, createTrailingOrder, async ({ body }) => {
    const created = await callEngines(link, 'trailing-create', {
      orderId: body.order_id,
      venue: body.venue ?? null,
      symbol: body.symbol,
      side: body.side,
      entryPx: decimalText(body.entry_price) ?? '',
      qtyBase: decimalText(body.quantity) ?? '',
      initialTakeProfitPx: decimalText(body.initial_tp_price),
      trailingDistanceFrac: body.trailing_distance_pct,
      maxTrailingFrac: body.max_trailing_pct,
      by: BY_API,
    });
    if (!created.ok) return err(refusalOf(created.error));
    const { warning = null } = created.value;
    const message = warning === null ? 'Trailing order created' : `Trailing order created; ${warning}`;
    return ok({ trailing_order: presentTrailing(created.value), message });
  });
  serve(app, startTrailingOrder, async ({ params }) => {
    const started = await callEngines(link, 'trailing-start', { orderId: params.id, by: BY_API });
    if (!started.ok) return err(refusalOf(started.error));
    return ok({ trailing_order: presentTrailing(started.value), message: 'Trailing order follows the price' });
  });
  serve(app, removeTrailingOrder, async ({ params }) => {
    const removed = await callEngines(link, 'trailing-remove', { orderId: params.id, by: BY_API });
    if (!removed.ok) return err(refusalOf(removed.error));
    return ok({ trailing_order: presentTrailing(removed.value), message: 'Trailing order removed' });
  });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function refusalOf(error: DomainError): RouteError {
  switch (error.code) {
    case 'ORDER_NOT_FOUND':
      return apiRefusal('not_found', { text: 'There is no such trailing order' });
    case 'ORDER_DUPLICATE_ID':
      return apiRefusal('conflict', {
        text: 'A trailing order with this id exists already',
        fields: { order_id: 'exists already' },
      });
    case 'POSITION_NOT_FOUND':
      return apiRefusal('position_not_found', {
        text: `${sentence(error.detail)}. Open one first, or remove the order`,
      });
    case 'ORDER_FINAL':
      return apiRefusal('conflict', { text: 'The trailing order was started already or has ended' });
    default:
      return fieldRefusal({ ...error, detail: error.detail.replace(FIELD, (name) => API_FIELDS[name] ?? name) });
  }
}
