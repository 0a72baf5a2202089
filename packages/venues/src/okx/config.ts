import type { InstrumentKind, MarginMode } from '@riptide/core/domain';
import { VENUE_CONFIG_DEFAULTS, type VenueConfig } from '../kit/index.ts';

/** The legal entities of OKX; each has hosts of its own. */
export type OkxRegion = 'global' | 'eea' | 'us';

/** Channels that carry the incremental book. Only `books` is open to clients without a login and fee tier. */
export type OkxDepthChannel = 'books' | 'books50-l2-tbt' | 'books-l2-tbt';

/** Settings of the OKX adapter. */
export interface OkxConfig extends VenueConfig {
  readonly region: OkxRegion;
  readonly depthChannel: OkxDepthChannel;
  /** What `loadInstruments` loads. The product trades spot and perps; recordings hold the others too. */
  readonly kinds: readonly InstrumentKind[];
  /** How long after the acknowledgement the snapshot on the channel may take before it is read by REST. */
  readonly snapshotWaitMs: number;
  /** Each instrument takes two depth channels; OKX advises fewer than 30 on one connection. */
  readonly instrumentsPerConnection: number;
  /** Margin mode of swaps until one is chosen or a position shows another. */
  readonly marginMode: MarginMode;
}

/** Defaults of everything but the target. */
const OKX_CONFIG_DEFAULTS = {
  ...VENUE_CONFIG_DEFAULTS,
  region: 'global',
  depthChannel: 'books',
  kinds: ['spot', 'perp'],
  snapshotWaitMs: 3_000,
  instrumentsPerConnection: 14,
  marginMode: 'cross',
} as const satisfies Omit<OkxConfig, 'target'>;

/** What a caller must say; the rest has defaults. */
export type OkxSettings = Pick<OkxConfig, 'target'> & Partial<OkxConfig>;

/** Returns the settings with every default filled in. */
export function okxConfig(settings: OkxSettings): OkxConfig {
  return { ...OKX_CONFIG_DEFAULTS, ...settings };
}
