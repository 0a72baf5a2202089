import type { FastifyInstance } from 'fastify';
import { getTradingAccount } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentTradingAccount } from '../../../presenters/trading-account.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/account` */
export function addTradingAccount(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getTradingAccount, ({ query }) => {
    const state = readyState(link);
    return state.ok ? ok(presentTradingAccount(link, query.venue ?? null)) : state;
  });
}
