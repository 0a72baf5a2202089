import type { ConnectionStatus, VenueName } from '@riptide/contracts/calls';
import { useState, type ReactNode } from 'react';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useEnableVenue, useTestKey, useTests } from '../api/use-key-commands.ts';
import { DisableDialog } from './disable-dialog.tsx';
import { Ago } from '../../../shared/ago.tsx';

export interface KeyRow {
  readonly venue: VenueName;
  readonly status: ConnectionStatus;
}

interface ConfiguredPanelProps {
  readonly rows: readonly KeyRow[];
  readonly isStale: boolean;
  readonly onEdit: (venue: VenueName) => void;
  readonly onDetails: (venue: VenueName) => void;
}

/** The keys that are saved, with what can be done about each. `T` on a row tests its key. */
export function ConfiguredPanel({ rows, isStale, onEdit, onDetails }: ConfiguredPanelProps) {
  const [disabling, setDisabling] = useState<VenueName | null>(null);
  const { run, running, isAllRunning, runAll } = useTestRuns();
  const enable = useEnableVenue();
  const actions = ({ venue, status }: KeyRow): ReactNode => (
    <span className="flex gap-1.5 sm:justify-end">
      <Button size="xs" pending={running.has(venue)} onClick={() => run(venue)}>
        {running.has(venue) ? 'Testing...' : 'Test'}
        <span className="sr-only"> {venue}</span>
      </Button>
      <Button size="xs" onClick={() => onEdit(venue)}>
        Edit<span className="sr-only"> {venue}</span>
      </Button>
      {status.enabled ? (
        <Button size="xs" look="stop" onClick={() => setDisabling(venue)}>
          Disable<span className="sr-only"> {venue}</span>
        </Button>
      ) : (
        <Button size="xs" pending={enable.isPending} onClick={() => enable.mutate({ venue, enabled: true })}>
          Enable<span className="sr-only"> {venue}</span>
        </Button>
      )}
    </span>
  );
  const drawCard = (row: KeyRow): ReactNode => <Card row={row}>{actions(row)}</Card>;
  return (
    <Panel
      title="Configured Exchanges"
      note={<Tag>{rows.length}</Tag>}
      actions={
        <Button
          size="sm"
          pending={isAllRunning}
          disabled={rows.length === 0}
          onClick={() => runAll(rows.map((row) => row.venue))}
        >
          {isAllRunning ? 'Testing...' : 'Test all'}
        </Button>
      }
    >
      <div
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
          const at = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')?.dataset['row'];
          const row = at === undefined ? undefined : rows[Number(at)];
          if (!row) return;
          event.preventDefault();
          run(row.venue);
        }}
      >
        <DataTable
          label="Configured Exchanges"
          rows={rows}
          rowId={(row) => row.venue}
          columns={[...COLUMNS, { id: 'actions', header: 'Actions', align: 'right', cell: actions }]}
          onOpen={(row) => onDetails(row.venue)}
          isStale={isStale}
          csvName="connections.csv"
          card={drawCard}
          empty={
            <EmptyState title="No exchanges configured yet">
              <span className="flex flex-col items-center gap-3">
                Enter the key of a venue: it is tested at once, and paper trading goes on without one.
                <Button look="primary" onClick={() => onEdit('BINANCE')}>
                  Configure
                </Button>
              </span>
            </EmptyState>
          }
        />
      </div>
      <DisableDialog venue={disabling} onClose={() => setDisabling(null)} />
    </Panel>
  );
}

/** One test per venue at a time; all at once runs them side by side. */
function useTestRuns() {
  const test = useTestKey();
  const [running, setRunning] = useState<ReadonlySet<VenueName>>(new Set());
  const [isAllRunning, setAllRunning] = useState(false);
  const run = async (venue: VenueName): Promise<void> => {
    if (running.has(venue)) return;
    setRunning((now) => new Set([...now, venue]));
    // The command has told a failure already.
    await Promise.allSettled([test.mutateAsync(venue)]);
    setRunning((now) => new Set([...now].filter((other) => other !== venue)));
  };
  return {
    running,
    isAllRunning,
    run: (venue: VenueName) => void run(venue),
    runAll: (venues: readonly VenueName[]) => {
      setAllRunning(true);
      void Promise.all(venues.map(run)).then(() => setAllRunning(false));
    },
  };
}

function KeyState({ status }: { status: ConnectionStatus }) {
  return status.enabled ? <Tag tone="ok">Active</Tag> : <Tag tone="warn">Disabled</Tag>;
}

function LastResult({ row }: { row: KeyRow }) {
  const test = useTests()[row.venue];
  const spot = test ? test.spot_ok : row.status.hasSpotPermission;
  const futures = test ? test.futures_ok : row.status.hasFuturesPermission;
  if (spot === null && futures === null) return <Unknown />;
  return (
    <span className="flex gap-2">
      <Mark label="Spot" isOk={spot} />
      <Mark label="Futures" isOk={futures} />
    </span>
  );
}

function Mark({ label, isOk }: { label: string; isOk: boolean | null }) {
  if (isOk === null) return <span className="text-fg3">{label} —</span>;
  return (
    <span className={isOk ? 'text-ok' : 'text-danger'}>
      {label} {isOk ? '✓' : '✗'}
    </span>
  );
}

const COLUMNS: readonly Column<KeyRow>[] = [
  {
    id: 'venue',
    header: 'Exchange',
    cell: (row) => <b className="font-semibold">{row.venue}</b>,
    sortBy: (row) => row.venue,
    csv: (row) => row.venue,
  },
  {
    id: 'key',
    header: 'Key',
    cell: (row) => <code className="font-mono text-xs">{row.status.api_key_masked ?? '—'}</code>,
    csv: (row) => row.status.api_key_masked,
  },
  {
    id: 'state',
    header: 'Status',
    cell: (row) => <KeyState status={row.status} />,
    csv: (row) => (row.status.enabled ? 'Active' : 'Disabled'),
  },
  { id: 'result', header: 'Last result', cell: (row) => <LastResult row={row} /> },
  {
    id: 'tested',
    header: 'Last test',
    cell: (row) => (row.status.last_test_at === null ? 'never' : <Ago atSeconds={row.status.last_test_at} />),
    csv: (row) => (row.status.last_test_at === null ? null : new Date(row.status.last_test_at * 1000).toISOString()),
  },
];

function Card({ row, children }: { row: KeyRow; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <span className="flex items-center gap-2">
        <b className="font-semibold">{row.venue}</b>
        <KeyState status={row.status} />
        <span className="flex-1" />
        <code className="font-mono text-xs text-fg2">{row.status.api_key_masked}</code>
      </span>
      <span className="flex items-center justify-between text-fg2">
        <LastResult row={row} />
        {row.status.last_test_at === null ? 'never tested' : <Ago atSeconds={row.status.last_test_at} />}
      </span>
      {children}
    </div>
  );
}
