import type { AccountKey, Instrument, RadarReading, SnipeMarket, SnipingEngine } from '../../domain/index.ts';
import type { PasSettings } from '../../strategies/index.ts';
import type { GatheredFacts } from './trigger-facts-of.ts';

/** What one decision is made of. */
export interface Case {
  readonly engine: SnipingEngine | null;
  readonly settings: PasSettings;
  readonly reading: RadarReading;
  readonly market: SnipeMarket;
  readonly instrument: Instrument;
  readonly account: AccountKey;
  readonly gathered: GatheredFacts;
}
