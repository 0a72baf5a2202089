import type { FastifyInstance } from 'fastify';
import { getBalances } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentBalances } from '../../../presenters/balances.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/balances` */
export function addBalances(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getBalances, () => ok(presentBalances(link, clock.nowMs())));
}
