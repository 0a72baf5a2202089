import type { HistoryTrade } from '@riptide/contracts/calls';
import { formatAsset, formatPnl, formatPx, formatQty, UNKNOWN } from '../../../lib/format.ts';

export interface TimelineStep {
  readonly id: string;
  readonly atSeconds: number;
  readonly kind: 'decision' | 'order' | 'fill' | 'income' | 'exit';
  readonly title: string;
  readonly text: string;
}

/** Says a word of the records as people read it, e.g. `take-profit` as `take profit`. */
export function plainWord(word: string | null): string {
  return word === null ? UNKNOWN : word.replaceAll('-', ' ');
}

/** Says what closed a trade; unknown while that is not on record. */
export function exitWord(exit: string | null): string {
  return exit === 'exit' ? 'closing order' : plainWord(exit);
}

/** Puts what is on record of a trade in the order in which it happened. */
export function timelineOf({ trade, orders, fills, income }: HistoryTrade): readonly TimelineStep[] {
  const steps: TimelineStep[] = [
    ...orders.map((order): TimelineStep => {
      const price = order.trigger_price ?? order.price;
      const at = price === null ? '' : ` at ${formatPx(price)}`;
      const quantity = order.quantity === null ? 'whole position' : formatQty(order.quantity);
      return {
        id: `order ${order.order_id}`,
        atSeconds: order.created_at,
        kind: 'order',
        title: `Order: ${plainWord(order.role ?? 'order of others')}`,
        text: `${order.side} ${quantity} ${plainWord(order.type)}${at}, ${plainWord(order.status)}${order.reason === null ? '' : ` (${order.reason})`}`,
      };
    }),
    ...fills.map((fill): TimelineStep => ({
      id: `fill ${fill.fill_id}`,
      atSeconds: fill.timestamp,
      kind: 'fill',
      title: fill.cause === 'order' ? 'Fill' : `Fill: ${plainWord(fill.cause)}`,
      text: `${fill.side} ${formatQty(fill.quantity)} at ${formatPx(fill.price)}, fee ${formatAsset(fill.fee, 4)} ${fill.fee_asset}${fill.liquidity === null ? '' : `, ${fill.liquidity}`}`,
    })),
    ...income.map((row, at): TimelineStep => ({
      id: `income ${at}`,
      atSeconds: row.timestamp,
      kind: 'income',
      title: plainWord(row.kind),
      text: `${row.amount >= 0 ? 'received' : 'paid'} ${formatAsset(Math.abs(row.amount), 6)} ${row.asset}`,
    })),
    {
      id: 'exit',
      atSeconds: trade.timestamp,
      kind: 'exit',
      title: trade.exit === null ? 'Closed' : `Closed: ${exitWord(trade.exit)}`,
      text: `at ${formatPx(trade.exit_price)}, net ${formatPnl(trade.pnl)}`,
    },
  ];
  const rank = { decision: 0, order: 1, fill: 2, income: 3, exit: 4 } as const;
  return steps.toSorted((one, other) => one.atSeconds - other.atSeconds || rank[one.kind] - rank[other.kind]);
}
