import { mergeCandles, type CandleStore } from './candle-store.ts';
import type { ListingState } from './listing-state.ts';
import type { SimCandle, SimInstrument } from './model.ts';
import type { PastPrices } from './past-prices.ts';

const CANDLES_MAX = 1_500;

/** What the candles of one listing are made from. */
export interface CandleSources {
  readonly state: ListingState;
  readonly past: PastPrices;
  readonly store: CandleStore;
  /** When the simulation began: before it the past is synthetic, after it candles are what was traded. */
  readonly startMs: number;
}

function toWire(candle: SimCandle, instrument: SimInstrument, basisBps: number): SimCandle {
  const scale = instrument.pxMultiplier * (1 + basisBps / 1e4);
  const snap = (px: number): number => Math.max(1, Math.round((px * scale) / instrument.pxTick)) * instrument.pxTick;
  return {
    ...candle,
    open: snap(candle.open),
    high: snap(candle.high),
    low: snap(candle.low),
    close: snap(candle.close),
    volumeQty: candle.volumeQty / instrument.qtyScale,
  };
}

/** Candles traded from `fromMs` on, put together per slot of `intervalMs`, and the close before them. */
function liveSlots(
  kept: readonly SimCandle[],
  intervalMs: number,
  fromMs: number,
): { readonly slots: ReadonlyMap<number, SimCandle>; readonly closeBefore: number | null } {
  let first = kept.length;
  while (first > 0 && (kept[first - 1] as SimCandle).openMs >= fromMs) first -= 1;
  const slots = new Map<number, SimCandle>();
  for (let at = first; at < kept.length; at += 1) {
    const candle = kept[at] as SimCandle;
    const openMs = candle.openMs - (candle.openMs % intervalMs);
    const before = slots.get(openMs);
    slots.set(openMs, before === undefined ? { ...candle, openMs } : mergeCandles(openMs, before, candle));
  }
  return { slots, closeBefore: kept[first - 1]?.close ?? null };
}

/**
 * Returns up to `count` candles whose open is not after `endMs`, oldest first. A slot without a trade is flat at the last close.
 * Slots that the bounded store has dropped are left out.
 */
export function candlesOf(
  sources: CandleSources,
  intervalMs: number,
  window: { readonly count: number; readonly endMs: number },
): readonly SimCandle[] {
  const { state, past, store, startMs } = sources;
  const kept = store.kept(intervalMs);
  const completeFromMs = store.completeFromMs(intervalMs);
  const lastMs = window.endMs - (window.endMs % intervalMs);
  const count = Math.min(CANDLES_MAX, window.count);
  const firstMs = lastMs - (count - 1) * intervalMs;
  const { slots: live, closeBefore } = liveSlots(kept, intervalMs, firstMs);
  const out: SimCandle[] = [];
  let close = closeBefore ?? pastClose();
  for (let openMs = firstMs; openMs <= lastMs; openMs += intervalMs) {
    const candle = slot(openMs);
    if (candle === null) continue;
    close = candle.close;
    out.push(candle);
  }
  return out;

  function slot(openMs: number): SimCandle | null {
    const traded = live.get(openMs);
    if (openMs >= startMs) {
      if (traded !== undefined) return traded;
      return openMs < completeFromMs ? null : flat(openMs, close);
    }
    const before = pastPart(openMs);
    return traded === undefined ? before : mergeCandles(openMs, before, traded);
  }

  function pastClose(): number {
    return toWire(past.candle(startMs - 1, 1, 0), state.instrument, state.basisRestBps).close;
  }

  function pastPart(openMs: number): SimCandle {
    const spanMs = Math.min(intervalMs, startMs - openMs);
    const dayQuote = state.temper.dayUsd / (state.instrument.quoteUsd ?? 1);
    return toWire(past.candle(openMs, spanMs, dayQuote), state.instrument, state.basisRestBps);
  }
}

function flat(openMs: number, px: number): SimCandle {
  return { openMs, open: px, high: px, low: px, close: px, volumeQty: 0, volumeQuote: 0, tradeCount: 0 };
}
