import type { FastifyInstance } from 'fastify';
import { getArbitrageBalance } from '@riptide/contracts';
import { decimal, err, ok, VENUES } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { activeAccount } from '../../../presenters/accounts.ts';
import { presentBalances } from '../../../presenters/balances.ts';
import { shownOrNull, toNumber } from '../../../presenters/money.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const CENT_DIGITS = 2;

/** `GET /api/arbitrage/balance` */
export function addArbitrageBalance(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, getArbitrageBalance, () => {
    if (!link.isConnected) return err(apiRefusal('engine_unavailable'));
    const { summary, exchanges, balances, ts } = presentBalances(link, clock.nowMs());
    return ok({
      mode: summary.mode,
      total_usd: summary.total_usd,
      free_usd: summary.free_usd,
      balances: VENUES.map((venue) => {
        const account = activeAccount(link, venue);
        const { status, mode, reason, spot, futures, updated_at } = exchanges[venue];
        return {
          venue,
          mode,
          status,
          reason,
          equity_usd: sumOrNull(spot.usd, futures.usd),
          spot_usd: spot.usd,
          futures_usd: futures.usd,
          free_usd: shownOrNull(account?.freeUsd, CENT_DIGITS),
          margin_usd: futures.margin_usd,
          unrealized_pnl: futures.unrealized_pnl,
          assets: balances
            .filter(({ exchange }) => exchange === venue)
            .map(({ asset, free, used, total, usd }) => ({ asset, free, locked: used, total, usd })),
          updated_at,
        };
      }),
      timestamp: ts,
    });
  });
}

function sumOrNull(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : toNumber(decimal(one).plus(decimal(other)));
}
