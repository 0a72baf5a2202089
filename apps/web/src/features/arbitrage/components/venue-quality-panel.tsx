import { VENUE_NAMES, type VenueHealth } from '@riptide/contracts/calls';
import { UNKNOWN, formatCount, formatRate } from '../../../lib/format.ts';
import { formatLatency } from '../../../lib/format-time.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { PUSH_INTERVAL_MS } from '../../../shared/freshness.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { HEALTH_INTERVAL_MS, useHealth, useKnownHealth } from '../../../shared/use-health.ts';
import { VENUE_TONES } from '../../../shared/venue.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { cn } from '../../../ui/cn.ts';

/** Height of a venue's line with two rows of figures. */
const LINE_PX = 72;

/** How each venue's feed stands: connection, books, delay, rate, and what went wrong. */
export function VenueQualityPanel() {
  const health = useHealth();
  const isKnown = useKnownHealth() !== undefined;
  return (
    <Panel
      title="Venue quality"
      actions={
        <AgeTag
          atSeconds={health.data?.atSeconds ?? null}
          intervalMs={health.data?.source === 'poll' ? HEALTH_INTERVAL_MS : PUSH_INTERVAL_MS}
        />
      }
    >
      {health.data ? (
        <ul>
          {health.data.venues.map((venue) => (
            <VenueLine
              key={venue.venue}
              venue={
                health.data.engine.connected
                  ? venue
                  : { ...venue, status: 'down', reason: 'The engine does not answer' }
              }
              isLive={isKnown && health.data.engine.connected}
              isKnown={isKnown}
            />
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
        <LoadingRows rows={VENUE_NAMES.length} rowPx={LINE_PX} label="Loading venue quality" />
      )}
    </Panel>
  );
}

interface VenueLineProps {
  readonly venue: VenueHealth;
  /** Rates and delays are of now. */
  readonly isLive: boolean;
  readonly isKnown: boolean;
}

function VenueLine({ venue, isLive, isKnown }: VenueLineProps) {
  const open = venue.connections.filter((connection) => connection.state === 'open').length;
  const gaps = venue.counters.gaps;
  return (
    <li className={cn('border-b border-line1 px-3.5 py-2 text-[12px] last:border-b-0', !isLive && 'stale')}>
      <div className="flex items-center gap-2.5">
        <Dot tone={isKnown ? VENUE_TONES[venue.status] : 'off'} />
        <b className="flex-1 font-[550]">{venue.venue}</b>
        <span className="text-fg3">{isKnown ? venue.status : 'unknown'}</span>
        <span
          className={cn('min-w-12 text-right', venue.status === 'slow' ? 'text-warn' : 'text-fg2')}
          title="Median feed delay, venue event to engine"
        >
          {isLive ? formatLatency(venue.latency_ms) : UNKNOWN}
        </span>
      </div>
      <dl className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 pl-[18px] text-2xs text-fg3">
        <Fact
          name="connections"
          value={isLive ? `${open}/${venue.connections.length}` : UNKNOWN}
          isBad={open < venue.connections.length}
        />
        <Fact
          name="books"
          value={isLive ? `${venue.books_live}/${venue.books_total}` : UNKNOWN}
          isBad={venue.books_live < venue.books_total}
        />
        <Fact name="frames/s" value={isLive ? formatRate(venue.frames_per_second) : UNKNOWN} isBad={false} />
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
