import type { ListingState } from './listing-state.ts';
import type { SimDayStats } from './model.ts';
import type { PastPrices } from './past-prices.ts';
import type { CandleStore } from './candle-store.ts';

interface Bucket {
  readonly startMs: number;
  readonly open: number;
  high: number;
  low: number;
}

const BUCKET_MS = 900_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const USD_PER_TRADE = 900;

/** The rolling 24 h range of one asset's fair price, in quarter hours; the part before the start is worked out when asked for. */
export class DayRange {
  private readonly past: PastPrices;
  private readonly live: Bucket[] = [];
  private readonly known = new Map<number, Bucket>();

  constructor(past: PastPrices) {
    this.past = past;
  }

  /** Takes the fair price of a step. */
  add(px: number, atMs: number): void {
    const startMs = atMs - (atMs % BUCKET_MS);
    let last = this.live[this.live.length - 1];
    if (last === undefined || last.startMs !== startMs) {
      last = { startMs, open: px, high: px, low: px };
      this.live.push(last);
      if (this.live.length > DAY_MS / BUCKET_MS + 1) this.live.shift();
    }
    last.high = Math.max(last.high, px);
    last.low = Math.min(last.low, px);
  }

  /** Open, high and low of the 24 h before `nowMs`. */
  range(nowMs: number): { readonly open: number; readonly high: number; readonly low: number } {
    const firstMs = nowMs - DAY_MS - ((nowMs - DAY_MS) % BUCKET_MS);
    const firstLiveMs = this.live[0]?.startMs ?? nowMs;
    let open: number | null = null;
    let high = 0;
    let low = Number.POSITIVE_INFINITY;
    for (let startMs = firstMs; startMs < firstLiveMs; startMs += BUCKET_MS) {
      const bucket = this.pastBucket(startMs);
      open ??= bucket.open;
      high = Math.max(high, bucket.high);
      low = Math.min(low, bucket.low);
    }
    for (const bucket of this.live) {
      open ??= bucket.open;
      high = Math.max(high, bucket.high);
      low = Math.min(low, bucket.low);
    }
    return { open: open ?? high, high, low };
  }

  private pastBucket(startMs: number): Bucket {
    const found = this.known.get(startMs);
    if (found !== undefined) return found;
    const { open, high, low } = this.past.candle(startMs, BUCKET_MS, 0);
    const made: Bucket = { startMs, open, high, low };
    this.known.set(startMs, made);
    if (this.known.size > DAY_MS / BUCKET_MS + 2) this.known.delete(this.known.keys().next().value as number);
    return made;
  }
}

/** Returns the 24 h figures of one listing; the turnover before the start is the listing's usual one. */
export function dayStatsOf(
  state: ListingState,
  range: DayRange,
  store: CandleStore,
  time: { readonly nowMs: number; readonly startMs: number },
): SimDayStats {
  const { instrument } = state;
  const scale = instrument.pxMultiplier * (1 + state.basisRestBps / 1e4);
  const snap = (px: number): number => Math.max(1, Math.round((px * scale) / instrument.pxTick)) * instrument.pxTick;
  const { open, high, low } = range.range(time.nowMs);
  const lastPx = state.lastTicks * instrument.pxTick;
  const pastShare = Math.max(0, 1 - (time.nowMs - time.startMs) / DAY_MS);
  const quoteUsd = instrument.quoteUsd ?? 1;
  let volumeQuote = (state.temper.dayUsd / quoteUsd) * pastShare;
  for (const hour of store.kept(HOUR_MS)) if (hour.openMs > time.nowMs - DAY_MS) volumeQuote += hour.volumeQuote;
  return {
    openPx: snap(open),
    highPx: Math.max(snap(high), lastPx),
    lowPx: Math.min(snap(low), lastPx),
    lastPx,
    volumeQty: (volumeQuote * instrument.pxMultiplier) / (lastPx * instrument.qtyScale),
    volumeQuote,
    tradeCount: Math.max(1, Math.round((volumeQuote * quoteUsd) / USD_PER_TRADE)),
  };
}
