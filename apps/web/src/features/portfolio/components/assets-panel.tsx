import type { VenueName } from '@riptide/contracts/calls';
import { AgeTag } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { BALANCES_INTERVAL_MS, useBalances, usePortfolioOverview } from '../../../shared/portfolio-calls.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { formatAsset } from '../../../lib/format.ts';
import { Amount } from '../amounts.tsx';
import { assetDecimals, assetLines, withoutSmall, type AssetLine } from '../model/assets.ts';

const amount = (row: AssetLine, value: number) => <Amount>{formatAsset(value, assetDecimals(row.asset))}</Amount>;

const COLUMNS: readonly Column<AssetLine>[] = [
  {
    id: 'asset',
    header: 'Asset',
    sortBy: (row) => row.asset,
    cell: (row) => <b className="font-semibold">{row.asset}</b>,
    csv: (row) => row.asset,
  },
  {
    id: 'venues',
    header: 'Venues',
    cell: (row) => (
      <span className="flex gap-1">
        {row.venues.map((venue) => (
          <VenueBadge key={venue} venue={venue} />
        ))}
      </span>
    ),
    csv: (row) => row.venues.join(' '),
  },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    sortBy: (row) => row.total,
    cell: (row) => amount(row, row.total),
    csv: (row) => row.total,
  },
  {
    id: 'free',
    header: 'Free',
    align: 'right',
    sortBy: (row) => row.free,
    cell: (row) => amount(row, row.free),
    csv: (row) => row.free,
  },
  {
    id: 'used',
    header: 'Used',
    align: 'right',
    sortBy: (row) => row.used,
    cell: (row) => amount(row, row.used),
    csv: (row) => row.used,
  },
  {
    id: 'usd',
    header: 'USD value',
    align: 'right',
    sortBy: (row) => row.usd,
    cell: (row) => (
      <Amount>
        <Num kind="usd" value={row.usd} />
      </Amount>
    ),
    csv: (row) => row.usd,
  },
];

interface AssetsPanelProps {
  readonly venue: VenueName | undefined;
  readonly showsSmall: boolean;
  readonly onSmall: (showsSmall: boolean) => void;
}

/** What is held of each asset: total, free and used. */
export function AssetsPanel({ venue, showsSmall, onSmall }: AssetsPanelProps) {
  const query = usePortfolioOverview();
  const balances = useBalances().data?.balances ?? [];
  const all = assetLines(query.data, balances, venue);
  const rows = showsSmall ? all : withoutSmall(all);
  const hidden = all.length - rows.length;
  return (
    <Panel
      title="Asset Breakdown"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={BALANCES_INTERVAL_MS} isShort />}
      actions={
        <div className="w-[176px]">
          <Switch label="Hide small balances" checked={!showsSmall} onChange={(isOn) => onSmall(!isOn)} />
        </div>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the portfolio" onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? (
        <LoadingRows rows={4} label="Loading assets" />
      ) : (
        <DataTable
          label="Assets"
          rows={rows}
          columns={COLUMNS}
          rowId={(row) => row.asset}
          initialSort={{ column: 'usd', isFalling: true }}
          csvName="assets.csv"
          isStale={query.isError}
          footer={`${rows.length === 1 ? '1 asset' : `${rows.length} assets`}${hidden > 0 ? `, ${hidden} at or below 0.001 hidden` : ''}; prices are the newest of each symbol`}
          card={assetCard}
          empty={
            <EmptyState title="No assets above 0.001">
              Fund an account, or connect a venue key, and what it holds is listed here.
            </EmptyState>
          }
        />
      )}
    </Panel>
  );
}

/** An asset below 641 px. */
function assetCard(row: AssetLine) {
  return (
    <div className="flex items-start justify-between gap-3 text-sm">
      <span className="flex flex-col gap-1">
        <b className="font-semibold">{row.asset}</b>
        <span className="flex gap-1">
          {row.venues.map((venue) => (
            <VenueBadge key={venue} venue={venue} />
          ))}
        </span>
      </span>
      <span className="text-right">
        <span className="block font-[550]">{amount(row, row.total)}</span>
        <span className="block text-2xs text-fg3">
          free {amount(row, row.free)} · used {amount(row, row.used)}
        </span>
        <span className="block text-2xs text-fg3">
          <Amount>
            <Num kind="usd" value={row.usd} />
          </Amount>
        </span>
      </span>
    </div>
  );
}
