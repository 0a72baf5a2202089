import type { Instrument, MarketSource, Venue } from '@riptide/core/domain';
import type { HotBatch, HotCommand } from '@riptide/core/engine';
import type { LogFields } from '@riptide/core/kernel';

/** What the hot thread is started with. Structured-clonable. */
export interface HotThreadStart {
  readonly market: MarketSource;
  /** Where the simulated venues are; null on a real market. */
  readonly simulatorUrls: Readonly<Record<Venue, string>> | null;
  readonly instruments: readonly Instrument[];
  /** By instrument: the highest price to expect, NaN when unknown. */
  readonly pxMax: readonly number[];
  readonly randomSeed: number;
}

/** Cool side to hot thread. */
export type ToHot =
  | { readonly kind: 'command'; readonly command: HotCommand }
  /** A batch was processed; without it the next ones wait and merge. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' };

/** Hot thread to cool side. */
export type FromHot =
  /** Instruments as the books know them, in the order of `ix`. */
  | {
      readonly kind: 'started';
      readonly instruments: readonly Instrument[];
      readonly rejected: readonly { readonly id: string; readonly reason: string }[];
    }
  | { readonly kind: 'batch'; readonly batch: HotBatch; readonly lateBatches: number }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields?: LogFields;
    }
  | { readonly kind: 'stopped' };
