import type { VenueHealth } from '@riptide/contracts';
import type { ConnectionStatus } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkVenue } from '../../link/link-contract.ts';
import { engineSilence } from './engine-silence.ts';
import type { Moment } from './moment.ts';
import { delayMsOrNull, roundedOrNull } from './numbers.ts';

/** Feed delay over which a venue counts as slow, ms. */
const SLOW_LATENCY_MS = 1_000;
/** Clock difference over which new risk is blocked, ms. */
const CLOCK_OFFSET_MS_MAX = 500;
/** Share of live books under which a venue counts as slow. */
const LIVE_SHARE_MIN = 0.9;

/** Silence of a busy connection after which a venue counts as slow, and of all of them after which it counts as down, ms. */
const SLOW_SILENCE_MS = 2_000;
const DOWN_SILENCE_MS = 6_000;
/** A connection that brought less on average may be silent for seconds without fault: liquidations, funding. */
const BUSY_FRAMES_PER_SECOND = 2;
const BUSY_FRAMES_MIN = 20;

export interface VenueVerdict {
  readonly status: VenueHealth['status'];
  /** What is wrong and what happens next; null while ok. */
  readonly reason: string | null;
}

/** Says how a venue stands as far as is known: one whose engine does not answer is down. */
export function venueVerdict(link: EngineLink, venue: LinkVenue, moment: Moment): VenueVerdict {
  const silence = engineSilence(link);
  return silence === null ? venueStatus(venue, moment) : { status: 'down', reason: silence };
}

/** Returns how late a venue's data come, ms; null while none come, since the last known delay says nothing of now. */
export function feedDelayMs(venue: LinkVenue, verdict: VenueVerdict): number | null {
  return isHeard(verdict) ? delayMsOrNull(venue.latencyMs) : null;
}

/** Returns the venue's clock minus ours, ms to two places; null while nothing comes, as `feedDelayMs`. */
export function clockOffsetMs(venue: LinkVenue, verdict: VenueVerdict): number | null {
  return isHeard(verdict) ? roundedOrNull(venue.clockOffsetMs, 2) : null;
}

/** Tells whether a venue's data come, late or not. */
export function isHeard({ status }: Pick<VenueVerdict, 'status'>): boolean {
  return status === 'ok' || status === 'slow';
}

/** Returns for how long no open connection of a venue brought data, in ms; null while none is open or asked for anything. */
export function dataSilenceMs(venue: LinkVenue, nowMs: number): number | null {
  const times = (venue.feed?.connections ?? []).filter(isSubscribed).map((connection) => silenceMs(connection, nowMs));
  return times.length === 0 ? null : Math.min(...times);
}

/** Says in one word and one sentence how a venue stands. Data decide, not sockets: an open one may bring nothing. */
export function venueStatus(venue: LinkVenue, moment: Moment): VenueVerdict {
  if (venue.phase === 'loading') return loading(venue);
  if (venue.spotCount + venue.perpCount === 0) return { status: 'disabled', reason: 'Nothing to follow on this venue' };
  const connections = venue.feed?.connections ?? [];
  const open = connections.filter((connection) => connection.state === 'open').length;
  if (connections.length === 0 || open === 0) return notOpen(venue);
  const silence = silenceVerdict(venue, moment);
  // WHY: a socket that was opened anew and brings nothing is young, not slow: without one live book the venue is not back.
  const isEmpty = venue.booksTotal > 0 && venue.booksLive === 0;
  if (silence !== null && !(isEmpty && silence.status === 'slow')) return silence;
  if (isEmpty) return { status: 'connecting', reason: 'Connected; waiting for the first order books' };
  if (open < connections.length) {
    return { status: 'slow', reason: `${open} of ${connections.length} connections are open; the others are retried` };
  }
  if (venue.booksLive < venue.booksTotal * LIVE_SHARE_MIN) {
    return {
      status: 'slow',
      reason: `${venue.booksLive} of ${venue.booksTotal} order books are live; the others are being rebuilt`,
    };
  }
  if (venue.latencyMs !== null && venue.latencyMs > SLOW_LATENCY_MS) {
    return { status: 'slow', reason: `Data arrive ${Math.round(venue.latencyMs)} ms late` };
  }
  if (venue.clockOffsetMs !== null && Math.abs(venue.clockOffsetMs) > CLOCK_OFFSET_MS_MAX) {
    return { status: 'slow', reason: `The clocks differ by ${Math.round(venue.clockOffsetMs)} ms` };
  }
  return { status: 'ok', reason: null };
}

function silenceVerdict(venue: LinkVenue, { nowMs, isReplay }: Moment): VenueVerdict | null {
  const silentMs = dataSilenceMs(venue, nowMs);
  if (silentMs === null) return null;
  if (isReplay) {
    const hasPlayed = venue.feed?.connections.some(({ lastDataMs }) => lastDataMs !== null) === true;
    if (!hasPlayed || silentMs <= DOWN_SILENCE_MS) return null;
    return { status: 'down', reason: `The recording ended, or pauses: no data for ${seconds(silentMs)}` };
  }
  if (silentMs > DOWN_SILENCE_MS) return { status: 'down', reason: `No data for ${seconds(silentMs)}` };
  if (silentMs > SLOW_SILENCE_MS) return { status: 'slow', reason: `No data for ${seconds(silentMs)}` };
  const silent = (venue.feed?.connections ?? []).find(
    (connection) => isSubscribed(connection) && isBusy(connection) && silenceMs(connection, nowMs) > SLOW_SILENCE_MS,
  );
  if (silent === undefined) return null;
  return { status: 'slow', reason: `No data for ${seconds(silenceMs(silent, nowMs))} on ${silent.name}` };
}

function isSubscribed({ state, topicsConfirmed, lastDataMs }: ConnectionStatus): boolean {
  return state === 'open' && (topicsConfirmed > 0 || lastDataMs !== null);
}

/** A connection that has brought nothing yet is silent since it was opened. */
function silenceMs({ lastDataMs, sinceMs }: ConnectionStatus, nowMs: number): number {
  return Math.max(0, nowMs - Math.max(lastDataMs ?? 0, sinceMs));
}

function isBusy({ frames, lastDataMs, sinceMs }: ConnectionStatus): boolean {
  if (lastDataMs === null || frames < BUSY_FRAMES_MIN) return false;
  return frames >= (BUSY_FRAMES_PER_SECOND * (lastDataMs - sinceMs)) / 1_000;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function loading(venue: LinkVenue): VenueVerdict {
  if (venue.phaseReason === null) return { status: 'connecting', reason: 'Asking for the list of instruments' };
  return { status: 'down', reason: venue.phaseReason };
}

function notOpen(venue: LinkVenue): VenueVerdict {
  const connections = venue.feed?.connections ?? [];
  const closed = connections.find((connection) => connection.lastCloseReason !== null);
  if (closed === undefined) return { status: 'connecting', reason: 'Opening connections' };
  return { status: 'down', reason: `Connection lost (${closed.lastCloseReason}); trying again` };
}
