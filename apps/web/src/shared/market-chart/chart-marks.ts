import type {
  HistoryItem,
  LiquidationItem,
  OrderRow,
  PositionRow,
  SnipeRow,
  TrailingOrderRow,
  VenueName,
} from '@riptide/contracts/calls';
import type { ChartBubble } from '../../ui/candle-chart-marks.ts';
import type { ChartFill, ChartLine } from '../../ui/candle-chart.tsx';
import { formatPnl, formatQty, formatSignedBps } from '../../lib/format.ts';
import { candleOf } from './live-candles.ts';

export interface ChartPlace {
  readonly symbol: string;
  readonly venue: VenueName;
  readonly timeframeS: number;
}

/** What one distance is in bps of the entry, seen from the position: a gain is positive. */
function awayBps({ side, entry_price: entry }: PositionRow, px: number): number {
  return ((px - entry) / entry) * 10_000 * (side === 'long' ? 1 : -1);
}

/** Gives entry, stop and target of the open positions of the chart's instrument. */
export function positionLines(positions: readonly PositionRow[], { symbol, venue }: ChartPlace): ChartLine[] {
  return positions
    .filter((position) => position.symbol === symbol && position.venue === venue && position.market === 'perp')
    .flatMap((position) => {
      const { id, entry_price: entry, stop_price: stop, take_profit_price: target, size } = position;
      return [
        { id: `${id} entry`, price: entry, label: `Entry ${formatQty(size)}`, token: '--accent' },
        ...(stop === null
          ? []
          : [
              {
                id: `${id} sl`,
                price: stop,
                label: `SL ${formatSignedBps(awayBps(position, stop))} bps`,
                token: '--down',
              },
            ]),
        ...(target === null
          ? []
          : [
              {
                id: `${id} tp`,
                price: target,
                label: `TP ${formatSignedBps(awayBps(position, target))} bps`,
                token: '--up',
              },
            ]),
      ];
    });
}

/** Gives the prices at which entries of the chart's instrument rest; stops and targets are drawn with their position. */
export function orderLines(orders: readonly OrderRow[], { symbol, venue }: ChartPlace): ChartLine[] {
  return orders.flatMap((order) => {
    const { order_id: id, price, qty, side } = order;
    const isHere = order.symbol === symbol && order.venue === venue && order.market === 'perp';
    if (!isHere || order.reduce_only || price === null) return [];
    const word = side === 'BUY' ? 'Buy' : 'Sell';
    return [{ id: `order ${id}`, price, label: `${word} ${formatQty(qty)} rests`, token: '--accent' }];
  });
}

/** Gives where trailing orders of the chart's instrument would close: those that follow, and those that wait for their start. */
export function trailingLines(orders: readonly TrailingOrderRow[], { symbol, venue }: ChartPlace): ChartLine[] {
  return orders
    .filter((order) => order.symbol === symbol && order.venue === venue)
    .filter(({ state }) => state === 'initial' || state === 'trailing')
    .map(({ order_id: id, state, current_tp_price: price }) => ({
      id: `trailing ${id}`,
      price,
      label: state === 'trailing' ? `Trail ${id}` : `Trail ${id}, not started`,
      token: '--warn',
    }));
}

interface TradeFacts {
  readonly history: readonly HistoryItem[];
  readonly positions: readonly PositionRow[];
  readonly snipes: readonly SnipeRow[];
}

/** Gives the entries and exits of what was traded on the chart's instrument, each once. */
export function tradeFills({ history, positions, snipes }: TradeFacts, place: ChartPlace): ChartFill[] {
  const isHere = (row: { symbol: string; venue: VenueName }): boolean =>
    row.symbol === place.symbol && row.venue === place.venue;
  const at = (atS: number): number => candleOf(atS, place.timeframeS);
  const closed = history.filter(isHere).flatMap(({ id, side, timestamp, hold_seconds: held, pnl }) => {
    const [entry, exit] = side === 'BUY' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
    const exitLabel = pnl === null ? 'Exit' : `Exit ${formatPnl(pnl)}`;
    return [
      ...(held === null ? [] : [{ id: `${id} in`, candleS: at(timestamp - held), side: entry, label: 'Entry' }]),
      { id: `${id} out`, candleS: at(timestamp), side: exit, label: exitLabel },
    ];
  });
  const open = positions.filter(isHere).map(({ id, side, opened_at: openedAt }) => ({
    id: `${id} in`,
    candleS: at(openedAt),
    side: side === 'long' ? ('buy' as const) : ('sell' as const),
    label: 'Entry',
  }));
  const entering = snipes
    .filter((snipe) => isHere(snipe) && snipe.state === 'entering')
    .map(({ id, side, started_at: startedAt }) => ({
      id,
      candleS: at(startedAt),
      side: side === 'long' ? ('buy' as const) : ('sell' as const),
      label: 'Entering',
    }));
  return [...closed, ...open, ...entering];
}

/** Gives the liquidations of the chart's symbol at every venue: the flow moves them all. */
export function liquidationBubbles(
  items: readonly LiquidationItem[],
  { symbol, timeframeS }: ChartPlace,
): ChartBubble[] {
  return items
    .filter((item) => item.symbol === symbol)
    .map(({ id, timestamp, price, usd, liquidated_side: liquidatedSide }) => ({
      id,
      candleS: candleOf(timestamp, timeframeS),
      price,
      usd,
      liquidatedSide,
    }));
}
