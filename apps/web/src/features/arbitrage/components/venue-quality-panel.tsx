import type { VenueHealth } from '@riptide/contracts';
import { formatCount, formatRate } from '../../../lib/format.ts';
import { formatLatency } from '../../../lib/format-time.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { HEALTH_INTERVAL_MS, useHealth } from '../../../shared/use-health.ts';
import { VENUE_TONES } from '../../../shared/venue.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { cn } from '../../../ui/cn.ts';

/** How each venue's feed stands: connection, books, delay, rate, and what went wrong. */
export function VenueQualityPanel() {
  const health = useHealth();
  return (
    <Panel
      title="Venue quality"
      actions={<AgeTag atSeconds={health.data?.atSeconds ?? null} intervalMs={HEALTH_INTERVAL_MS} />}
    >
      {health.data ? (
        <ul>
          {health.data.venues.map((venue) => (
            <VenueLine key={venue.venue} venue={venue} />
          ))}
          {health.data.venues.length === 0 ? <EmptyState title="The engine has not named its venues yet" /> : null}
        </ul>
      ) : health.isError ? (
        <ErrorState
          error={health.error}
          fallback="Failed to load venue quality"
          onRetry={() => void health.refetch()}
        />
      ) : (
        <LoadingRows rows={4} label="Loading venue quality" />
      )}
    </Panel>
  );
}

function VenueLine({ venue }: { venue: VenueHealth }) {
  const open = venue.connections.filter((connection) => connection.state === 'open').length;
  const gaps = venue.counters.gaps;
  return (
    <li className="border-b border-line1 px-3.5 py-2 text-[12px] last:border-b-0">
      <div className="flex items-center gap-2.5">
        <Dot tone={VENUE_TONES[venue.status]} />
        <b className="flex-1 font-[550]">{venue.venue}</b>
        <span className="text-fg3">{venue.status}</span>
        <span
          className={cn('min-w-12 text-right', venue.status === 'slow' ? 'text-warn' : 'text-fg2')}
          title="Median feed delay, venue event to engine"
        >
          {formatLatency(venue.latency_ms)}
        </span>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 pl-[18px] text-2xs text-fg3">
        <Fact
          name="connections"
          value={`${open}/${venue.connections.length}`}
          isBad={open < venue.connections.length}
        />
        <Fact
          name="books"
          value={`${venue.books_live}/${venue.books_total}`}
          isBad={venue.books_live < venue.books_total}
        />
        <Fact name="frames/s" value={formatRate(venue.frames_per_second)} isBad={false} />
        <Fact name="gaps" value={formatCount(gaps)} isBad={gaps > 0} />
        <Fact name="resyncs" value={formatCount(venue.counters.resyncs)} isBad={false} />
      </dl>
      {venue.reason === null ? null : <p className="mt-1 pl-[18px] text-2xs text-warn">{venue.reason}</p>}
    </li>
  );
}

function Fact({ name, value, isBad }: { name: string; value: string; isBad: boolean }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd className={isBad ? 'text-warn' : 'text-fg2'}>{value}</dd>
    </div>
  );
}
