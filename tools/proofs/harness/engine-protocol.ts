import type { Venue, VenueKey } from '@riptide/core/domain';
import type { TradingCall, TradingView } from '@riptide/core/engine';

/** What an engine process is started with, as JSON in its first argument. */
export interface EngineStart {
  readonly venue: Venue;
  readonly baseUrls: Readonly<Record<Venue, string>>;
  readonly key: VenueKey;
  readonly folder: string;
  readonly symbols: readonly string[];
  /** Name of the point at which the process kills itself; null: never. */
  readonly crash: string | null;
  readonly randomSeed: number;
}

export type ToEngine =
  | { readonly kind: 'call'; readonly id: number; readonly name: TradingCall; readonly request: unknown }
  | { readonly kind: 'books'; readonly id: number }
  /** Begins a new segment of the journal at the next tick. */
  | { readonly kind: 'rotate' }
  /** Makes every write of the journal fail, or lets them through again. */
  | { readonly kind: 'disk'; readonly isFull: boolean }
  | { readonly kind: 'stop' };

export type FromEngine =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown };

/** One order as the engine holds it. */
export interface BookedOrder {
  readonly clientOrderId: string | null;
  readonly role: string | null;
  readonly state: string;
  readonly cumQtyBase: string;
  readonly isConditional: boolean;
}

/** What the engine believes of its account, exactly. */
export interface EngineBooks {
  readonly view: TradingView;
  /** True once the account was compared with its venue and the books of all symbols are live. */
  readonly isReady: boolean;
  /** Perps, signed base units by wire symbol. */
  readonly positions: Readonly<Record<string, string>>;
  readonly cash: Readonly<Record<string, string>>;
  readonly realised: Readonly<Record<string, string>>;
  readonly orders: readonly BookedOrder[];
  /** By symbol: last known mid price. */
  readonly midPx: Readonly<Record<string, string | null>>;
}
