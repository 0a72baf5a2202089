import type { CascadeRow, Instrument, LeadLagRow, LiquidatedSide, RadarReading } from '../../domain/index.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';
import { CascadeLog } from './cascade-log.ts';
import { leadLagOf } from './lead-lag.ts';
import { radarSettings, type RadarSettings } from './radar-settings.ts';
import { FLOW_120_WINDOW, FLOW_300_WINDOW, FLOW_30_WINDOW, SideState, TRIGGER_WINDOW } from './side-state.ts';
import type { SortedSamples } from './sorted-samples.ts';

/** Percentiles of fewer samples are unknown. */
const SAMPLES_MIN = 50;
/** A checkpoint is written on the thread that trades. */
const SIDES_SAVED = 64;
const SAMPLES_SAVED = 200;

export interface LiquidationRadarOptions {
  /** Dense; the index is the `ix` of the events. */
  readonly instruments: readonly Instrument[];
  readonly settings?: Partial<RadarSettings>;
  /** Mid of an instrument as it stands, NaN without a book. Without it the moves of cascades stay unknown. */
  readonly midPxOf?: (ix: number) => number;
}

/** What percentiles are made of, to be kept over a restart. */
export interface RadarSnapshot {
  readonly windowMs: number;
  readonly sides: readonly {
    readonly symbol: string;
    readonly side: LiquidatedSide;
    /** Oldest first. */
    readonly eventUsd: readonly number[];
    readonly windowUsd: readonly number[];
  }[];
}

/** What was left out, by reason; numbers only grow. */
export interface RadarCounters {
  counted: number;
  /** Inferred, and not asked for. */
  inferred: number;
  /** Of a venue that is not enabled. */
  disabledVenue: number;
  /** Contracts that pay in the base asset: what they are worth in USD is not their price times their quantity. */
  inverse: number;
  /** Without a positive finite worth. */
  worthless: number;
}

/**
 * The forced orders of all venues as one stream: windows, percentiles, cascades and flows by symbol and side. Sums are those of the
 * moment of the event: there are no timers. Windows stand on receive time; an event that claims an earlier one counts as of the newest.
 *
 * HOT: per event one reading and one id are made, nothing else; memory is bounded per symbol and side, which come from `instruments`.
 */
export class LiquidationRadar {
  readonly counters: RadarCounters = { counted: 0, inferred: 0, disabledVenue: 0, inverse: 0, worthless: 0 };
  private readonly instruments: readonly Instrument[];
  private readonly midPxOf: (ix: number) => number;
  private readonly log: CascadeLog;
  /** By symbol: closed longs, closed shorts. */
  private readonly sides = new Map<string, SidePair>();
  private settings: RadarSettings;
  private newestMs = Number.NEGATIVE_INFINITY;
  /** What came before was seen by nobody, or by a process that ended. */
  private watchedFromMs = Number.NEGATIVE_INFINITY;

  constructor({ instruments, settings, midPxOf }: LiquidationRadarOptions) {
    this.instruments = instruments;
    this.settings = radarSettings(settings);
    this.midPxOf = midPxOf ?? (() => Number.NaN);
    this.log = new CascadeLog(instruments);
  }

  /** Takes other settings; windows go on with what is still held, and are lower bounds while that is too little.
   * Percentiles of window sums begin anew with another width. */
  configure(over: Partial<RadarSettings>, nowMs: number): void {
    const settings = radarSettings({ ...this.settings, ...over });
    const isOtherWindow = settings.windowMs !== this.settings.windowMs;
    this.settings = settings;
    if (!isOtherWindow) return;
    const atMs = Math.max(nowMs, this.newestMs);
    for (const pair of this.sides.values()) {
      for (const { sums, windowUsd } of pair) {
        sums.resize(TRIGGER_WINDOW, settings.windowMs, atMs);
        // WHY: sums of another width measure nothing.
        windowUsd.clear();
      }
    }
  }

  /** Says since when events are seen: sums are lower bounds until their window has been watched whole, cascades when they may be older. */
  watchFrom(atMs: number): void {
    this.watchedFromMs = Math.max(this.watchedFromMs, atMs);
    for (const pair of this.sides.values()) for (const { sums } of pair) sums.loseUntil(atMs);
  }

  /** Takes an event and returns how its symbol and side stands; null when it does not count. */
  onLiquidation(event: NormalisedLiquidation): RadarReading | null {
    const instrument = this.instruments[event.ix];
    if (instrument === undefined) throw new Error(`Invariant: no instrument with index ${event.ix}`);
    if (!this.counts(event, instrument)) return null;
    const atMs = Math.max(event.recvMs, this.newestMs);
    this.newestMs = atMs;
    this.counters.counted += 1;
    const pair = this.pairOf(instrument.symbol);
    const state = pair[event.liquidatedSide === 'LONG' ? 0 : 1];
    pair[event.liquidatedSide === 'LONG' ? 1 : 0].sums.advance(atMs);
    state.sums.add(atMs, event.usd, event.isLowerBound);
    this.joinCascade(state, event, instrument, atMs);
    state.addId(idOf(event, instrument));
    state.lastMs = atMs;
    state.lastUsd = event.usd;
    const reading = this.readingOf(state, pair, { atMs, isMoved: true });
    // WHY: after the reading, so that an event is measured by those before it and never by itself.
    state.eventUsd.add(event.usd);
    state.windowUsd.add(reading.windowUsd);
    return reading;
  }

  /** Takes note that the best price of an instrument moved: cascades remember how far the mid went. */
  onBook(ix: number, atMs: number): void {
    if (this.log.isFollowing(ix)) this.log.onMid(ix, this.midPxOf(ix), atMs);
  }

  /** Returns how every symbol and side with an event in its window stands now. Changes nothing. */
  readings(nowMs: number): readonly RadarReading[] {
    return [...this.sides.values()].flatMap((pair) =>
      pair
        .filter(({ sums }) => sums.peek(TRIGGER_WINDOW, nowMs).count > 0)
        .map((state) => this.readingOf(state, pair, { atMs: nowMs, isMoved: false })),
    );
  }

  /** Returns the last 200 cascades, newest first. Changes nothing. */
  cascades(nowMs: number): readonly CascadeRow[] {
    return this.log.rows(nowMs, this.settings.cascadeGapMs);
  }

  /** Returns which venue sees shared cascades first, by pairs, over the last 200 cascades. */
  leadLag(): readonly LeadLagRow[] {
    return leadLagOf(this.log.all());
  }

  /** Returns the samples of the percentiles, of the sides with most of them, as plain JSON. Windows and cascades are not in it. */
  snapshot(): RadarSnapshot {
    const sides = [...this.sides.values()]
      .flat()
      .filter(({ eventUsd }) => eventUsd.count > 0)
      .sort((a, b) => b.eventUsd.count - a.eventUsd.count)
      .slice(0, SIDES_SAVED);
    return {
      windowMs: this.settings.windowMs,
      sides: sides.map(({ symbol, side, eventUsd, windowUsd }) => ({
        symbol,
        side,
        eventUsd: eventUsd.newest(SAMPLES_SAVED),
        windowUsd: windowUsd.newest(SAMPLES_SAVED),
      })),
    };
  }

  /** Takes samples in before the first event; sums of windows of another width measure nothing and are left out. */
  restore({ windowMs, sides }: RadarSnapshot): void {
    for (const { symbol, side, eventUsd, windowUsd } of sides) {
      const state = this.pairOf(symbol)[side === 'LONG' ? 0 : 1];
      if (state.eventUsd.count > 0) continue;
      for (const usd of eventUsd) state.eventUsd.add(usd);
      if (windowMs === this.settings.windowMs) for (const usd of windowUsd) state.windowUsd.add(usd);
    }
  }

  private counts(event: NormalisedLiquidation, instrument: Instrument): boolean {
    const why = whyLeftOut(event, instrument, this.settings);
    if (why !== null) this.counters[why] += 1;
    return why === null;
  }

  private pairOf(symbol: string): SidePair {
    const known = this.sides.get(symbol);
    if (known !== undefined) return known;
    const sideOf = (side: LiquidatedSide): SideState => {
      const state = new SideState(symbol, side, this.settings.windowMs);
      state.sums.loseUntil(this.watchedFromMs);
      return state;
    };
    const pair = [sideOf('LONG'), sideOf('SHORT')] as const;
    this.sides.set(symbol, pair);
    return pair;
  }

  private joinCascade(state: SideState, event: NormalisedLiquidation, instrument: Instrument, atMs: number): void {
    if (state.cascade === null || atMs - state.lastMs > this.settings.cascadeGapMs) {
      state.cascades += 1;
      state.cascade = this.log.begin(event.ix, {
        clusterId: String(state.cascades),
        instrument,
        liquidatedSide: event.liquidatedSide,
        startedMs: atMs,
        midPx: this.midPxOf(event.ix),
        isLowerBound: atMs - this.watchedFromMs <= this.settings.cascadeGapMs,
      });
    }
    state.cascade.add(event, instrument.venue, atMs);
  }

  private readingOf(state: SideState, [long, short]: SidePair, look: Look): RadarReading {
    const { cascade, eventUsd, windowUsd, sums } = state;
    const { atMs, isMoved } = look;
    if (cascade === null) throw new Error(`Invariant: ${state.symbol} ${state.side} was read before its first event`);
    const window = isMoved ? sums.sumOf(TRIGGER_WINDOW, atMs) : sums.peek(TRIGGER_WINDOW, atMs);
    return {
      symbol: state.symbol,
      liquidatedSide: state.side,
      atMs,
      windowMs: this.settings.windowMs,
      windowUsd: window.usd,
      windowCount: window.count,
      firstMs: window.firstMs,
      isLowerBound: window.isLowerBound,
      eventUsd: state.lastUsd,
      eventIds: state.lastIds(window.count),
      windowP95Usd: percentile(windowUsd, 0.95),
      windowP97Usd: percentile(windowUsd, 0.97),
      eventP95Usd: percentile(eventUsd, 0.95),
      samples: windowUsd.count,
      flow30Usd: flowUsd(long, short, FLOW_30_WINDOW, look),
      flow120Usd: flowUsd(long, short, FLOW_120_WINDOW, look),
      flow300Usd: flowUsd(long, short, FLOW_300_WINDOW, look),
      cascade: cascade.reading(atMs, this.settings.cascadeGapMs),
    };
  }
}

function whyLeftOut(
  { isInferred, usd }: NormalisedLiquidation,
  { venue, isInverse }: Instrument,
  { countInferred, venues }: RadarSettings,
): Exclude<keyof RadarCounters, 'counted'> | null {
  if (isInferred && !countInferred) return 'inferred';
  if (!venues.includes(venue)) return 'disabledVenue';
  if (isInverse) return 'inverse';
  return usd > 0 && Number.isFinite(usd) ? null : 'worthless';
}

type SidePair = readonly [long: SideState, short: SideState];

/** When is read, and whether the windows were moved to then or are only looked at. */
interface Look {
  readonly atMs: number;
  readonly isMoved: boolean;
}

function percentile(samples: SortedSamples, frac: number): number {
  return samples.count < SAMPLES_MIN ? Number.NaN : samples.quantile(frac);
}

/** Forced buying minus forced selling. */
function flowUsd(long: SideState, short: SideState, window: number, { atMs, isMoved }: Look): number {
  if (isMoved) return short.sums.usdOf(window) - long.sums.usdOf(window);
  return short.sums.peek(window, atMs).usd - long.sums.peek(window, atMs).usd;
}

function idOf({ liquidatedSide, venueMs, px, qtyBase }: NormalisedLiquidation, { venue, symbol }: Instrument): string {
  return `${venue}|${symbol}|${liquidatedSide}|${venueMs}|${px}|${qtyBase}`;
}
