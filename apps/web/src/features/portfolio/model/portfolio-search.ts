import { EQUITY_RANGES, VENUE_NAMES, type EquityRange, type VenueName } from '@riptide/contracts/calls';

/** What of the portfolio stands in the address; the defaults write nothing. */
export interface PortfolioSearch {
  readonly venue?: VenueName;
  readonly range?: EquityRange;
  /** Shows balances at or below the threshold too. */
  readonly small?: true;
}

const DEFAULT_RANGE: EquityRange = '7d';

/** Reads the address; whatever is unknown is left out. */
export function parsePortfolioSearch(raw: Record<string, unknown>): PortfolioSearch {
  const venue = VENUE_NAMES.find((each) => each === String(raw['venue'] ?? '').toUpperCase());
  const range = EQUITY_RANGES.find((each) => each === raw['range']);
  const isSmall = ['true', '1', true, 1].includes(raw['small'] as string);
  return {
    ...(venue === undefined ? {} : { venue }),
    ...(range === undefined || range === DEFAULT_RANGE ? {} : { range }),
    ...(isSmall ? { small: true } : {}),
  };
}

/** Gives the range of the equity chart. */
export function rangeOf({ range }: PortfolioSearch): EquityRange {
  return range ?? DEFAULT_RANGE;
}

/** Gives the next venue of the filter: all, then each, then all again. */
export function nextVenue(venue: VenueName | undefined): VenueName | undefined {
  return VENUE_NAMES[venue === undefined ? 0 : VENUE_NAMES.indexOf(venue) + 1];
}

/** Changes the address; a choice of undefined leaves it. */
export function withVenue(search: PortfolioSearch, venue: VenueName | undefined): PortfolioSearch {
  const { venue: _left, ...rest } = search;
  return venue === undefined ? rest : { ...rest, venue };
}
