import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';

/** What of the page stands in its address. */
export interface ApiKeysSearch {
  /** Whose key is being entered. */
  readonly edit?: VenueName;
  /** Whose details are open. */
  readonly venue?: VenueName;
}

/** Reads the page's part of an address; whatever is unknown is left out. */
export function parseApiKeysSearch(raw: Readonly<Record<string, unknown>>): ApiKeysSearch {
  const edit = VENUE_NAMES.find((venue) => venue === raw['edit']);
  const venue = VENUE_NAMES.find((name) => name === raw['venue']);
  return { ...(edit === undefined ? {} : { edit }), ...(venue === undefined ? {} : { venue }) };
}
