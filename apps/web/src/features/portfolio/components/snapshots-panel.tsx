import { VENUE_NAMES, type EquityRange, type VenueName } from '@riptide/contracts/calls';
import { formatExact, zoneName } from '../../../lib/format-time.ts';
import { formatCount, formatPct } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { courseIntervalMs, useEquityCourse } from '../../../shared/portfolio-calls.ts';
import { Amount } from '../amounts.tsx';
import { snapshotsOf, type Snapshot } from '../model/snapshots.ts';

/** The columns of the venues the snapshots know; of the chosen one alone where one is. */
function columnsOf(venues: readonly VenueName[]): readonly Column<Snapshot>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      sortBy: (row) => row.atSeconds,
      cell: (row) => <At atSeconds={row.atSeconds} />,
      csv: (row) => new Date(row.atSeconds * 1000).toISOString(),
    },
    {
      id: 'equity',
      header: 'Equity',
      align: 'right',
      sortBy: (row) => row.equity,
      cell: (row) => <Usd value={row.equity} />,
      csv: (row) => row.equity,
    },
    {
      id: 'drawdown',
      header: 'Drawdown',
      align: 'right',
      sortBy: (row) => row.drawdownPct,
      cell: (row) => formatPct(row.drawdownPct, 2),
      csv: (row) => row.drawdownPct,
    },
    ...venues.map((venue): Column<Snapshot> => ({
      id: venue,
      header: venue,
      align: 'right',
      sortBy: (row) => row.byVenue[venue] ?? null,
      cell: (row) => <Usd value={row.byVenue[venue] ?? null} />,
      csv: (row) => row.byVenue[venue] ?? null,
    })),
    { id: 'mode', header: 'Mode', cell: (row) => row.mode.toUpperCase(), csv: (row) => row.mode },
  ];
}

interface SnapshotsPanelProps {
  readonly range: EquityRange;
  readonly venue: VenueName | undefined;
}

/** The points of the equity chart as rows, newest first. */
export function SnapshotsPanel({ range, venue }: SnapshotsPanelProps) {
  const query = useEquityCourse(range);
  const course = query.data;
  const venues = VENUE_NAMES.filter((name) => course?.by_venue[name] && (venue === undefined || name === venue));
  const rows = course === undefined ? [] : snapshotsOf(course);
  return (
    <Panel
      title="Snapshot history"
      className="h-full"
      age={<AgeTag atSeconds={course?.atSeconds ?? null} intervalMs={courseIntervalMs(range)} isShort />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the snapshots" onRetry={() => void query.refetch()} />
      ) : null}
      {course === undefined ? (
        query.isError ? null : (
          <LoadingRows rows={8} label="Loading snapshots" />
        )
      ) : (
        <DataTable
          label="Snapshots"
          rows={rows}
          columns={columnsOf(venues)}
          rowId={(row) => String(row.atSeconds)}
          initialSort={{ column: 'time', isFalling: true }}
          csvName={`equity_snapshots_${range}.csv`}
          isStale={query.isError}
          maxHeightPx={420}
          card={snapshotCard}
          footer={`${rows.length === 1 ? '1 snapshot' : `${formatCount(rows.length)} snapshots`} of ${range}`}
          empty={
            <EmptyState title="No snapshots yet">
              Equity is written down once a minute, from the moment an account is known.
            </EmptyState>
          }
        />
      )}
    </Panel>
  );
}

function At({ atSeconds }: { atSeconds: number }) {
  const { zone } = usePreferences();
  const atMs = atSeconds * 1000;
  return (
    <time className="tabular" dateTime={new Date(atMs).toISOString()} title={zoneName(zone)}>
      {formatExact(atMs, zone)}
    </time>
  );
}

function Usd({ value }: { value: number | null }) {
  return (
    <Amount>
      <Num kind="usd" value={value} />
    </Amount>
  );
}

/** A snapshot below 641 px. */
function snapshotCard(row: Snapshot) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-sm">
      <span className="text-xs text-fg2">
        <At atSeconds={row.atSeconds} />
      </span>
      <span className="tabular text-right">
        <b className="block font-semibold">
          <Usd value={row.equity} />
        </b>
        <span className="text-2xs text-fg3">drawdown {formatPct(row.drawdownPct, 2)}</span>
      </span>
    </div>
  );
}
