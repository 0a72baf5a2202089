import type { Instrument, Venue } from '@riptide/core/domain';
import type { VenueView } from '@riptide/core/engine';
import type { Clock } from '@riptide/core/kernel';
import { BASE_TIER_FEES } from '@riptide/core/strategies';
import type { LinkVenue } from '../link/link-contract.ts';
import type { LinkTarget } from './link-target.ts';

/** Frames per second are measured over about this long. */
const RATE_WINDOW_MS = 2_000;

interface FrameSample {
  readonly atMs: number;
  readonly frames: number;
}

/** Keeps what is known of every venue and writes it onto the link. */
export class VenueBoard {
  private readonly link: LinkTarget;
  private readonly clock: Clock;
  private readonly venues = new Map<Venue, LinkVenue>();
  private readonly samples = new Map<Venue, FrameSample[]>();

  private readonly isReplay: boolean;

  constructor(
    link: LinkTarget,
    clock: Clock,
    options: { readonly venues: readonly Venue[]; readonly isReplay: boolean },
  ) {
    this.link = link;
    this.clock = clock;
    this.isReplay = options.isReplay;
    for (const venue of options.venues) this.put(unloaded(venue));
  }

  setFailed(venue: Venue, reason: string): void {
    this.change(venue, { phase: 'loading', phaseReason: reason });
  }

  setFollowed(venue: Venue, instruments: readonly Instrument[]): void {
    this.samples.delete(venue);
    this.change(venue, {
      phase: 'live',
      phaseReason: null,
      spotCount: instruments.filter(({ kind }) => kind === 'spot').length,
      perpCount: instruments.filter(({ kind }) => kind === 'perp').length,
    });
  }

  /** A recorded venue lives in its own time, which is nobody's fault. */
  setClockOffset(venue: Venue, offsetMs: number): void {
    this.change(venue, { clockOffsetMs: this.isReplay ? null : offsetMs });
  }

  observe(view: VenueView): void {
    this.change(view.venue, {
      feed: view.feed,
      booksLive: view.booksLive,
      booksTotal: view.booksTotal,
      crossed: view.crossed,
      // Recorded events are old by nature; their delay says nothing about the connection.
      latencyMs: this.isReplay ? null : view.latencyMs,
      queueOverflow: view.queueOverflow,
      quoteChecks: view.quoteChecks,
      quoteMismatches: view.quoteMismatches,
      framesPerSecond: this.rate(view),
    });
  }

  private rate(view: VenueView): number | null {
    const atMs = this.clock.nowMs();
    const frames = view.feed.connections.reduce((sum, connection) => sum + connection.frames, 0);
    const samples = this.samples.get(view.venue) ?? [];
    samples.push({ atMs, frames });
    while (samples.length > 2 && atMs - (samples[1]?.atMs ?? atMs) >= RATE_WINDOW_MS) samples.shift();
    this.samples.set(view.venue, samples);
    const first = samples[0];
    if (first === undefined || atMs <= first.atMs) return null;
    return Math.max(0, ((frames - first.frames) * 1_000) / (atMs - first.atMs));
  }

  private change(venue: Venue, more: Partial<LinkVenue>): void {
    this.put({ ...(this.venues.get(venue) ?? unloaded(venue)), ...more });
  }

  private put(venue: LinkVenue): void {
    this.venues.set(venue.venue, venue);
    this.link.set('venue', venue.venue, venue);
  }
}

function unloaded(venue: Venue): LinkVenue {
  return {
    venue,
    phase: 'loading',
    phaseReason: null,
    feed: null,
    spotCount: 0,
    perpCount: 0,
    booksLive: 0,
    booksTotal: 0,
    crossed: 0,
    latencyMs: null,
    clockOffsetMs: null,
    framesPerSecond: null,
    queueOverflow: 0,
    quoteChecks: 0,
    quoteMismatches: 0,
    fees: { ...BASE_TIER_FEES[venue], source: 'tier' },
  };
}
