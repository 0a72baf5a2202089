import type { FastifyInstance } from 'fastify';
import { getPnlPro } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentPnlPro } from '../../../presenters/pnl-pro.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/pnl_pro` */
export function addPnlPro(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, getPnlPro, ({ query }) => {
    const mode = leadingMode(link);
    const trades = history.closedTrades(mode);
    return trades.ok
      ? ok(presentPnlPro(link, trades.value, { mode, period: query.period, nowMs: clock.nowMs() }))
      : trades;
  });
}
