import type { Market, Venue } from '@riptide/core/domain';

/** One symbol in one market of one venue, from the venue's whole list. Exact decimal texts; null is unknown or not stated. */
export interface SymbolListing {
  readonly symbol: string;
  readonly venue: Venue;
  readonly market: Market;
  /** The venue's own name. */
  readonly wireSymbol: string;
  /** True when it pays in the base asset: listed, never traded here. */
  readonly isInverse: boolean;
  readonly isTrading: boolean;
  /** Price of one base unit in the venue's 24 h summary. */
  readonly px: string | null;
  readonly qtyMinBase: string;
  readonly qtyStepBase: string;
  readonly notionalMin: string | null;
}

interface SymbolListings {
  readonly symbol: string;
  readonly listings: readonly SymbolListing[];
}

/** A venue whose list was asked for; null `reason` when it has been read. */
export interface ListedVenue {
  readonly venue: Venue;
  readonly isLoaded: boolean;
  readonly instruments: number;
  /** Why its list, or its prices, are missing; in words. */
  readonly reason: string | null;
}

/** What became of a symbol that was to be watched. */
export interface WatchOutcome {
  readonly symbol: string;
  readonly outcome: 'new' | 'known' | 'refused';
  /** Whether the engine follows it now; `next-start`: from the next start of the hot thread. null when refused. */
  readonly live: 'now' | 'next-start' | null;
  readonly reason: string | null;
}

export interface WatchedSymbols {
  /** Asked for by people, in the order they came. */
  readonly watched: readonly string[];
  /** Followed now, whoever chose them. */
  readonly followed: readonly string[];
  readonly watchedMax: number;
}

/** Calls about what venues list and what the engine follows. They are answered beside the hot thread. */
export interface SymbolCalls {
  /** ENGINE_NOT_READY before the first venue has told its list. */
  'list-symbols': {
    request: { readonly symbols: readonly string[]; readonly venues: readonly Venue[]; readonly withPrices: boolean };
    answer: { readonly symbols: readonly SymbolListings[]; readonly venues: readonly ListedVenue[] };
  };
  'watched-symbols': { request: Readonly<Record<string, never>>; answer: WatchedSymbols };
  /** Kept on disk before it answers. With `isApplied` the hot thread starts anew when nothing is in flight. */
  'watch-symbols': {
    request: { readonly symbols: readonly string[]; readonly isApplied: boolean; readonly by: string };
    answer: WatchedSymbols & {
      readonly outcomes: readonly WatchOutcome[];
      readonly isRestarted: boolean;
      /** Why it was not started anew though it was asked for; null otherwise. */
      readonly notRestarted: string | null;
    };
  };
}
export type SymbolCall = keyof SymbolCalls;
