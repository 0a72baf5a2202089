import type { HistoryItem } from '@riptide/contracts/calls';
import { SHOWN_TIMEFRAMES, TIMEFRAME_S, type Timeframe } from '../../../shared/market-chart/timeframes.ts';

/** The most candles that one question brings. */
const ASKED_MAX = 1000;
/** The most that stay readable in a drawer. */
const SHOWN_MAX = 160;
/** Candles before the entry and after the exit. */
const AROUND = 20;

/** Which candles show a trade: of one width, from before its entry to after its exit, and how many have to be asked for from now back. */
export interface TradeSnippet {
  readonly timeframe: Timeframe;
  readonly fromS: number;
  readonly toS: number;
  readonly limit: number;
}

/** Chooses the narrowest candles that reach back to a trade and show it whole; null where none do. */
export function snippetOf({ opened_at: openS, timestamp: closeS }: HistoryItem, nowS: number): TradeSnippet | null {
  for (const timeframe of SHOWN_TIMEFRAMES) {
    const stepS = TIMEFRAME_S[timeframe];
    const fromS = Math.floor(openS / stepS - AROUND) * stepS;
    const toS = Math.floor(closeS / stepS + AROUND) * stepS;
    const limit = Math.ceil((nowS - fromS) / stepS) + 1;
    if (limit <= ASKED_MAX && (toS - fromS) / stepS <= SHOWN_MAX) return { timeframe, fromS, toS, limit };
  }
  return null;
}

/** Says in words why a trade has no candles; null when they can be asked for. Ids name the instrument: `account|BTCUSDT.PERP.OKX|3`. */
export function whyNoCandles({ id }: Pick<HistoryItem, 'id'>, snippet: TradeSnippet | null): string | null {
  if (id.includes('.SPOT.')) return 'candles are kept of perpetuals only';
  return snippet === null ? 'no candles are kept that far back' : null;
}
