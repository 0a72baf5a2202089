import type { FlightMoment } from '@riptide/contracts/calls';
import { UNKNOWN, formatPx, formatQty, formatSignedBps } from '../../../../lib/format.ts';
import { armLabel } from '../../../../shared/arm-label.ts';
import { Num } from '../../../../shared/num.tsx';
import { SideTag } from '../../../../shared/side-tag.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { PartTable, type PartColumn } from './part-table.tsx';

type Row<K extends 'positions' | 'orders' | 'trades' | 'arbitrages' | 'engines'> = NonNullable<FlightMoment[K]>[number];

const POSITIONS: readonly PartColumn<Row<'positions'>>[] = [
  { header: 'Symbol', cell: (row) => <b className="font-semibold">{row.symbol}</b> },
  { header: 'Venue', cell: (row) => `${row.venue} ${row.mode}` },
  { header: 'Side', cell: (row) => <SideTag side={row.side} /> },
  { header: 'Size', isNumber: true, cell: (row) => formatQty(row.size) },
  { header: 'Entry Price', isNumber: true, cell: (row) => formatPx(row.entry_price) },
  { header: 'Mark Price', isNumber: true, cell: (row) => formatPx(row.mark_price) },
  { header: 'PnL', isNumber: true, cell: (row) => <Num kind="pnl" value={row.unrealized_pnl} coloured /> },
  { header: 'Stop', isNumber: true, cell: (row) => formatPx(row.stop_price) },
  { header: 'Target', isNumber: true, cell: (row) => formatPx(row.take_profit_price) },
];

/** The positions that were open. */
export function PositionsPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Positions"
      parts={['positions']}
      unknown={moment.unknown}
      rows={moment.positions}
      rowId={(row) => row.id}
      columns={POSITIONS}
      none="No position was open"
    />
  );
}

const ORDERS: readonly PartColumn<Row<'orders'>>[] = [
  { header: 'Symbol', cell: (row) => <b className="font-semibold">{row.symbol}</b> },
  { header: 'Venue', cell: (row) => `${row.venue} ${row.mode}` },
  { header: 'Side', cell: (row) => row.side },
  { header: 'Type', cell: (row) => `${row.type} ${row.tif}${row.role === null ? '' : `, ${row.role}`}` },
  { header: 'Status', cell: (row) => row.status },
  { header: 'Qty', isNumber: true, cell: (row) => formatQty(row.qty) },
  { header: 'Filled', isNumber: true, cell: (row) => formatQty(row.filled_qty) },
  { header: 'Price', isNumber: true, cell: (row) => formatPx(row.price ?? row.trigger_price) },
];

/** The orders that rested or were asked about. */
export function OrdersPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Open orders"
      parts={['orders']}
      unknown={moment.unknown}
      rows={moment.orders}
      rowId={(row) => `${row.venue} ${row.mode} ${row.order_id}`}
      columns={ORDERS}
      none="No order was open"
    />
  );
}

const TRADES: readonly PartColumn<Row<'trades'>>[] = [
  { header: 'Symbol', cell: (row) => <b className="font-semibold">{row.symbol}</b> },
  { header: 'Venue', cell: (row) => `${row.venue} ${row.mode}` },
  { header: 'Side', cell: (row) => <SideTag side={row.side} /> },
  { header: 'Arm', cell: (row) => armLabel(row.arm) },
  { header: 'State', cell: (row) => row.state },
  { header: 'Filled', isNumber: true, cell: (row) => formatQty(row.filled_quantity) },
  { header: 'Entry', isNumber: true, cell: (row) => formatPx(row.entry_price) },
  { header: 'Stop', isNumber: true, cell: (row) => formatPx(row.stop_price) },
];

/** The trades of the sniping engines that were open. */
export function TradesPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Open trades of the engines"
      parts={[]}
      unknown={moment.unknown}
      rows={moment.trades}
      rowId={(row) => row.id}
      columns={TRADES}
      none="No trade was open"
    />
  );
}

const ARBITRAGES: readonly PartColumn<Row<'arbitrages'>>[] = [
  { header: 'Symbol', cell: (row) => <b className="font-semibold">{row.symbol}</b> },
  { header: 'Buy', cell: (row) => row.buy_venue },
  { header: 'Sell', cell: (row) => row.sell_venue },
  { header: 'Mode', cell: (row) => `${row.mode} ${row.execution}` },
  { header: 'State', cell: (row) => row.state },
  { header: 'Expected bps', isNumber: true, cell: (row) => formatSignedBps(row.entry_net_bps) },
];

/** The arbitrages that were open. */
export function ArbitragesPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Open arbitrages"
      parts={['arbitrages']}
      unknown={moment.unknown}
      rows={moment.arbitrages}
      rowId={(row) => row.id}
      columns={ARBITRAGES}
      none="No arbitrage was open"
    />
  );
}

const ENGINES: readonly PartColumn<Row<'engines'>>[] = [
  { header: 'Engine', cell: (row) => <b className="font-semibold">{row.engine}</b> },
  {
    header: 'State',
    cell: (row) => <Tag tone={row.running ? 'ok' : 'neutral'}>{row.running ? 'running' : 'stopped'}</Tag>,
  },
  { header: 'Mode', cell: (row) => row.mode },
  { header: 'By', cell: (row) => (row.by === '' ? UNKNOWN : row.by) },
  { header: 'Reason', cell: (row) => (row.reason === '' ? UNKNOWN : row.reason) },
];

/** The engines, running or not. */
export function EnginesPart({ moment }: { moment: FlightMoment }) {
  return (
    <PartTable
      title="Engines"
      parts={['engines']}
      unknown={moment.unknown}
      rows={moment.engines}
      rowId={(row) => row.engine}
      columns={ENGINES}
      none="No engine was known"
    />
  );
}
