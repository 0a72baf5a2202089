import type { FastifyInstance } from 'fastify';
import { getOrders } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentOrders } from '../../../presenters/orders.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/orders` */
export function addOrders(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getOrders, () => {
    const state = readyState(link);
    return state.ok ? ok({ orders: presentOrders(link) }) : state;
  });
}
