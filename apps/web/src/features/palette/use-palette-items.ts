import { getLivePrices, getOrders, getPortfolioPositions } from '@riptide/contracts/calls';
import { useArbitrageFeed } from '../../shared/opportunities/arbitrage-feed.tsx';
import { useCall } from '../../shared/use-call.ts';
import {
  COMMAND_ITEMS,
  ENGINE_ITEMS,
  SETTING_ITEMS,
  auditItems,
  opportunityItems,
  positionItems,
  rankItem,
  symbolItems,
  type PaletteItem,
} from './palette-items.ts';
import { readRecent } from './recent-items.ts';

/** More lines of one kind than a person reads through. */
const MOST_PER_GROUP = 8;
const OPPORTUNITIES = 20;

/** Gives what the palette finds for what was typed, best first within each group; recent ones first while nothing is typed. */
export function usePaletteItems(typed: string, pages: readonly PaletteItem[]): PaletteItem[] {
  const positions = useCall(getPortfolioPositions, { intervalMs: 5000, isPushed: true }).data?.positions ?? [];
  const orders = useCall(getOrders, { intervalMs: 5000, isPushed: true }).data?.orders ?? [];
  const prices = useCall(getLivePrices, { intervalMs: 10_000 }).data?.prices ?? [];
  const { table } = useArbitrageFeed();
  const commands = [...COMMAND_ITEMS, ...ENGINE_ITEMS];
  // Every command stands in the list that asks for them: what is not seen there is not found.
  if (typed.startsWith('>')) return best(commands, typed, commands.length);
  if (typed.startsWith('#')) return auditItems(typed);
  const orderItems = orders.map((order): PaletteItem => {
    return {
      id: `order:${order.order_id}`,
      group: 'Orders',
      title: `${order.side} ${order.symbol} on ${order.venue}`,
      note: order.status,
      words: `order ${order.order_id}`,
      act: { kind: 'go', to: '/app/trading' },
    };
  });
  const all = [
    ...auditItems(typed),
    ...positionItems(positions),
    ...opportunityItems(table.values(), OPPORTUNITIES),
    ...symbolItems(prices),
    ...pages,
    ...SETTING_ITEMS,
    ...orderItems,
    ...commands,
  ];
  if (typed.trim() !== '') return best(all, typed);
  const byId = new Map(all.map((item) => [item.id, item]));
  const recent = readRecent().flatMap((id) => byId.get(id) ?? []);
  return [
    ...recent.map((item) => ({ ...item, id: `recent:${item.id}`, group: 'Recent' as const })),
    ...positionItems(positions).slice(0, MOST_PER_GROUP),
    ...pages,
    ...commands,
  ];
}

function best(items: readonly PaletteItem[], typed: string, most = MOST_PER_GROUP): PaletteItem[] {
  const counts = new Map<string, number>();
  return items
    .map((item) => ({ item, rank: rankItem(item, typed) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .filter(({ item }) => {
      const count = (counts.get(item.group) ?? 0) + 1;
      counts.set(item.group, count);
      return count <= most;
    })
    .map(({ item }) => item);
}
