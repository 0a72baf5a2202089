import type { Instrument, LiquidatedSide } from '../../../domain/index.ts';
import type { PasSettings } from '../pas-settings.ts';

/** What all shadows of one decision share. */
export interface ShadowTerms {
  readonly instrument: Instrument;
  readonly liquidatedSide: LiquidatedSide;
  readonly settings: PasSettings;
  readonly makerBps: number;
  readonly takerBps: number;
  /** Size of each, at the mid. */
  readonly notionalUsd: number;
}
