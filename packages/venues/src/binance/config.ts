import type { VenueConfig } from '../kit/index.ts';

/** The two markets of this venue; each has hosts, limits and sequence rules of its own. */
export const BINANCE_PRODUCTS = ['spot', 'usdm'] as const;
export type BinanceProduct = (typeof BINANCE_PRODUCTS)[number];

/** Settings of the Binance adapter; what is left out takes the default. */
export interface BinanceConfig extends VenueConfig {
  /** Pace of the futures depth stream. 0 sends every change at once; it is served but not documented. */
  readonly futuresDepthMs?: 0 | 100;
  /** Snapshot requests under way at once, per product. */
  readonly snapshotsInFlightMax?: number;
  /** Depth frames kept per instrument while its snapshot is on the way. */
  readonly pendingFramesMax?: number;
}

/** Every setting, filled in. */
export type BinanceSettings = Required<BinanceConfig>;

/** Returns the settings with their defaults. */
export function binanceSettings(config: BinanceConfig): BinanceSettings {
  return { futuresDepthMs: 100, snapshotsInFlightMax: 4, pendingFramesMax: 512, ...config };
}
