import type { VenueHealth } from '@riptide/contracts';
import type { LinkVenue } from '../../link/link-contract.ts';

/** Feed delay over which a venue counts as slow, ms. */
const SLOW_LATENCY_MS = 1_000;
/** Clock difference over which new risk is blocked, ms. */
const CLOCK_OFFSET_MS_MAX = 500;
/** Share of live books under which a venue counts as slow. */
const LIVE_SHARE_MIN = 0.9;

export interface VenueVerdict {
  readonly status: VenueHealth['status'];
  /** What is wrong and what happens next; null while ok. */
  readonly reason: string | null;
}

/** Says in one word and one sentence how a venue stands. */
export function venueStatus(venue: LinkVenue): VenueVerdict {
  if (venue.phase === 'loading') return loading(venue);
  if (venue.spotCount + venue.perpCount === 0) return { status: 'disabled', reason: 'Nothing to follow on this venue' };
  const connections = venue.feed?.connections ?? [];
  const open = connections.filter((connection) => connection.state === 'open').length;
  if (connections.length === 0 || open === 0) return notOpen(venue);
  if (venue.booksTotal > 0 && venue.booksLive === 0) {
    return { status: 'connecting', reason: 'Connected; waiting for the first order books' };
  }
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
