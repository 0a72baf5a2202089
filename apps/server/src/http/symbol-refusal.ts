import type { Venue } from '@riptide/core/domain';
import type { EngineLink } from '../link/engine-link.ts';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';
import { refusedFields } from './field-refusal.ts';

interface Selection {
  readonly venue: Venue;
  readonly symbols: readonly string[];
  readonly autoPick: boolean;
}

/**
 * Returns why a wanted selection can't trade: no symbol without automatic picking, or symbols that are no perpetual of the venue; null when
 * it can. A request that selects nothing is fine.
 */
export function symbolRefusal(
  link: EngineLink,
  standing: Selection,
  wanted: { readonly [K in keyof Selection]?: Selection[K] | undefined },
): ApiRefusal | null {
  if (wanted.venue === undefined && wanted.symbols === undefined && wanted.autoPick === undefined) return null;
  const venue = wanted.venue ?? standing.venue;
  const symbols = wanted.symbols ?? standing.symbols;
  if (symbols.length === 0 && !(wanted.autoPick ?? standing.autoPick)) {
    return refused('must name at least one symbol unless auto_pick is true');
  }
  if (wanted.venue === undefined && wanted.symbols === undefined) return null;
  const known = symbolsAt(link, venue, (market) => market === 'perp');
  const unknown = symbols.filter((symbol) => !known.has(symbol));
  return unknown.length === 0 ? null : refused(`are not known at ${venue}: ${unknown.join(', ')}`);
}

/** Returns why a symbol is none of a venue, which a slip of the hand makes it; null when it is one, or the venue's are not loaded yet. */
export function unknownAt(link: EngineLink, venue: Venue, symbol: string): ApiRefusal | null {
  const known = symbolsAt(link, venue, () => true);
  if (known.size === 0 || known.has(symbol)) return null;
  const text = `is not known at ${venue}`;
  return apiRefusal('unknown_symbol', { text: `${symbol} ${text}`, fields: { symbol: text } });
}

function symbolsAt(link: EngineLink, venue: Venue, isWanted: (market: string) => boolean): ReadonlySet<string> {
  const known = new Set<string>();
  for (const instrument of link.values('instrument').values()) {
    if (instrument.venue === venue && isWanted(instrument.market)) known.add(instrument.symbol);
  }
  return known;
}

function refused(text: string): ApiRefusal {
  return refusedFields({ symbols: text });
}
