import {
  getConnectionStatus,
  VENUE_NAMES,
  type ConnectionStatus,
  type VenueHealth,
  type VenueName,
} from '@riptide/contracts/calls';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatAgo, formatAge, formatExact, formatLatency } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useBalances } from '../../../shared/portfolio-calls.ts';
import { useCall } from '../../../shared/use-call.ts';
import { useKnownHealth } from '../../../shared/use-health.ts';
import { VENUE_TONES } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dot } from '../../../ui/dot.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { addDelays, p95Of, type Delays, type LatencyHistory } from '../model/latency-history.ts';

/** Specified poll interval of this list. */
const STATUS_INTERVAL_MS = 30_000;

/** Height of a venue's line of two rows. */
const LINE_PX = 54;

/** Every venue with its connection, its delay and when its account was read last. */
export function ExchangeStatusPanel() {
  const query = useCall(getConnectionStatus, { intervalMs: STATUS_INTERVAL_MS });
  const balances = useBalances().data;
  const health = useKnownHealth();
  const delays = useDelays();
  const venues = query.data?.venues;
  const ageMs = useAgeMs(query.data?.atSeconds ?? null);
  const isOld = ageMs !== null && (query.isError || ['stale', 'lost'].includes(freshnessOf(ageMs, STATUS_INTERVAL_MS)));
  return (
    <Panel
      title="Exchange Status"
      className="h-full"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={STATUS_INTERVAL_MS} isShort />}
      actions={
        <Button
          look="ghost"
          size="iconXs"
          aria-label="Refresh"
          title="Refresh, else every 30 s"
          pending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? null : <RefreshCw size={13} aria-hidden />}
        </Button>
      }
    >
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load exchange status"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {venues ? (
        <ul aria-label="Exchanges" className={cn(isOld && 'stale')}>
          {VENUE_NAMES.map((venue) => (
            <VenueLine
              key={venue}
              venue={venue}
              status={venues[venue]}
              health={health?.venues.find((each) => each.venue === venue)}
              delays={delays[venue] ?? []}
              ageMs={isOld ? ageMs : null}
              syncedAt={syncedAt(query.data, venue, balances?.exchanges[venue].updated_at ?? null)}
            />
          ))}
        </ul>
      ) : query.isError ? null : (
        <LoadingRows rows={VENUE_NAMES.length} rowPx={LINE_PX} label="Loading exchange status" />
      )}
    </Panel>
  );
}

/** Gathers the delays of the venues while the page stands. */
function useDelays(): LatencyHistory {
  const { stream } = useRuntime();
  const [history, setHistory] = useState<LatencyHistory>({});
  useEffect(
    () => stream.on('health', ({ payload }) => setHistory((before) => addDelays(before, payload.venues))),
    [stream],
  );
  return history;
}

/** A connected account is read all the time, so it was synced when the answer was given; another one when it last told something. */
function syncedAt(
  answer: { readonly venues: Readonly<Record<VenueName, ConnectionStatus>>; readonly updated_at: number } | undefined,
  venue: VenueName,
  lastChangeAt: number | null,
): number | null {
  return answer?.venues[venue].connected === true ? answer.updated_at : lastChangeAt;
}

/** The specified words of a connection; `Connecting` until the first answer or failure. */
export function connectionWords({
  connected,
  is_connecting: isConnecting = false,
  balance_usd,
}: Pick<ConnectionStatus, 'connected' | 'is_connecting' | 'balance_usd'>): string {
  if (!connected) return isConnecting ? 'Connecting' : 'Disconnected';
  return balance_usd === 0 ? 'Connected (Zero Balance)' : 'Connected';
}

interface VenueLineProps {
  readonly venue: VenueName;
  readonly status: ConnectionStatus;
  readonly health: VenueHealth | undefined;
  readonly delays: Delays;
  /** Age of an answer that may no longer be true; null while it counts. */
  readonly ageMs: number | null;
  readonly syncedAt: number | null;
}

function VenueLine({ venue, status, health, delays, ageMs, syncedAt }: VenueLineProps) {
  const isOld = ageMs !== null;
  // An account that answers beside market data that do not come is no connection.
  const connected = status.connected && health?.status !== 'down';
  const isConnecting = !status.connected && status.is_connecting === true;
  const tone = isOld || isConnecting ? 'off' : connected ? (health ? VENUE_TONES[health.status] : 'off') : 'danger';
  const isSlow = health?.status === 'slow';
  const words = connectionWords({ ...status, connected });
  const tagTone: Tone =
    isOld || isConnecting ? 'neutral' : !connected ? 'danger' : words !== 'Connected' || isSlow ? 'warn' : 'ok';
  const reason = status.reason ?? health?.reason ?? null;
  return (
    <li className="tabular flex min-h-[42px] flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line1 px-3.5 py-2 last:border-b-0">
      <Dot tone={tone} />
      <span className="min-w-[92px] flex-1">
        <span className="block text-base font-semibold">{venue}</span>
        <Synced atSeconds={syncedAt} />
      </span>
      <Sparkline values={delays} width={56} height={20} colour={isSlow ? 'var(--warn)' : 'var(--fg3)'} isFilled />
      <span
        className="w-[62px] text-right"
        title="Feed delay, and the one that 95 of 100 stay under since this page was opened"
      >
        <span className={cn('block', isSlow && 'font-semibold text-warn')}>{formatLatency(health?.latency_ms)}</span>
        <span className="block text-2xs text-fg3">p95 {formatLatency(p95Of(delays)).replace(' ms', '')}</span>
      </span>
      <span title={reason ?? undefined}>
        <Tag tone={tagTone}>
          {isOld ? `${words}, ${formatAge(ageMs)} ago` : words}
          {reason === null ? null : <span className="sr-only">: {reason}</span>}
        </Tag>
      </span>
      {isOld || connected || reason === null ? null : (
        <span className={cn('w-full pl-[18px] text-[12px]', isConnecting ? 'text-fg3' : 'text-danger')}>{reason}</span>
      )}
    </li>
  );
}

/** When the account of a venue was read last. */
function Synced({ atSeconds }: { atSeconds: number | null }) {
  const { serverClock } = useRuntime();
  const { zone } = usePreferences();
  const nowMs = useNow();
  if (atSeconds === null) return <span className="block text-2xs text-fg3">not synced yet</span>;
  return (
    <time
      dateTime={new Date(atSeconds * 1000).toISOString()}
      title={formatExact(atSeconds * 1000, zone)}
      className="block text-2xs text-fg3"
    >
      synced {formatAgo(atSeconds, serverClock.toServerMs(nowMs))}
    </time>
  );
}
