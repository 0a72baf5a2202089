import type { Candle, Timeframe } from '@riptide/core/domain';

const MINUTE_MS = 60_000;
/** Minutes kept per instrument. */
const MINUTES_MAX = 240;

const TIMEFRAME_MS: Readonly<Record<Timeframe, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
};

/** The newest one-minute candles of every instrument as they grow, oldest first. */
export class LiveCandles {
  private readonly byKey = new Map<string, Candle[]>();

  set(key: string, candle: Candle): void {
    const list = this.byKey.get(key);
    if (list === undefined) {
      this.byKey.set(key, [candle]);
      return;
    }
    const at = list.findLastIndex((known) => known.openMs <= candle.openMs);
    if (at >= 0 && list[at]?.openMs === candle.openMs) list[at] = candle;
    else list.splice(at + 1, 0, candle);
    if (list.length > MINUTES_MAX) list.shift();
  }

  of(key: string): readonly Candle[] {
    return this.byKey.get(key) ?? [];
  }

  clear(): void {
    this.byKey.clear();
  }
}

/**
 * Continues history with the live minutes.
 *
 * The newest candle of history keeps its open and volume and takes over what came after; later ones are built from minutes.
 */
export function withLive(
  history: readonly Candle[],
  minutes: readonly Candle[],
  timeframe: Timeframe,
): readonly Candle[] {
  const last = history.at(-1);
  if (last === undefined) return history;
  const widthMs = TIMEFRAME_MS[timeframe];
  const merged = [...history];
  for (const minute of minutes) {
    if (minute.openMs < last.openMs) continue;
    const current = merged.at(-1) ?? last;
    if (minute.openMs < current.openMs + widthMs)
      merged[merged.length - 1] = absorbed(current, minute, current === last || merged.length === history.length);
    else
      merged.push({ ...minute, openMs: last.openMs + Math.floor((minute.openMs - last.openMs) / widthMs) * widthMs });
  }
  return merged;
}

function absorbed(candle: Candle, minute: Candle, isHistory: boolean): Candle {
  return {
    openMs: candle.openMs,
    open: candle.open,
    high: Math.max(candle.high, minute.high),
    low: Math.min(candle.low, minute.low),
    close: minute.close,
    // History already holds the volume of its minutes; at a width of one minute the larger figure is the newer one.
    volumeBase: isHistory ? Math.max(candle.volumeBase, minute.volumeBase) : candle.volumeBase + minute.volumeBase,
  };
}
