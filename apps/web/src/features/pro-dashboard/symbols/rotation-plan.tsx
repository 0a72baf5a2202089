import type { planRotation, RouteOutput } from '@riptide/contracts/calls';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Tag } from '../../../ui/tag.tsx';

type Plan = RouteOutput<typeof planRotation>;
type PlanRow = Plan['details'][string] & { readonly symbol: string };

/** Which symbols can be arbitraged, and why the others can't. */
export function RotationPlan({ plan }: { plan: Plan }) {
  const rows = Object.entries(plan.details).map(([symbol, detail]) => ({ symbol, ...detail }));
  return (
    <section aria-label="Rotation plan" className="border-t border-line1">
      <h3 className="px-3.5 pt-3 text-sm font-semibold">
        Rotation plan <span className="font-normal text-fg3">{readyWords(plan, rows.length)}</span>
      </h3>
      <DataTable
        label="Rotation plan details"
        rows={rows}
        columns={COLUMNS}
        rowId={({ symbol }) => symbol}
        card={drawPlanCard}
        csvName="rotation_plan.csv"
        maxHeightPx={320}
        empty={null}
      />
    </section>
  );
}

function drawPlanCard(row: PlanRow) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="flex items-center justify-between gap-2 font-semibold">
        {row.symbol} <Ready row={row} />
      </span>
      <Venues row={row} />
      <span className="text-2xs text-fg2">{reasonOf(row)}</span>
    </div>
  );
}

function readyWords({ arb_ready_symbols: ready }: Plan, total: number): string {
  return `${ready.length} of ${total} arb ready`;
}

const COLUMNS: readonly Column<PlanRow>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    sortBy: ({ symbol }) => symbol,
    cell: ({ symbol }) => <span className="font-semibold">{symbol}</span>,
    csv: ({ symbol }) => symbol,
  },
  {
    id: 'ready',
    header: 'Arb ready',
    sortBy: ({ arb_ready: isReady }) => (isReady ? 0 : 1),
    cell: (row) => <Ready row={row} />,
    csv: ({ arb_ready: isReady }) => isReady,
  },
  {
    id: 'venues',
    header: 'Tradeable at',
    cell: (row) => <Venues row={row} />,
    csv: ({ tradeable_venues: venues }) => venues.join(' '),
  },
  {
    id: 'live',
    header: 'Live books',
    sortBy: ({ live_venues: venues }) => venues.length,
    cell: ({ live_venues: live, tradeable_venues: all }) => `${live.length} of ${all.length}`,
    csv: ({ live_venues: venues }) => venues.join(' '),
  },
  {
    id: 'watched',
    header: 'Watched',
    cell: ({ watched }) => (watched ? 'yes' : 'no'),
    csv: ({ watched }) => watched,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: (row) => (
      <span title={reasonOf(row)} className="block max-w-[34ch] truncate text-fg2">
        {reasonOf(row)}
      </span>
    ),
    csv: (row) => reasonOf(row),
  },
];

function reasonOf({ reason, other_coins: coins }: PlanRow): string {
  return [reason, ...(coins ?? []).map((coin) => `${coin.venues.join(' and ')}: ${coin.reason}`)]
    .filter((text) => text !== null)
    .join('; ');
}

function Ready({ row }: { row: PlanRow }) {
  return row.arb_ready ? <Tag tone="ok">ready</Tag> : <Tag>not ready</Tag>;
}

function Venues({ row }: { row: PlanRow }) {
  if (row.tradeable_venues.length === 0) return <span className="text-fg3">none</span>;
  return (
    <span className="flex gap-1">
      {row.tradeable_venues.map((venue) => (
        <VenueBadge key={venue} venue={venue} />
      ))}
    </span>
  );
}
