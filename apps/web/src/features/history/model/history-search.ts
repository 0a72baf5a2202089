import { TRADE_RESULTS, TRADE_SIDES, VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';

type HistoryEngine = 'all' | 'trading' | 'arbitrage';
type HistoryDays = 7 | 30 | 90;

/** What of the history stands in the address; the defaults write nothing. */
export interface HistorySearch {
  readonly engine?: Exclude<HistoryEngine, 'all'>;
  readonly days?: Exclude<HistoryDays, 30>;
  readonly symbol?: string;
  readonly venue?: VenueName;
  readonly side?: (typeof TRADE_SIDES)[number];
  readonly result?: (typeof TRADE_RESULTS)[number];
  /** From 2 on. */
  readonly page?: number;
  /** Id of the trade whose drawer is open. */
  readonly trade?: string;
}

/** The filter as the calls take it. */
export interface HistoryFilter extends Pick<HistorySearch, 'symbol' | 'venue' | 'side' | 'result'> {
  readonly engine: HistoryEngine;
  readonly days: HistoryDays;
}

export const PAGE_ROWS = 50;

/** Reads the address; whatever is unknown is left out. */
export function parseHistorySearch(raw: Readonly<Record<string, unknown>>): HistorySearch {
  const text = (key: string): string => String(raw[key] ?? '').trim();
  const engine = (['trading', 'arbitrage'] as const).find((each) => each === text('engine'));
  const days = ([7, 90] as const).find((each) => each === Number(text('days')));
  const symbol = text('symbol').toUpperCase();
  const venue = VENUE_NAMES.find((each) => each === text('venue').toUpperCase());
  const side = TRADE_SIDES.find((each) => each === text('side').toLowerCase());
  const result = TRADE_RESULTS.find((each) => each === text('result').toLowerCase());
  const page = Number(text('page'));
  const trade = text('trade');
  return {
    ...(engine === undefined ? {} : { engine }),
    ...(days === undefined ? {} : { days }),
    ...(/^[A-Z0-9]{2,30}$/.test(symbol) ? { symbol } : {}),
    ...(venue === undefined ? {} : { venue }),
    ...(side === undefined ? {} : { side }),
    ...(result === undefined ? {} : { result }),
    ...(Number.isInteger(page) && page >= 2 && page <= 20_000 ? { page } : {}),
    ...(trade.length > 0 && trade.length <= 200 ? { trade } : {}),
  };
}

/** Gives what the calls are asked with. */
export function filterOf({ page: _page, trade: _trade, ...rest }: HistorySearch): HistoryFilter {
  return { ...rest, engine: rest.engine ?? 'all', days: rest.days ?? 30 };
}

/** Tells whether anything but engine and period is filtered. */
export function isFiltered({ engine, symbol, venue, side, result }: HistorySearch): boolean {
  return [engine, symbol, venue, side, result].some((part) => part !== undefined);
}

/** Changes a filter: another filter begins at its first page. */
export function withFilter(search: HistorySearch, change: Readonly<Record<string, unknown>>): HistorySearch {
  const { page: _page, trade: _trade, ...rest } = search;
  return parseHistorySearch({ ...rest, ...change });
}

/** Takes every filter away, the period stays. */
export function withoutFilters({ days }: HistorySearch): HistorySearch {
  return days === undefined ? {} : { days };
}
