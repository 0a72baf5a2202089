import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { formatClock, formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useKillState } from '../../shared/use-kill-state.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useKillReport, usePullKill, useReleaseKill, type KillReport } from './use-kill-switch.ts';

/** What a level has done; what it still does while something of it is open. */
const LEVEL_WORDS = {
  1: { done: 'engines stopped', going: 'engines stopped' },
  2: { done: 'engines stopped, orders cancelled', going: 'engines stopped, orders are being cancelled' },
  3: { done: 'engines stopped, positions closed', going: 'engines stopped, positions are being closed' },
} as const;

/** On every page while the kill switch is on: since when, what it did at each venue, and the two ways on. */
export function KillBanner() {
  const state = useKillState().data;
  const kept = useKillReport();
  const { zone } = usePreferences();
  const retry = usePullKill(() => {});
  const [isAsking, setAsking] = useState(false);
  const release = useReleaseKill(() => setAsking(false));
  if (!state || state.level === 0) return null;
  const level = state.level as 1 | 2 | 3;
  const open = level === 3 ? state.venues.filter((venue) => venue.open_positions > 0 || venue.open_orders > 0) : [];
  return (
    <section
      aria-label="Kill switch active"
      className="col-span-full border-b border-danger bg-[color-mix(in_srgb,var(--danger)_16%,var(--bg0))] px-4 py-2 text-sm max-sm:px-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <OctagonX size={17} className="flex-none text-danger" aria-hidden />
        <span role="alert">
          <b className="font-semibold">
            Kill switch active since{' '}
            {state.since === null ? (
              '—'
            ) : (
              <time dateTime={new Date(state.since * 1000).toISOString()} title={formatExact(state.since * 1000, zone)}>
                {formatClock(state.since * 1000, zone)}
              </time>
            )}
          </b>
        </span>
        <span className="text-fg2">
          Level {level}: {open.length > 0 ? LEVEL_WORDS[level].going : LEVEL_WORDS[level].done}.
          {state.reason === null ? '' : ` ${state.reason}`}
        </span>
        <span className="flex-1" />
        <Button
          size="sm"
          pending={retry.isPending}
          title="Does the same level again for whatever is still open"
          onClick={() => retry.mutate({ body: { level, reason: state.reason ?? 'retried' } })}
        >
          Retry now
        </Button>
        <Button size="sm" onClick={() => setAsking(true)}>
          Release
        </Button>
      </div>
      <VenueResults report={kept?.rows ?? null} />
      {open.length === 0 ? null : (
        <p role="alert" className="mt-1 text-[12px] text-danger">
          Still open:{' '}
          {open
            .map(
              ({ venue, mode, open_positions: positions, open_orders: orders }) =>
                `${venue}${open.filter((other) => other.venue === venue).length > 1 ? ` ${mode}` : ''} ${[
                  positions > 0 ? countOf(positions, 'position') : null,
                  orders > 0 ? countOf(orders, 'order') : null,
                ]
                  .filter((word) => word !== null)
                  .join(', ')}`,
            )
            .join('; ')}
          . The server goes on trying by itself.
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Release the kill switch?"
        verb="Release"
        look="primary"
        pending={release.isPending}
        onConfirm={() => release.mutate({})}
      >
        <p>Release does not reopen positions and does not start engines.</p>
        <p>Engines can be started again afterwards; losses in a row are counted anew.</p>
      </ConfirmDialog>
    </section>
  );
}

function countOf(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** What the pull did; accounts at which there was nothing to do are one word together. */
function VenueResults({ report }: { report: KillReport | null }) {
  if (report === null) return null;
  const told = report.filter(({ cancelled, closed, failed }) => cancelled + closed + failed.length > 0);
  return (
    <ul aria-label="Result per venue" className="tabular mt-1 flex flex-wrap gap-x-5 gap-y-1 text-[12px]">
      {told.map((row) => (
        <li key={`${row.venue} ${row.mode}`} className={row.failed.length > 0 ? 'text-danger' : 'text-fg2'}>
          <b className="font-semibold text-fg1">{row.venue}</b> {row.mode.toUpperCase()} {row.cancelled} cancelled,{' '}
          {row.closed} closed
          {row.failed.length > 0 ? `, failed: ${row.failed.join('; ')}` : ''}
        </li>
      ))}
      {told.length === report.length ? null : (
        <li className="text-fg3">
          {told.length === 0 ? 'Nothing was open at any venue' : 'nothing was open elsewhere'}
        </li>
      )}
    </ul>
  );
}
