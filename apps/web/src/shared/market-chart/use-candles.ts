import { getChartData, type VenueName } from '@riptide/contracts/calls';
import { useCall } from '../use-call.ts';
import type { PriceRow } from '../market-feed/market-feed.tsx';
import { withLivePrice } from './live-candles.ts';
import { TIMEFRAME_S, type Timeframe } from './timeframes.ts';

/** Specified poll interval of the chart. */
export const CHART_INTERVAL_MS = 30_000;
/** Where no pushed price is of the chart's venue, candles are asked for this often. */
const CHART_UNPUSHED_MS = 5000;
const CANDLES = 100;

interface CandlesOf {
  readonly symbol: string;
  readonly venue: VenueName;
  readonly timeframe: Timeframe;
  /** The pushed price of the symbol; it counts where it is of the same venue. */
  readonly price: PriceRow | null;
}

/** Gives the newest 100 candles, carried on by pushed prices of the same venue between two answers. */
export function useCandles({ symbol, venue, timeframe, price }: CandlesOf) {
  const isPushed = price?.venue === venue;
  const query = useCall(getChartData, {
    input: { query: { symbol, timeframe, limit: CANDLES, venue } },
    intervalMs: isPushed ? CHART_INTERVAL_MS : CHART_UNPUSHED_MS,
  });
  const answered = query.data?.data ?? [];
  const point = isPushed ? { price: price.price, atS: price.last_updated } : null;
  const candles = withLivePrice(answered, TIMEFRAME_S[timeframe], point);
  const atSeconds = Math.max(query.data?.atSeconds ?? 0, point?.atS ?? 0);
  return { query, candles, atSeconds: query.data === undefined ? null : atSeconds, isPushed };
}
