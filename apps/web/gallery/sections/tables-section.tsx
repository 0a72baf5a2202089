import { formatPx } from '../../src/lib/format.ts';
import type { Column } from '../../src/shared/data-table/column.ts';
import { DataTable } from '../../src/shared/data-table/data-table.tsx';
import { Num } from '../../src/shared/num.tsx';
import { Panel } from '../../src/shared/panel.tsx';
import { EmptyState } from '../../src/shared/panel-states.tsx';
import { SideTag } from '../../src/shared/side-tag.tsx';
import { notify } from '../../src/shared/notify.ts';
import { sampleRows, type SampleRow } from '../samples.ts';
import { Section } from './section.tsx';

const MANY = sampleRows(2000);
const FEW = sampleRows(5);

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'symbol', header: 'Symbol', sortBy: (row) => row.symbol, cell: (row) => row.symbol, csv: (row) => row.symbol },
  { id: 'side', header: 'Side', cell: (row) => <SideTag side={row.side} />, csv: (row) => row.side },
  {
    id: 'px',
    header: 'Price',
    align: 'right',
    sortBy: (row) => row.px,
    cell: (row) => formatPx(row.px),
    csv: (row) => row.px,
  },
  {
    id: 'pnl',
    header: 'P&L',
    align: 'right',
    sortBy: (row) => row.pnl,
    cell: (row) => <Num kind="pnl" value={row.pnl} coloured />,
    csv: (row) => row.pnl,
  },
];

/** Tables: few rows, thousands of which only those in sight are drawn, old ones, none. */
export function TablesSection() {
  return (
    <Section id="tables" title="Tables">
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <Panel title="2,000 rows, sorted by P&L; the order freezes under the pointer">
          <Table label="Many rows" rows={MANY} csvName="sample-many.csv" />
        </Panel>
        <div className="flex min-w-0 flex-col gap-3">
          <Panel title="Few rows">
            <Table label="Few rows" rows={FEW} csvName="sample-few.csv" />
          </Panel>
          <Panel title="Old rows">
            <Table label="Old rows" rows={FEW} isStale />
          </Panel>
          <Panel title="No rows">
            <Table label="No rows" rows={[]} />
          </Panel>
        </div>
      </div>
    </Section>
  );
}

interface TableProps {
  readonly label: string;
  readonly rows: readonly SampleRow[];
  readonly csvName?: string;
  readonly isStale?: boolean;
}

function Table({ label, rows, csvName, isStale = false }: TableProps) {
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={COLUMNS}
      rowId={(row) => row.id}
      initialSort={{ column: 'pnl', isFalling: true }}
      onOpen={(row) => notify({ tone: 'success', text: `Opened ${row.symbol}`, atMs: Date.now() })}
      isStale={isStale}
      {...(csvName === undefined ? {} : { csvName })}
      card={drawCard}
      empty={<EmptyState title="No trading history available">The first closed trade appears here.</EmptyState>}
    />
  );
}

function drawCard(row: SampleRow) {
  return (
    <div className="flex items-center justify-between gap-2">
      <b className="font-semibold">{row.symbol}</b>
      <SideTag side={row.side} />
      <span>{formatPx(row.px)}</span>
      <Num kind="pnl" value={row.pnl} coloured />
    </div>
  );
}
