import type { AuditEvent, AuditTradeRow } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatExact, type Zone } from '../../../../lib/format-time.ts';
import { UNKNOWN, formatAsset, formatPx, formatQty } from '../../../../lib/format.ts';
import { Num, Unknown } from '../../../../shared/num.tsx';
import { cn } from '../../../../ui/cn.ts';
import { eventWords, tradeFacts } from '../model/row-facts.ts';
import { SeverityTag } from './kind-tag.tsx';

export type AuditRow = ({ readonly kind: 'trade' } & AuditTradeRow) | ({ readonly kind: 'event' } & AuditEvent);

export interface AuditColumn<Row> {
  readonly header: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row, zone: Zone) => ReactNode;
}

const created = {
  cell: (row: { readonly created_ts: number }, zone: Zone) => <Created atSeconds={row.created_ts} zone={zone} />,
};

/** The columns of trades; the created time carries its zone in the header. */
export const TRADE_COLUMNS: readonly AuditColumn<AuditTradeRow>[] = [
  { header: 'ID', isNumber: true, cell: (row) => <span className="text-fg3">{row.id}</span> },
  { header: 'Created', ...created },
  { header: 'Symbol', cell: (row) => <b className="font-semibold">{row.symbol}</b> },
  { header: 'Venues', cell: (row) => row.venues.join(', ') },
  { header: 'Side', cell: (row) => <Side row={row} /> },
  { header: 'Qty', isNumber: true, cell: (row) => <Qty row={row} /> },
  { header: 'Price', isNumber: true, cell: (row) => <Price row={row} /> },
  { header: 'Fee', isNumber: true, cell: (row) => <Fees row={row} /> },
  { header: 'P&L', isNumber: true, cell: (row) => <Result row={row} /> },
  { header: 'Result', cell: (row) => <Outcome row={row} /> },
];

/** The columns of events. */
export const EVENT_COLUMNS: readonly AuditColumn<AuditEvent>[] = [
  { header: 'ID', isNumber: true, cell: (row) => <span className="text-fg3">{row.id}</span> },
  { header: 'Created', ...created },
  { header: 'Severity', cell: (row) => <SeverityTag severity={row.severity} /> },
  { header: 'Event', cell: (row) => <b className="font-semibold">{row.event}</b> },
  { header: 'Symbol', cell: (row) => row.symbol ?? <Unknown /> },
  { header: 'Venues', cell: (row) => (row.venues.length === 0 ? <Unknown /> : row.venues.join(', ')) },
  { header: 'Meta', cell: (row) => <Told text={eventWords(row)} /> },
];

function Created({ atSeconds, zone }: { atSeconds: number; zone: Zone }) {
  const atMs = atSeconds * 1000;
  const exact = formatExact(atMs, zone);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exact} className="text-fg2">
      {exact.slice(0, 19)}
    </time>
  );
}

function Side({ row }: { row: AuditTradeRow }) {
  const { side, source, role } = tradeFacts(row);
  if (side === null) return <Unknown />;
  return (
    <b
      title={[source, role].filter((each) => each !== null).join(' ')}
      className={cn('font-semibold', side === 'BUY' ? 'text-up' : 'text-down')}
    >
      {side}
    </b>
  );
}

function Qty({ row }: { row: AuditTradeRow }) {
  const { qty, filledQty } = tradeFacts(row);
  if (qty === null) {
    const text = filledQty === null || filledQty === 0 ? 'all' : formatQty(filledQty);
    return <span title="Closes whatever is open">{text}</span>;
  }
  const isPart = filledQty !== null && filledQty > 0 && filledQty < qty;
  return <span title={isPart ? `${formatQty(filledQty)} of it were filled` : undefined}>{formatQty(qty)}</span>;
}

function Price({ row }: { row: AuditTradeRow }) {
  const { price, priceIs } = tradeFacts(row);
  if (price === null) return <Unknown />;
  return <span title={`${priceIs ?? ''} price`.trim()}>{formatPx(price)}</span>;
}

function Fees({ row: { fees } }: { row: AuditTradeRow }) {
  if (fees.length === 0) return <Unknown />;
  return (
    <span className="text-fg2">{fees.map(({ asset, amount }) => `${formatAsset(amount, 4)} ${asset}`).join(', ')}</span>
  );
}

function Result({ row: { position, net_usd: net } }: { row: AuditTradeRow }) {
  if (position === 'open') return <span className="text-fg3">open</span>;
  if (position === 'none' || net === null) return <Unknown />;
  return (
    <span title="Net result of the closed trade this order is part of">
      <Num kind="pnl" value={net} coloured />
    </span>
  );
}

function Outcome({ row }: { row: AuditTradeRow }) {
  const { result, reason } = tradeFacts(row);
  return <Told text={reason === null ? result : `${result}: ${reason}`} />;
}

function Told({ text }: { text: string }) {
  return (
    <span title={text} className="block max-w-[420px] truncate text-fg2">
      {text === '' ? UNKNOWN : text}
    </span>
  );
}
