import { addCooldown, getCooldowns, type RouteOutput } from '@riptide/contracts/calls';
import { X } from 'lucide-react';
import { formatAge } from '../../../lib/format-time.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { Loaded } from '../../../shared/loaded.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { ProPanel } from '../frame/pro-panel.tsx';
import { CooldownForm } from './cooldown-form.tsx';
import { remainingSeconds, remainingShare } from './model/remaining.ts';

type Cooldowns = RouteOutput<typeof getCooldowns>;
type CooldownRow = Cooldowns['active_cooldowns'][string];

/** Specified poll interval of the cooldowns. */
export const COOLDOWNS_INTERVAL_MS = 5000;

/** Symbols that rest at a venue, by hand or after a loss. */
export function CooldownsPanel() {
  const asked = useCall(getCooldowns, { intervalMs: COOLDOWNS_INTERVAL_MS });
  const atSeconds = asked.data?.atSeconds ?? null;
  return (
    <ProPanel
      id="cooldowns"
      note={<Tag>{asked.data === undefined ? '—' : `${asked.data.count} active`}</Tag>}
      age={<AgeTag atSeconds={atSeconds} intervalMs={COOLDOWNS_INTERVAL_MS} isShort />}
    >
      <CooldownForm running={asked.data?.active_cooldowns} atSeconds={atSeconds} />
      <Loaded asked={asked} what="the cooldowns" rows={3}>
        {({ active_cooldowns: active }) => (
          <CooldownTable rows={Object.values(active)} atSeconds={atSeconds} isStale={asked.isError} />
        )}
      </Loaded>
    </ProPanel>
  );
}

interface CooldownTableProps {
  readonly rows: readonly CooldownRow[];
  readonly atSeconds: number | null;
  readonly isStale: boolean;
}

function CooldownTable({ rows, atSeconds, isStale }: CooldownTableProps) {
  const running = useStillRunning(rows, atSeconds);
  return (
    <DataTable
      label="Active cooldowns"
      rows={running}
      columns={columnsOf(atSeconds)}
      rowId={({ symbol, venue, action }) => `${symbol}:${venue}:${action}`}
      card={cardOf(atSeconds)}
      isStale={isStale}
      maxHeightPx={280}
      empty={<EmptyState title="No active cooldowns">Add one above; the engine adds one after a loss.</EmptyState>}
    />
  );
}

function cardOf(atSeconds: number | null) {
  return (row: CooldownRow) => (
    <div className="flex flex-col gap-2 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        {row.symbol} <VenueBadge venue={row.venue} />
        <span className="font-normal text-fg2">{row.action}</span>
        <span className="flex-1" />
        <ClearButton row={row} />
      </span>
      <Remaining row={row} atSeconds={atSeconds} />
      <Began row={row} />
    </div>
  );
}

/** Leaves out what ended since it was told. */
function useStillRunning(rows: readonly CooldownRow[], atSeconds: number | null): readonly CooldownRow[] {
  const ageMs = useAgeMs(atSeconds) ?? 0;
  return rows.filter((row) => remainingSeconds(row, ageMs) > 0);
}

function columnsOf(atSeconds: number | null): readonly Column<CooldownRow>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol }) => <span className="font-semibold">{symbol}</span>,
    },
    { id: 'venue', header: 'Venue', sortBy: ({ venue }) => venue, cell: ({ venue }) => <VenueBadge venue={venue} /> },
    { id: 'action', header: 'Action', sortBy: ({ action }) => action, cell: ({ action }) => action },
    { id: 'by', header: 'Reason', sortBy: ({ by }) => by, cell: (row) => <Began row={row} /> },
    {
      id: 'remaining',
      header: 'Remaining',
      sortBy: ({ remaining_seconds: remaining }) => remaining,
      cell: (row) => <Remaining row={row} atSeconds={atSeconds} />,
      width: '34%',
    },
    { id: 'clear', header: 'Clear', align: 'right', cell: (row) => <ClearButton row={row} />, width: '64px' },
  ];
}

function Began({ row: { by, reason } }: { row: CooldownRow }) {
  return (
    <span title={reason} className="text-2xs text-fg2">
      {by === 'manual' ? 'manual' : `engine: ${reason}`}
    </span>
  );
}

function Remaining({ row, atSeconds }: { row: CooldownRow; atSeconds: number | null }) {
  const ageMs = useAgeMs(atSeconds) ?? 0;
  const seconds = remainingSeconds(row, ageMs);
  const text = seconds < 120 ? `${seconds} s` : formatAge(seconds * 1000);
  return (
    <span className="flex items-center gap-2">
      <Meter
        label={`${row.symbol} at ${row.venue}, ${row.action}`}
        fraction={remainingShare(row, ageMs)}
        tone="accent"
        text={`${text} of ${formatAge(row.total_duration * 1000)} left`}
      />
      <span className="tabular w-14 flex-none text-right text-[12px]">{text}</span>
    </span>
  );
}

function ClearButton({ row }: { row: CooldownRow }) {
  const clear = useCommand(addCooldown, {
    done: () => `Cooldown of ${row.symbol} cleared`,
    failed: 'Failed to clear the cooldown',
    refresh: [getCooldowns],
  });
  const { symbol, venue, action } = row;
  return (
    <Button
      look="ghost"
      size="iconXs"
      aria-label={`Clear cooldown of ${symbol} at ${venue}, ${action}`}
      title="Clear"
      pending={clear.isPending}
      onClick={() => clear.mutate({ body: { symbol, venue, action, duration_seconds: 0 } })}
    >
      {clear.isPending ? null : <X size={13} aria-hidden />}
    </Button>
  );
}
