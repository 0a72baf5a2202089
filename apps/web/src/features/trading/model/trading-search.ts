import { CHART_TIMEFRAMES, ENGINE_NAMES, VENUE_NAMES, type EngineName, type VenueName } from '@riptide/contracts/calls';
import { SHOWN_TIMEFRAMES, type Timeframe } from '../../../shared/market-chart/timeframes.ts';

const TAPE_FILTERS = ['all', 'big'] as const;
export type TapeFilter = (typeof TAPE_FILTERS)[number];

const RESULT_RANGES = ['24h', '7d', '30d'] as const;
export type ResultRange = (typeof RESULT_RANGES)[number];

/** What of the page stands in its address; absent is the default. */
export interface TradingSearch {
  /** Of the chart. */
  readonly symbol?: string;
  readonly tf?: Timeframe;
  /** Looked at, and started on next; absent is that of the engine. */
  readonly venue?: VenueName;
  readonly tape?: 'big';
  readonly range?: Exclude<ResultRange, '24h'>;
  /** Chart, live prices and positions are put away. */
  readonly advanced?: 'off';
  /** Engine whose settings are open. */
  readonly settings?: EngineName;
  /** Decision whose drawer is open. */
  readonly decision?: string;
}

const SYMBOL = /^[A-Z0-9]{2,30}$/;

/** Reads the page's part of an address; whatever is unknown falls back to its default. */
export function parseTradingSearch(raw: Readonly<Record<string, unknown>>): TradingSearch {
  const symbol = typeof raw['symbol'] === 'string' ? raw['symbol'].toUpperCase() : '';
  const tf = SHOWN_TIMEFRAMES.find((name) => name === raw['tf']);
  const venue = VENUE_NAMES.find((name) => name === raw['venue']);
  const range = RESULT_RANGES.find((name) => name === raw['range']);
  const settings = ENGINE_NAMES.find((name) => name === raw['settings']);
  const decision = raw['decision'];
  return {
    ...(SYMBOL.test(symbol) ? { symbol } : {}),
    ...(tf === undefined || tf === CHART_TIMEFRAMES[0] ? {} : { tf }),
    ...(venue === undefined ? {} : { venue }),
    ...(raw['tape'] === 'big' ? { tape: 'big' as const } : {}),
    ...(range === undefined || range === '24h' ? {} : { range }),
    ...(raw['advanced'] === 'off' ? { advanced: 'off' as const } : {}),
    ...(settings === undefined ? {} : { settings }),
    ...(typeof decision === 'string' && decision.length > 0 && decision.length <= 64 ? { decision } : {}),
  };
}

/** Leaves out what is undefined, so that the address names only what differs from the default. */
export function withSearch(
  search: TradingSearch,
  change: { readonly [K in keyof TradingSearch]?: TradingSearch[K] | undefined },
): TradingSearch {
  const all = { ...search, ...change };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
