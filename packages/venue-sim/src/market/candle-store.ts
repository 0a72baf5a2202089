import type { SimCandle, SimTrade } from './model.ts';

interface LiveCandle {
  openMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volumeQty: number;
  volumeQuote: number;
  tradeCount: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MINUTES_KEPT = 1_600;
const HOURS_KEPT = 1_000;

/** Candles traded since the start, in one-minute and one-hour steps; both bounded, the oldest is dropped. */
export class CandleStore {
  private readonly minutes: LiveCandle[] = [];
  private readonly hours: LiveCandle[] = [];

  /** Adds a trade; `px` and `qty` in wire units, `quote` its value. */
  add(trade: SimTrade, px: number, size: { readonly qty: number; readonly quote: number }): void {
    this.grow(this.minutes, MINUTE_MS, MINUTES_KEPT, { atMs: trade.atMs, px, ...size });
    this.grow(this.hours, HOUR_MS, HOURS_KEPT, { atMs: trade.atMs, px, ...size });
  }

  /** The finest kept candles that `intervalMs` can be built from, oldest first. */
  kept(intervalMs: number): readonly Readonly<SimCandle>[] {
    return intervalMs % HOUR_MS === 0 ? this.hours : this.minutes;
  }

  /** Start of the oldest candle that is surely complete: 0 while nothing was dropped. */
  completeFromMs(intervalMs: number): number {
    const list = this.kept(intervalMs);
    const keep = list === this.hours ? HOURS_KEPT : MINUTES_KEPT;
    return list.length < keep ? 0 : (list[0]?.openMs ?? 0);
  }

  private grow(
    list: LiveCandle[],
    stepMs: number,
    keep: number,
    fill: { readonly atMs: number; readonly px: number; readonly qty: number; readonly quote: number },
  ): void {
    const openMs = fill.atMs - (fill.atMs % stepMs);
    let last = list[list.length - 1];
    if (last === undefined || last.openMs !== openMs) {
      const open = last?.close ?? fill.px;
      last = { openMs, open, high: open, low: open, close: open, volumeQty: 0, volumeQuote: 0, tradeCount: 0 };
      list.push(last);
      if (list.length > keep) list.shift();
    }
    last.high = Math.max(last.high, fill.px);
    last.low = Math.min(last.low, fill.px);
    last.close = fill.px;
    last.volumeQty += fill.qty;
    last.volumeQuote += fill.quote;
    last.tradeCount += 1;
  }
}

/** Puts two neighbours in time into one candle that opens at `openMs`. */
export function mergeCandles(openMs: number, first: SimCandle, second: SimCandle): SimCandle {
  return {
    openMs,
    open: first.open,
    high: Math.max(first.high, second.high),
    low: Math.min(first.low, second.low),
    close: second.close,
    volumeQty: first.volumeQty + second.volumeQty,
    volumeQuote: first.volumeQuote + second.volumeQuote,
    tradeCount: first.tradeCount + second.tradeCount,
  };
}
