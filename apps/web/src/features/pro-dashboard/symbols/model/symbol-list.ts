import { SYMBOLS_MAX, VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';

/** Splits a list on commas: trimmed, uppercased, empties and repeats dropped. */
export function readSymbolList(text: string): readonly string[] {
  const symbols = text.split(',').map((part) => part.trim().toUpperCase());
  return [...new Set(symbols.filter((symbol) => symbol !== ''))];
}

/** Says why this can't be asked; null when it can. */
export function listFault(symbols: readonly string[], venues: readonly VenueName[]): string | null {
  if (symbols.length === 0) return 'Enter at least one symbol';
  if (symbols.length > SYMBOLS_MAX) return `At most ${SYMBOLS_MAX} symbols at a time, these are ${symbols.length}`;
  return venues.length === 0 ? 'Choose at least one venue' : null;
}

/** Reads venues of the address; what is none of them is left out, and all are meant when nothing is left. */
export function readVenueList(text: string | undefined): readonly VenueName[] {
  const asked = readSymbolList(text ?? '');
  const known = VENUE_NAMES.filter((venue) => asked.includes(venue));
  return known.length === 0 ? VENUE_NAMES : known;
}

const SYMBOL = /^[A-Z0-9]{2,30}$/;

/** Whether a symbol can be followed at all: 2 to 30 letters and digits. */
export function isSymbolName(symbol: string): boolean {
  return SYMBOL.test(symbol);
}
