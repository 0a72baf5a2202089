import type { CascadeRow, LeadLagRow, RadarReading, SnipeMarket } from '../../domain/index.ts';
import {
  InferredLiquidations,
  LiquidationRadar,
  SnipeMarkets,
  type MarketStore,
  type NormalisedLiquidation,
  type PublicTrade,
  type RadarSettings,
  type RadarSnapshot,
} from '../../market-data/index.ts';
import type { SnipeRadar } from './sniping-context.ts';

/** The radar over the live books: liquidations in, readings out. A restart keeps its percentiles; its windows fill anew. */
export class RadarDesk implements SnipeRadar {
  readonly markets: SnipeMarkets;
  private readonly radar: LiquidationRadar;
  private readonly inferred: InferredLiquidations;
  private windowMs: number | null = null;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(store: MarketStore, settings: Partial<RadarSettings> = {}) {
    const { instruments, figures } = store;
    this.markets = new SnipeMarkets({ store });
    this.radar = new LiquidationRadar({ instruments, settings, midPxOf: (ix) => this.markets.midPx(ix) });
    this.inferred = new InferredLiquidations({
      instruments,
      figures,
      onInferred: (event) => store.addLiquidation(event),
    });
  }

  /** What percentiles are made of, as plain JSON. */
  snapshot(): RadarSnapshot {
    return this.radar.snapshot();
  }

  /** Takes what `snapshot` gave; sums of windows of another width measure nothing and are left out. null: nothing was saved. */
  restore(saved: unknown): void {
    if (saved !== null) this.radar.restore(saved as RadarSnapshot);
  }

  /** Says since when liquidations are seen: until a window has been watched whole its sums are lower bounds. */
  watchFrom(atMs: number): void {
    this.radar.watchFrom(atMs);
  }

  /** Takes the window of the engine that acts. */
  useWindow(windowMs: number, nowMs: number): void {
    if (windowMs === this.windowMs) return;
    this.windowMs = windowMs;
    this.radar.configure({ windowMs }, nowMs);
  }

  /** HOT. */
  onBook(ix: number, recvMs: number): void {
    this.radar.onBook(ix, recvMs);
  }

  /** HOT. */
  onTraded(ix: number, trade: PublicTrade, recvMs: number): void {
    this.markets.onTraded(ix, trade, recvMs);
    this.inferred.onTraded(ix, trade, recvMs);
  }

  onLiquidation(event: NormalisedLiquidation): RadarReading | null {
    const reading = this.radar.onLiquidation(event);
    if (reading !== null) this.lastMs = reading.atMs;
    return reading;
  }

  /** True while any liquidation lies in a window. */
  isStirred(nowMs: number): boolean {
    return this.hasHeardWithin(this.windowMs ?? 0, nowMs);
  }

  /** True when the newest liquidation is at most so old. */
  hasHeardWithin(ms: number, nowMs: number): boolean {
    return nowMs - this.lastMs <= ms;
  }

  marketOf(ix: number, nowMs: number): SnipeMarket {
    return this.markets.marketOf(ix, nowMs);
  }

  readings(nowMs: number): readonly RadarReading[] {
    return this.radar.readings(nowMs);
  }

  cascades(nowMs: number): readonly CascadeRow[] {
    return this.radar.cascades(nowMs);
  }

  leadLag(): readonly LeadLagRow[] {
    return this.radar.leadLag();
  }

  /** Liquidations taken in so far. */
  get counted(): number {
    return this.radar.counters.counted;
  }

  get counters(): Readonly<Record<string, number>> {
    return { ...this.radar.counters };
  }
}
