import {
  VENUES,
  type CascadeReading,
  type CascadeRow,
  type Instrument,
  type LiquidatedSide,
  type Venue,
} from '../../domain/index.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';

/** How long after its last event the mid of a cascade is followed. */
const AFTER_MS = 60_000;
/** Two events within less than this count as this long when a pace is told. */
const PACE_MS_MIN = 1_000;

/** What is known of a cascade with its first event. */
export interface CascadeStart {
  readonly clusterId: string;
  /** That of the first event. */
  readonly instrument: Instrument;
  readonly liquidatedSide: LiquidatedSide;
  readonly startedMs: number;
  /** NaN without a book. */
  readonly midPx: number;
  /** True when events before the first one may have been missed. */
  readonly isLowerBound: boolean;
}

/** One cascade as it grows. */
export class Cascade {
  readonly clusterId: string;
  readonly instrument: Instrument;
  readonly liquidatedSide: LiquidatedSide;
  readonly startedMs: number;
  lastMs: number;
  events = 0;
  private usd = 0;
  private isLowerBound: boolean;
  private readonly leadIx: number;
  /** Receive time of the first event by venue; NaN where there was none. */
  private readonly firstMs = new Float64Array(VENUES.length).fill(Number.NaN);
  private readonly startPx: number;
  /** Farthest with the flow, newest until the end of `AFTER_MS`. */
  private extremePx: number;
  private newestPx: number;

  constructor({ clusterId, instrument, liquidatedSide, startedMs, midPx, isLowerBound }: CascadeStart) {
    this.clusterId = clusterId;
    this.instrument = instrument;
    this.liquidatedSide = liquidatedSide;
    this.startedMs = startedMs;
    this.lastMs = startedMs;
    this.leadIx = VENUES.indexOf(instrument.venue);
    this.startPx = midPx;
    this.isLowerBound = isLowerBound;
    this.extremePx = midPx;
    this.newestPx = midPx;
  }

  /** Adds an event of any venue that belongs to it. */
  add(event: NormalisedLiquidation, venue: Venue, atMs: number): void {
    const venueIx = VENUES.indexOf(venue);
    if (Number.isNaN(this.firstMs[venueIx])) this.firstMs[venueIx] = atMs;
    this.lastMs = atMs;
    this.events += 1;
    this.usd += event.usd;
    if (event.isLowerBound) this.isLowerBound = true;
  }

  /** True while the mid at this time still belongs to it. */
  isFollowedAt(nowMs: number): boolean {
    return !Number.isNaN(this.startPx) && nowMs <= this.lastMs + AFTER_MS;
  }

  /** Takes a mid that `isFollowedAt` its time. */
  onMid(midPx: number): void {
    this.newestPx = midPx;
    const isFarther = this.liquidatedSide === 'LONG' ? midPx < this.extremePx : midPx > this.extremePx;
    if (isFarther) this.extremePx = midPx;
  }

  /** Returns receive time at `b` minus that at `a` of the first events; NaN unless both saw it. */
  leadMs(a: Venue, b: Venue): number {
    return (this.firstMs[VENUES.indexOf(b)] as number) - (this.firstMs[VENUES.indexOf(a)] as number);
  }

  reading(nowMs: number, gapMs: number): CascadeReading {
    return {
      clusterId: this.clusterId,
      startedMs: this.startedMs,
      lastMs: this.lastMs,
      events: this.events,
      usd: this.usd,
      usdPerS: (this.usd * 1_000) / Math.max(PACE_MS_MIN, this.lastMs - this.startedMs),
      venues: VENUES.filter((_, venueIx) => !Number.isNaN(this.firstMs[venueIx])),
      leadVenue: this.instrument.venue,
      leadMs: this.leadOverSecondMs(),
      isRunning: nowMs - this.lastMs <= gapMs,
    };
  }

  row(nowMs: number, gapMs: number): CascadeRow {
    const { startPx } = this;
    return {
      ...this.reading(nowMs, gapMs),
      symbol: this.instrument.symbol,
      liquidatedSide: this.liquidatedSide,
      instrumentId: this.instrument.id,
      isLowerBound: this.isLowerBound,
      startPx,
      extremeBps: (this.extremePx / startPx - 1) * 1e4,
      afterBps: nowMs > this.lastMs + AFTER_MS ? (this.newestPx / startPx - 1) * 1e4 : Number.NaN,
    };
  }

  private leadOverSecondMs(): number {
    let leadMs = Number.NaN;
    for (let venueIx = 0; venueIx < this.firstMs.length; venueIx += 1) {
      const behindMs = (this.firstMs[venueIx] as number) - this.startedMs;
      if (venueIx !== this.leadIx && (Number.isNaN(leadMs) || behindMs < leadMs)) leadMs = behindMs;
    }
    return leadMs;
  }
}
