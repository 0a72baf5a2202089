import type { VenueName } from '@riptide/contracts/calls';
import { formatQty, formatUsd, UNKNOWN } from '../../../lib/format.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { largestOf, lookOfCell, type MatrixRow } from './model/cells.ts';
import { MatrixCell } from './matrix-cell.tsx';

interface MatrixTableProps {
  readonly rows: readonly MatrixRow[];
  readonly venues: readonly VenueName[];
  readonly isStale: boolean;
  readonly onCell: (symbol: string, venue: VenueName) => void;
}

/** Symbols against venues: what can be traded where, and what it takes. */
export function MatrixTable({ rows, venues, isStale, onCell }: MatrixTableProps) {
  return (
    <DataTable
      label="Symbol matrix"
      rows={rows}
      columns={matrixColumns(venues, onCell)}
      rowId={({ symbol }) => symbol}
      card={matrixCard(venues, onCell)}
      csvName="symbol_matrix.csv"
      isStale={isStale}
      maxHeightPx={420}
      empty={null}
    />
  );
}

function matrixColumns(venues: readonly VenueName[], onCell: MatrixTableProps['onCell']): readonly Column<MatrixRow>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: ({ symbol }) => symbol,
      cell: (row) => <SymbolName row={row} />,
      csv: ({ symbol }) => symbol,
    },
    ...venues.map((venue) => venueColumn(venue, onCell)),
    figureColumn('qty_for_100usdt', 'Qty for 100 USDT', formatQty),
    figureColumn('min_cost', 'Min cost', (value) => formatUsd(value)),
  ];
}

function matrixCard(venues: readonly VenueName[], onCell: MatrixTableProps['onCell']) {
  return (row: MatrixRow) => <MatrixCard row={row} venues={venues} onCell={onCell} />;
}

function venueColumn(venue: VenueName, onCell: MatrixTableProps['onCell']): Column<MatrixRow> {
  return {
    id: venue,
    header: venue,
    sortBy: ({ at }) => ['ok', 'warning', 'none'].indexOf(lookOfCell(at[venue]).kind),
    cell: ({ symbol, at }) => (
      <MatrixCell symbol={symbol} venue={venue} cell={at[venue]} onOpen={() => onCell(symbol, venue)} />
    ),
    csv: ({ at }) => {
      const look = lookOfCell(at[venue]);
      return look.kind === 'ok' ? 'ok' : look.text;
    },
  };
}

function figureColumn(
  figure: 'qty_for_100usdt' | 'min_cost',
  header: string,
  format: (value: number | null) => string,
): Column<MatrixRow> {
  return {
    id: figure,
    header,
    align: 'right',
    sortBy: (row) => largestOf(row, figure),
    cell: (row) => {
      const text = format(largestOf(row, figure));
      return text === UNKNOWN ? <Unknown /> : <span title="The largest of the venues that list it">{text}</span>;
    },
    csv: (row) => largestOf(row, figure),
  };
}

function SymbolName({ row }: { row: MatrixRow }) {
  return (
    <span className="font-semibold">
      {row.symbol}
      {row.otherCoins.length === 0 ? null : (
        <span
          title={row.otherCoins.map(({ reason }) => reason).join('; ')}
          className="ml-1.5 text-2xs font-normal text-warn"
        >
          other coin
        </span>
      )}
    </span>
  );
}

function MatrixCard({
  row,
  venues,
  onCell,
}: { row: MatrixRow; venues: readonly VenueName[] } & Pick<MatrixTableProps, 'onCell'>) {
  return (
    <div className="flex flex-col gap-1">
      <SymbolName row={row} />
      <dl className="grid grid-cols-4 gap-x-2 gap-y-1 text-sm">
        {venues.map((venue) => (
          <div key={venue} className="min-w-0">
            <dt className="text-2xs text-fg3">{venue}</dt>
            <dd className="-my-2 min-w-0">
              <MatrixCell
                symbol={row.symbol}
                venue={venue}
                cell={row.at[venue]}
                onOpen={() => onCell(row.symbol, venue)}
              />
            </dd>
          </div>
        ))}
        <div className="col-span-2 flex flex-wrap items-baseline gap-x-1.5">
          <dt className="text-2xs text-fg3">Qty for 100 USDT</dt>
          <dd>{formatQty(largestOf(row, 'qty_for_100usdt'))}</dd>
        </div>
        <div className="col-span-2 flex flex-wrap items-baseline justify-end gap-x-1.5">
          <dt className="text-2xs text-fg3">Min cost</dt>
          <dd>{formatUsd(largestOf(row, 'min_cost'))}</dd>
        </div>
      </dl>
    </div>
  );
}
