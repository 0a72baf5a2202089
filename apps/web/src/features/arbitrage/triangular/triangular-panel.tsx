import { VENUE_NAMES, getTriangular, type TriangleRow, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatBps, formatCount, formatPx, formatQty } from '../../../lib/format.ts';
import { formatLatency } from '../../../lib/format-time.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { VenueBoxes } from '../../../shared/venue-boxes.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** As often as the specified page asks for opportunities. */
const TRIANGLES_INTERVAL_MS = 5000;

/** Round trips through three books of one venue; they are only evaluated. */
export function TriangularPanel() {
  const [symbol, setSymbol] = useState('');
  const [venues, setVenues] = useState<readonly VenueName[]>(VENUE_NAMES);
  const [openId, setOpenId] = useState<string | null>(null);
  const wanted = symbol.trim().toUpperCase();
  const triangles = useCall(getTriangular, {
    input: { query: { venues: venues.join(','), ...(wanted === '' ? {} : { symbol: wanted }) } },
    intervalMs: TRIANGLES_INTERVAL_MS,
    isAsked: venues.length > 0,
  });
  const rows = triangles.data?.triangles ?? [];
  const opened = rows.find((row) => row.id === openId);
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-3.5 pt-3">
        <div className="w-44">
          <TextField label="Symbol" value={symbol} error={null} placeholder="all, or BTCUSDT" onChange={setSymbol} />
        </div>
        <div className="flex flex-wrap gap-x-4 pb-5">
          <VenueBoxes venues={venues} onChange={setVenues} />
        </div>
      </div>
      {venues.length === 0 ? (
        <EmptyState title="No venue chosen">Choose at least one venue.</EmptyState>
      ) : triangles.data ? (
        <DataTable
          label="Triangular round trips"
          rows={rows}
          columns={COLUMNS}
          rowId={(row) => row.id}
          initialSort={{ column: 'net', isFalling: true }}
          onOpen={(row) => setOpenId(row.id)}
          card={drawTriangleCard}
          csvName="triangular.csv"
          maxHeightPx={460}
          isStale={triangles.isError}
          footer={`${formatCount(rows.length)} round trips, only evaluated`}
          empty={
            <EmptyState title="No round trips">
              {triangles.data.reason ?? 'No venue has three books that close a round.'}
            </EmptyState>
          }
        />
      ) : triangles.isError ? (
        <ErrorState
          error={triangles.error}
          fallback="Failed to load round trips"
          onRetry={() => void triangles.refetch()}
        />
      ) : (
        <LoadingRows rows={8} label="Loading round trips" />
      )}
      <Sheet
        open={opened !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpenId(null)}
        title={opened ? `${opened.venue} · ${opened.assets.join(' → ')}` : 'Round trip'}
      >
        {opened ? <Steps row={opened} /> : null}
      </Sheet>
    </div>
  );
}

const COLUMNS: readonly Column<TriangleRow>[] = [
  {
    id: 'venue',
    header: 'Venue',
    sortBy: (row) => row.venue,
    cell: (row) => <VenueBadge venue={row.venue} />,
    csv: (row) => row.venue,
  },
  {
    id: 'path',
    header: 'Path',
    cell: (row) => <b className="font-semibold">{row.assets.join(' → ')}</b>,
    csv: (row) => row.assets.join('>'),
  },
  {
    id: 'start',
    header: 'Begins with',
    align: 'right',
    sortBy: (row) => row.start_qty,
    cell: (row) => <Qty value={row.start_qty} asset={row.assets[0]} />,
    csv: (row) => row.start_qty,
  },
  {
    id: 'end',
    header: 'Ends with',
    align: 'right',
    sortBy: (row) => row.end_qty,
    cell: (row) => <Qty value={row.end_qty} asset={row.assets[0]} />,
    csv: (row) => row.end_qty,
  },
  {
    id: 'net',
    header: 'Net bps',
    align: 'right',
    sortBy: (row) => row.net_bps,
    cell: (row) => <Num kind="bps" value={row.net_bps} coloured className="font-semibold" />,
    csv: (row) => row.net_bps,
  },
  {
    id: 'age',
    header: 'Oldest book',
    align: 'right',
    sortBy: (row) => row.oldest_book_ms,
    cell: (row) => <span className="text-fg2">{formatLatency(row.oldest_book_ms)}</span>,
    csv: (row) => row.oldest_book_ms,
  },
  {
    id: 'policy',
    header: 'Status',
    cell: (row) => <PolicyTag row={row} />,
    csv: (row) => `${row.policy}: ${row.policy_reason}`,
  },
];

function PolicyTag({ row }: { row: TriangleRow }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Tag tone={row.policy === 'blocked' ? 'danger' : 'warn'}>
        {row.policy === 'blocked' ? 'Blocked' : 'Eval Only'}
      </Tag>
      <span className="truncate text-2xs text-fg3">{row.policy_reason}</span>
    </span>
  );
}

function Qty({ value, asset }: { value: number | null; asset: string | undefined }) {
  return value === null ? (
    <Unknown />
  ) : (
    <span>
      {formatQty(value)} <small className="text-fg3">{asset}</small>
    </span>
  );
}

function drawTriangleCard(row: TriangleRow) {
  return <TriangleCard row={row} />;
}

function TriangleCard({ row }: { row: TriangleRow }) {
  return (
    <div className="flex flex-col gap-1 text-[12px]">
      <div className="flex items-center gap-2">
        <VenueBadge venue={row.venue} />
        <b className="font-semibold">{row.assets.join(' → ')}</b>
        <span className="flex-1" />
        <Num kind="bps" value={row.net_bps} coloured /> bps
      </div>
      <PolicyTag row={row} />
    </div>
  );
}

function Steps({ row }: { row: TriangleRow }) {
  return (
    <ol className="flex flex-col gap-3 px-3.5 py-3 text-[12px]">
      {row.steps.map((step, place) => (
        <li key={step.instrument_id} className="rounded-ctl border border-line1 px-2.5 py-2">
          <div className="flex gap-2">
            <b className="font-semibold">
              {place + 1}. {step.side === 'BUY' ? 'Buy' : 'Sell'} {step.symbol}
            </b>
            <span className="tabular ml-auto text-fg2">{step.vwap === null ? <Unknown /> : formatPx(step.vwap)}</span>
          </div>
          <p className="tabular mt-1 text-fg2">
            <Qty value={step.in_qty} asset={step.from_asset} /> → <Qty value={step.out_qty} asset={step.to_asset} />,
            fee {formatBps(step.fee_bps)} bps
          </p>
          <p className="tabular text-2xs text-fg3">
            under the step: {step.dust_qty === null ? <Unknown /> : formatQty(step.dust_qty)} {step.from_asset}
          </p>
        </li>
      ))}
      <li className="flex justify-between px-2.5 font-semibold">
        <span>Net of three fees</span>
        <span>
          <Num kind="signed-bps" value={row.net_bps} coloured /> bps
        </span>
      </li>
    </ol>
  );
}
