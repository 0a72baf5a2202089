import type { FastifyInstance } from 'fastify';
import { getHistoryTrade } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import { apiRefusal } from '../../../api-refusal.ts';
import { partsOfAccount } from '../../../presenters/accounts.ts';
import { firstIntentOf } from '../../../presenters/entry-slippage.ts';
import { presentTrade } from '../../../presenters/performance.ts';
import { rate } from '../../../presenters/rated-trades.ts';
import { exitOf, presentFill, presentIncome, presentTradeOrder } from '../../../presenters/trade-records.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const UNKNOWN = apiRefusal('not_found', { text: 'There is no such trade' });

/** `GET /api/portfolio/history/trade` */
export function addHistoryRecords(app: FastifyInstance, { link, history }: RouteDeps): void {
  serve(app, getHistoryTrade, ({ query: { id } }) => {
    const { mode } = partsOfAccount(id.split('|')[0] ?? '');
    if (mode !== 'paper' && mode !== 'live') return err(UNKNOWN);
    const found = history.closedTrade(mode, id);
    if (!found.ok) return found;
    const trade = found.value;
    if (trade === null) return err(UNKNOWN);
    const legs = trade.arbId === undefined ? ok([]) : history.closedLegs(mode, trade.arbId);
    if (!legs.ok) return legs;
    const others = legs.value.filter(({ tradeId }) => tradeId !== id);
    const together = [trade, ...others];
    const known = history.fills(together);
    if (!known.ok) return known;
    const fills = known.value;
    const records = history.tradeRecords(trade, fills.get(id) ?? []);
    if (!records.ok) return records;
    const intents = together.flatMap((each) => firstIntentOf(each, fills.get(each.tradeId) ?? []) ?? []);
    const decided = history.decisionPrices(intents);
    if (!decided.ok) return decided;
    const show = (each: ClosedTrade) => {
      const [netUsd] = rate(link, [each]).map((rated) => rated.netUsd);
      const tickSize = link.values('instrument').get(each.instrumentId)?.pxTick ?? null;
      const own = fills.get(each.tradeId) ?? [];
      return presentTrade(
        { trade: each, netUsd: netUsd ?? null },
        { exit: exitOf(each, own), tickSize, decidedPx: decided.value.get(firstIntentOf(each, own) ?? '') },
      );
    };
    return ok({
      trade: show(trade),
      legs: others.map(show),
      decision_id: records.value.decisionId,
      audit_ids: [...records.value.auditIds],
      orders: records.value.orders.map(presentTradeOrder),
      fills: records.value.fills.map((fill) => presentFill(id, fill)),
      income: records.value.income.map(presentIncome),
    });
  });
}
