import { getAuditEvents, type ConnectionStatus, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useForgetKey, useTests } from '../api/use-key-commands.ts';
import { VENUE_GUIDES } from '../model/venue-guide.ts';
import { Ago } from '../../../shared/ago.tsx';
import { KeyGuide } from './key-guide.tsx';
import { TestResult } from './test-result.tsx';

interface VenueSheetProps {
  readonly venue: VenueName | null;
  readonly status: ConnectionStatus | undefined;
  readonly onClose: () => void;
}

/** All about one venue's key: its last test, how to make one, what refusals mean, and what was changed. */
export function VenueSheet({ venue, status, onClose }: VenueSheetProps) {
  return (
    <Sheet open={venue !== null} onOpenChange={(open) => !open && onClose()} title={venue ?? ''}>
      {venue === null ? null : (
        <div className="flex flex-col gap-5 p-4 text-sm">
          <LastTest venue={venue} status={status} />
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">How to make a key</h3>
            <KeyGuide venue={venue} />
          </section>
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">What refusals mean</h3>
            <dl className="flex flex-col gap-2">
              {VENUE_GUIDES[venue].errors.map(({ code, said, toDo }) => (
                <div key={code} className="rounded-ctl border border-line1 px-3 py-2">
                  <dt>
                    <code className="font-mono text-xs">{code}</code> <span className="text-fg2">{said}</span>
                  </dt>
                  <dd>{toDo}</dd>
                </div>
              ))}
            </dl>
          </section>
          <Changes venue={venue} />
          {status?.hasKeys === true ? <RemoveKey venue={venue} onDone={onClose} /> : null}
        </div>
      )}
    </Sheet>
  );
}

function LastTest({ venue, status }: { venue: VenueName; status: ConnectionStatus | undefined }) {
  const test = useTests()[venue];
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Key</h3>
      <p className="text-fg2">
        {status?.hasKeys === true ? (
          <>
            <code className="font-mono">{status.api_key_masked}</code>
            {status.source === 'simulator' ? ', issued by the simulated venue' : ''}
            {status.scopes ? `, for ${wordScopes(status.scopes)}` : ''}
          </>
        ) : (
          'No key is saved.'
        )}
      </p>
      {test ? <TestResult test={test} wanted={status?.scopes ?? { spot: true, futures: true }} /> : null}
    </section>
  );
}

function wordScopes({ spot, futures }: { readonly spot: boolean; readonly futures: boolean }): string {
  return [spot ? 'spot' : '', futures ? 'futures' : ''].filter((word) => word !== '').join(' and ') || 'nothing';
}

const CHANGES_INTERVAL_MS = 30_000;
const CHANGES_SHOWN = 8;

function Changes({ venue }: { venue: VenueName }) {
  const asked = useCall(getAuditEvents, {
    input: { query: { venues: venue, limit: 200 } },
    intervalMs: CHANGES_INTERVAL_MS,
  });
  const rows = asked.data?.rows.filter((row) => changeOf(row.event, row.payload) !== null).slice(0, CHANGES_SHOWN);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Changes</h3>
      {rows === undefined ? (
        asked.isError ? (
          <ErrorState error={asked.error} fallback="Could not load the changes" onRetry={() => void asked.refetch()} />
        ) : (
          <LoadingRows rows={2} label="Loading changes" />
        )
      ) : rows.length === 0 ? (
        <p className="text-fg2">None in the last 200 events of {venue}.</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {rows.map((row) => (
            <li key={row.id} className="flex items-baseline justify-between gap-3 text-fg2">
              <a
                href={`/app/pro-dashboard?auditTab=events&auditId=${row.id}`}
                className="text-accent underline underline-offset-3"
              >
                {changeOf(row.event, row.payload)}
              </a>
              <Ago atSeconds={row.created_ts} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const CALL_WORDS: Readonly<Record<string, string>> = {
  'PUT /api/admin/connections': 'Key saved, enabled or disabled',
  'PUT /api/api/admin/connections': 'Key saved, enabled or disabled',
  'DELETE /api/admin/connections/:exchange': 'Key removed',
  'POST /api/admin/connections/test': 'Key tested',
  'POST /api/trading/execution': 'Switched between paper and live',
};

/** Words an audit event where it is about keys; null where it is about something else. */
function changeOf(event: string, payload: unknown): string | null {
  if (event === 'account_owner') return 'Account proven';
  if (event === 'account_exchanged') return 'Key of another account';
  const call = (payload as { call?: unknown } | null)?.call;
  return typeof call === 'string' ? (CALL_WORDS[call] ?? null) : null;
}

function RemoveKey({ venue, onDone }: { venue: VenueName; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const forget = useForgetKey(onDone);
  return (
    <>
      <Button look="stop" onClick={() => setAsking(true)}>
        Remove key
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove the key of ${venue}?`}
        verb="Remove key"
        by={{ word: venue }}
        pending={forget.isPending}
        onConfirm={() => forget.mutate(venue)}
      >
        <p>The sealed key is deleted here. Delete it at {venue} as well: only then nobody can use it.</p>
        <p>Positions and orders that are open at {venue} stay there and are not watched any more.</p>
      </ConfirmDialog>
    </>
  );
}
