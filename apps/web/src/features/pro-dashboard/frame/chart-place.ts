import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import { SHOWN_TIMEFRAMES, type Timeframe } from '../../../shared/market-chart/timeframes.ts';
import type { RawSearch, SearchChange } from './pro-address.ts';

/** What the candle chart shows, and the symbol of the venue cards; null follows the engine. */
interface ChartPlace {
  readonly symbol: string | null;
  readonly venue: VenueName | null;
  readonly timeframe: Timeframe;
}

/** Specified default of the chart. */
const DEFAULT_TIMEFRAME: Timeframe = '1m';
/** Shown before the engine has told what it follows. */
export const DEFAULT_SYMBOL = 'BTCUSDT';

/** Reads the chart's part of the address; what is unknown is left out. */
export function parseChartPlace(raw: RawSearch): ChartPlace {
  const symbol = (raw['chart'] ?? '').trim().toUpperCase();
  return {
    symbol: /^[A-Z0-9]{2,30}$/.test(symbol) ? symbol : null,
    venue: VENUE_NAMES.find((each) => each === raw['chartVenue']?.toUpperCase()) ?? null,
    timeframe: SHOWN_TIMEFRAMES.find((each) => each === raw['tf']) ?? DEFAULT_TIMEFRAME,
  };
}

/** Writes the chart's part of the address; what is left out stays. */
export function chartFields({ symbol, venue, timeframe }: Partial<ChartPlace>): SearchChange {
  return {
    ...(symbol === undefined ? {} : { chart: symbol ?? undefined }),
    ...(venue === undefined ? {} : { chartVenue: venue ?? undefined }),
    ...(timeframe === undefined ? {} : { tf: timeframe === DEFAULT_TIMEFRAME ? undefined : timeframe }),
  };
}
