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

/** Candles traded since the start, put together per slot of `intervalMs`. */
function liveSlots(store: CandleStore, intervalMs: number): Map<number, SimCandle> {
  const slots = new Map<number, SimCandle>();
  for (const candle of store.kept(intervalMs)) {
    const openMs = candle.openMs - (candle.openMs % intervalMs);
    const before = slots.get(openMs);
    slots.set(openMs, before === undefined ? { ...candle, openMs } : mergeCandles(openMs, before, candle));
  }
  return slots;
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
  const live = liveSlots(store, intervalMs);
  const firstKeptMs = store.kept(intervalMs)[0]?.openMs ?? startMs;
  const lastMs = window.endMs - (window.endMs % intervalMs);
  const count = Math.min(CANDLES_MAX, window.count);
  const out: SimCandle[] = [];
  let close: number | null = null;
  for (let openMs = lastMs - (count - 1) * intervalMs; openMs <= lastMs; openMs += intervalMs) {
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
      return close === null || openMs < firstKeptMs ? null : flat(openMs, close);
    }
    const before = pastPart(openMs);
    return traded === undefined ? before : mergeCandles(openMs, before, traded);
  }

  function pastPart(openMs: number): SimCandle {
    const spanMs = Math.min(intervalMs, startMs - openMs);
    return toWire(past.candle(openMs, spanMs, state.temper.dayUsd), state.instrument, state.basisRestBps);
  }
}

function flat(openMs: number, px: number): SimCandle {
  return { openMs, open: px, high: px, low: px, close: px, volumeQty: 0, volumeQuote: 0, tradeCount: 0 };
}
