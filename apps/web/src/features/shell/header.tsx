import { VENUE_NAMES, type VenueHealth } from '@riptide/contracts/calls';
import type { HealthFacts } from '../../shared/use-health.ts';
import { VENUE_SHORT, VENUE_TONES } from '../../shared/venue.tsx';
import { SecondDrawing } from '../../shared/second-drawing.tsx';
import { UNKNOWN } from '../../lib/format.ts';
import { formatClock, formatExact, formatLatency, zoneName } from '../../lib/format-time.ts';
import { cyclePreference, usePreferences } from '../../lib/preferences.ts';
import { useNow } from '../../lib/use-now.ts';
import { Dot } from '../../ui/dot.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { ConnectionWords } from './connection.ts';
import type { ReactNode } from 'react';
import { NoConfirmChip } from './no-confirm-chip.tsx';
import { UserMenuSlot } from './user-menu-slot.tsx';

interface HeaderProps {
  readonly connection: ConnectionWords;
  readonly health: HealthFacts | undefined;
  /** The field that opens the palette. */
  readonly search: ReactNode;
  /** The kill switch and the bell. */
  readonly tools: ReactNode;
  readonly onSignOut: () => void;
}

/** Title, connection, venues, clock, search, kill switch, notices and the user menu. */
export function Header({ connection, health, search, tools, onSignOut }: HeaderProps) {
  return (
    <header className="sticky top-(--strip-height) z-20 flex h-[52px] min-w-0 items-center gap-2.5 border-b border-line1 bg-bg1 px-5 max-sm:h-12 max-sm:gap-1.5 max-sm:px-3">
      <span className="min-w-0 truncate text-[14px] font-[620] tracking-tight max-sm:text-[13.5px] lg:flex-none">
        Trading Dashboard
      </span>
      <span
        role="status"
        aria-label="Connection to the server"
        title={connection.word === 'Connected' ? 'Round trip to the server' : `Next attempt: ${connection.retryIn}`}
        className="flex flex-none items-center gap-[7px] rounded-full border border-line1 bg-bg2 px-[9px] py-[3px] text-[12px] whitespace-nowrap max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
      >
        <Dot tone={connection.tone} ring />
        <b className="font-[550]">{connection.word}</b>
        <small className="tabular text-2xs text-fg3 max-sm:hidden">{connection.detail}</small>
      </span>
      <SecondDrawing>
        <VenuePips health={health} />
      </SecondDrawing>
      <span className="flex-1" />
      <NoConfirmChip />
      <SecondDrawing>
        <Clock />
        {search}
      </SecondDrawing>
      {tools}
      <UserMenuSlot onSignOut={onSignOut} />
    </header>
  );
}

/** While the server is silent nothing is known of the venues. */
const UNKNOWN_VENUES: readonly Pip[] = VENUE_NAMES.map((venue) => ({
  venue,
  status: 'connecting',
  reason: 'not known while the server is silent',
  latency_ms: null,
  books_live: 0,
  books_total: 0,
}));

type Pip = Pick<VenueHealth, 'venue' | 'status' | 'reason' | 'latency_ms' | 'books_live' | 'books_total'>;

function VenuePips({ health }: { health: HealthFacts | undefined }) {
  return (
    <ul aria-label="Venues" className="tabular flex gap-3 text-xs whitespace-nowrap text-fg2 max-[960px]:hidden">
      {(health?.venues ?? UNKNOWN_VENUES).map((venue) => {
        const delayMs = venue.status === 'down' ? null : venue.latency_ms;
        const delay = formatLatency(delayMs);
        return (
          <li key={venue.venue}>
            <Tooltip
              text={`${venue.venue}: ${venue.reason ?? `${venue.books_live} of ${venue.books_total} books live, feed delay ${delay}`}`}
            >
              <button
                type="button"
                className="flex min-h-6 cursor-help items-center gap-[5px]"
                aria-label={health ? `${venue.venue} ${venue.status}, ${delay}` : `${venue.venue} unknown`}
              >
                <Dot tone={VENUE_TONES[venue.status]} small />
                {VENUE_SHORT[venue.venue]} {shortDelay(delayMs)}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

/** Four characters at most: a slow venue leaves the title its room. */
function shortDelay(ms: number | null): string {
  if (ms === null) return UNKNOWN;
  return ms < 1000 ? String(Math.round(ms)) : `${Math.min(99, Math.round(ms / 100) / 10)}s`;
}

function Clock() {
  const { zone } = usePreferences();
  const nowMs = useNow();
  return (
    <button
      type="button"
      onClick={() => cyclePreference('zone')}
      title={`${formatExact(nowMs, 'utc')}\n${formatExact(nowMs, 'local')}\nT switches the zone everywhere`}
      className="flex min-h-6 items-center gap-1.5 text-xs whitespace-nowrap text-fg2 max-lg:hidden"
    >
      <time dateTime={new Date(nowMs).toISOString()}>{formatClock(nowMs, zone)}</time>
      <b className="font-semibold text-fg1">{zoneName(zone)}</b>
      <Kbd>T</Kbd>
    </button>
  );
}
