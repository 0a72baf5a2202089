import { endGateSession, endOtherGateSessions, listGateSessions, type RouteOutput } from '@riptide/contracts/calls';
import { useState, type ReactNode } from 'react';
import { formatAgo, formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { Loaded } from '../../../shared/loaded.tsx';

type Session = RouteOutput<typeof listGateSessions>['sessions'][number];

const SESSIONS_INTERVAL_MS = 15_000;

/** The open gate sessions, each of which can be ended. */
export function SessionsPanel() {
  const asked = useCall(listGateSessions, { intervalMs: SESSIONS_INTERVAL_MS });
  const [isAsking, setAsking] = useState(false);
  const others = useCommand(endOtherGateSessions, {
    done: (answer) => answer.message,
    failed: 'Failed to sign out other sessions',
    refresh: [listGateSessions],
    onDone: () => setAsking(false),
  });
  const count = asked.data?.sessions.filter((row) => !row.is_current).length ?? 0;
  return (
    <Panel
      title="Sessions"
      note={asked.data ? <Tag>{asked.data.sessions.length}</Tag> : undefined}
      actions={
        <Button size="sm" disabled={count === 0} onClick={() => setAsking(true)}>
          Sign out others
        </Button>
      }
    >
      <Loaded asked={asked} what="sessions" rows={2}>
        {({ sessions }) => (
          <DataTable
            label="Sessions"
            rows={sessions}
            rowId={(row) => row.id}
            columns={COLUMNS}
            isStale={asked.isError}
            card={drawCard}
            empty={<EmptyState title="No open session" />}
          />
        )}
      </Loaded>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Sign out all other sessions?"
        verb="Sign out others"
        pending={others.isPending}
        onConfirm={() => others.mutate({})}
      >
        <p>
          {count} other {count === 1 ? 'browser' : 'browsers'} must enter the gate password again. Engines run on.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

function Ago({ seconds }: { seconds: number }) {
  const { zone } = usePreferences();
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={formatExact(seconds * 1000, zone)}>
      {formatAgo(seconds, useNow())}
    </time>
  );
}

function Exact({ seconds }: { seconds: number }) {
  const { zone } = usePreferences();
  return <time dateTime={new Date(seconds * 1000).toISOString()}>{formatExact(seconds * 1000, zone)}</time>;
}

function EndButton({ session }: { session: Session }) {
  const end = useCommand(endGateSession, {
    done: (answer) => answer.message,
    failed: 'Failed to sign out the session',
    refresh: [listGateSessions],
  });
  if (session.is_current) return <Tag tone="accent">this one</Tag>;
  return (
    <Button size="xs" pending={end.isPending} onClick={() => end.mutate({ params: { id: session.id } })}>
      Sign out<span className="sr-only"> {session.address}</span>
    </Button>
  );
}

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'address',
    header: 'Address',
    cell: (row) => <code className="font-mono text-xs">{row.address}</code>,
    sortBy: (row) => row.address,
  },
  {
    id: 'begun',
    header: 'Signed in',
    cell: (row) => <Exact seconds={row.created_at} />,
    sortBy: (row) => row.created_at,
  },
  {
    id: 'used',
    header: 'Last used',
    cell: (row) => <Ago seconds={row.last_used_at} />,
    sortBy: (row) => row.last_used_at,
  },
  {
    id: 'ends',
    header: 'Ends unless used',
    cell: (row) => <Exact seconds={row.expires_at} />,
    sortBy: (row) => row.expires_at,
  },
  { id: 'action', header: '', align: 'right', cell: (row) => <EndButton session={row} /> },
];

function drawCard(row: Session): ReactNode {
  return (
    <div className="flex items-center gap-3 text-sm">
      <span className="flex min-w-0 flex-1 flex-col">
        <code className="font-mono text-xs">{row.address}</code>
        <span className="text-2xs text-fg3">
          last used <Ago seconds={row.last_used_at} />
        </span>
      </span>
      <EndButton session={row} />
    </div>
  );
}
