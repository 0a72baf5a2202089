import { getDeliveries, type RouteOutput } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { ChannelStates } from '../../../shared/notifications/channel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { Loaded } from '../../../shared/loaded.tsx';

type Answer = RouteOutput<typeof getDeliveries>;
type Row = Answer['deliveries'][number];

const DELIVERIES_INTERVAL_MS = 10_000;

const STATES: Readonly<Record<Row['state'], Tone>> = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  dead: 'danger',
  skipped: 'neutral',
};

/** What was sent, waits or was given up, by channel. */
export function DeliveriesPanel() {
  const asked = useCall(getDeliveries, { input: { query: { limit: 50 } }, intervalMs: DELIVERIES_INTERVAL_MS });
  return (
    <Panel
      title="Deliveries"
      age={<AgeTag atSeconds={asked.data?.atSeconds ?? null} intervalMs={DELIVERIES_INTERVAL_MS} isShort />}
    >
      <Loaded asked={asked} what="deliveries" rows={4}>
        {(answer) => (
          <>
            <ChannelStates channels={answer.channels} />
            <DataTable
              label="Deliveries"
              rows={answer.deliveries}
              rowId={(row) => String(row.id)}
              columns={COLUMNS}
              csvName="deliveries.csv"
              isStale={asked.isError}
              maxHeightPx={360}
              card={drawCard}
              empty={
                <EmptyState title="Nothing was sent yet">
                  Switch a channel on and save, then press Send test.
                </EmptyState>
              }
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function At({ seconds }: { seconds: number }) {
  const { zone } = usePreferences();
  return <time dateTime={new Date(seconds * 1000).toISOString()}>{formatExact(seconds * 1000, zone)}</time>;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'at',
    header: 'Time',
    cell: (row) => <At seconds={row.created_ts} />,
    sortBy: (row) => row.created_ts,
    csv: (row) => new Date(row.created_ts * 1000).toISOString(),
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: (row) => row.channel,
    sortBy: (row) => row.channel,
    csv: (row) => row.channel,
  },
  { id: 'title', header: 'Message', cell: (row) => row.title, csv: (row) => row.title },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <Tag tone={STATES[row.state]}>{row.state}</Tag>,
    sortBy: (row) => row.state,
    csv: (row) => row.state,
  },
  {
    id: 'attempts',
    header: 'Tries',
    align: 'right',
    cell: (row) => formatCount(row.attempts),
    csv: (row) => row.attempts,
  },
  { id: 'error', header: 'Answer', cell: (row) => row.error ?? '', csv: (row) => row.error },
];

function drawCard(row: Row): ReactNode {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <span className="flex items-center gap-2">
        <b className="font-semibold">{row.channel}</b>
        <Tag tone={STATES[row.state]}>{row.state}</Tag>
        <span className="flex-1" />
        <span className="text-2xs text-fg3">
          <At seconds={row.created_ts} />
        </span>
      </span>
      <span className="text-fg2">{row.title}</span>
      {row.error === null ? null : <span className="text-danger">{row.error}</span>}
    </div>
  );
}
