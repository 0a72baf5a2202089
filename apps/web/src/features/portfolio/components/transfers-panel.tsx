import { getTransfers, type Transfer, type VenueName } from '@riptide/contracts/calls';
import { formatExact, zoneName } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Amount } from '../amounts.tsx';
import { seenWords, signedAmount, TRANSFER_WORDS } from '../model/transfer-words.ts';

const TRANSFERS_INTERVAL_MS = 60_000;
const SHOWN = 200;

const COLUMNS: readonly Column<Transfer>[] = [
  {
    id: 'time',
    header: 'Time',
    sortBy: (row) => row.timestamp,
    cell: (row) => <At row={row} />,
    csv: (row) => new Date(row.timestamp * 1000).toISOString(),
  },
  {
    id: 'venue',
    header: 'Venue',
    sortBy: (row) => row.venue,
    cell: (row) => <VenueBadge venue={row.venue} />,
    csv: (row) => row.venue,
  },
  {
    id: 'kind',
    header: 'Kind',
    sortBy: (row) => row.kind,
    cell: (row) => <Kind row={row} />,
    csv: (row) => row.kind,
  },
  { id: 'asset', header: 'Asset', sortBy: (row) => row.asset, cell: (row) => row.asset, csv: (row) => row.asset },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    sortBy: (row) => row.amount,
    cell: (row) => <Amount>{signedAmount(row)}</Amount>,
    csv: (row) => row.amount,
  },
  { id: 'seen', header: 'Seen in', cell: (row) => seenWords(row), csv: (row) => row.seen_in ?? '' },
  { id: 'mode', header: 'Mode', cell: (row) => row.mode.toUpperCase(), csv: (row) => row.mode },
];

/** Money that came or went without a trade, as it was noticed; of paper accounts their resets. */
export function TransfersPanel({ venue }: { venue: VenueName | undefined }) {
  const query = useCall(getTransfers, {
    input: { query: { limit: SHOWN, ...(venue === undefined ? {} : { venue }) } },
    intervalMs: TRANSFERS_INTERVAL_MS,
  });
  const { data } = query;
  return (
    <Panel
      title="Deposits and withdrawals"
      className="h-full"
      age={<AgeTag atSeconds={data?.atSeconds ?? null} intervalMs={TRANSFERS_INTERVAL_MS} isShort />}
    >
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load deposits and withdrawals"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {data === undefined ? (
        query.isError ? null : (
          <LoadingRows rows={3} label="Loading deposits and withdrawals" />
        )
      ) : (
        <DataTable
          label="Deposits and withdrawals"
          rows={data.transfers}
          columns={COLUMNS}
          rowId={(row) => row.id}
          initialSort={{ column: 'time', isFalling: true }}
          csvName="transfers.csv"
          isStale={query.isError}
          maxHeightPx={420}
          card={transferCard}
          footer={
            data.total > data.transfers.length
              ? `the newest ${formatCount(data.transfers.length)} of ${formatCount(data.total)}`
              : undefined
          }
          empty={
            <EmptyState title="No deposits or withdrawals">
              {data.mode === 'paper'
                ? 'Paper accounts have none: they begin with virtual cash. A reset of them in Settings is listed here.'
                : 'A balance that fills, funding and fees do not explain is listed here once the venue has told it.'}
            </EmptyState>
          }
        />
      )}
    </Panel>
  );
}

function At({ row }: { row: Transfer }) {
  const { zone } = usePreferences();
  const atMs = row.timestamp * 1000;
  return (
    <time className="tabular" dateTime={new Date(atMs).toISOString()} title={zoneName(zone)}>
      {formatExact(atMs, zone)}
    </time>
  );
}

function Kind({ row }: { row: Transfer }) {
  return <Tag tone={row.kind === 'paper_reset' ? 'warn' : 'info'}>{TRANSFER_WORDS[row.kind]}</Tag>;
}

/** A transfer below 641 px. */
function transferCard(row: Transfer) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="flex items-center gap-2">
        <VenueBadge venue={row.venue} />
        <Kind row={row} />
        <span className="flex-1" />
        <b className="tabular font-semibold">
          <Amount>{signedAmount(row)}</Amount> {row.asset}
        </b>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-2xs text-fg3">
        <At row={row} />
        <span>{seenWords(row)}</span>
      </span>
    </div>
  );
}
