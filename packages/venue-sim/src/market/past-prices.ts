import type { SimAsset } from './assets.ts';
import type { SimCandle } from './model.ts';
import { hashOf } from './seeds.ts';

const MINUTE_MS = 60_000;
const YEAR_MINUTES = 525_960;
/** Wave lengths of the past price: 2 minutes, doubled up to about two years. */
const OCTAVES = 19;
const SUBSAMPLES = 15;

/** A hash of two integers as a number in -1..1. */
function noiseAt(seed: number, index: number): number {
  let mixed = Math.imul(index ^ seed, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2_147_483_648 - 1;
}

/**
 * The price of one asset before the simulation began: a sum of smooth noises whose amplitude grows with the square root of the
 * wave length, as a random walk's does. Any moment can be asked for at once, nothing is stored, and the end meets the start price.
 */
export class PastPrices {
  private readonly seed: number;
  private readonly startMinute: number;
  private readonly startPx: number;
  private readonly amplitude: number;
  private readonly startNoise: number;

  constructor(
    seed: number,
    key: string,
    start: { readonly px: number; readonly atMs: number; readonly volatilityFrac: number },
  ) {
    this.seed = hashOf(seed, `past ${key}`);
    this.startMinute = start.atMs / MINUTE_MS;
    this.startPx = start.px;
    this.amplitude = (start.volatilityFrac / Math.sqrt(YEAR_MINUTES)) * 1.1;
    this.startNoise = this.noise(this.startMinute);
  }

  /** Price at a moment; after the start it stays at the start price. */
  px(atMs: number): number {
    const minute = Math.min(atMs / MINUTE_MS, this.startMinute);
    return this.startPx * Math.exp(this.amplitude * (this.noise(minute) - this.startNoise));
  }

  /**
   * One candle of the past, up to the start of the simulation. `dayQuote` is the usual turnover of 24 h.
   * Open and close of neighbours meet; high and low come from 15 points inside.
   */
  candle(openMs: number, intervalMs: number, dayQuote: number): SimCandle {
    const open = this.px(openMs);
    const close = this.px(openMs + intervalMs);
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    for (let n = 1; n < SUBSAMPLES; n += 1) {
      const px = this.px(openMs + (intervalMs * n) / SUBSAMPLES);
      high = Math.max(high, px);
      low = Math.min(low, px);
    }
    const wiggle = this.amplitude * Math.sqrt(intervalMs / MINUTE_MS) * 0.25;
    high *= 1 + wiggle * Math.abs(noiseAt(this.seed, Math.floor(openMs / MINUTE_MS) * 2));
    low *= 1 - wiggle * Math.abs(noiseAt(this.seed, Math.floor(openMs / MINUTE_MS) * 2 + 1));
    const mood = Math.exp(0.7 * noiseAt(this.seed ^ 0x5bd1e995, Math.floor(openMs / MINUTE_MS)));
    const volumeQuote = ((dayQuote * intervalMs) / 86_400_000) * mood;
    return {
      openMs,
      open,
      high,
      low,
      close,
      volumeQty: volumeQuote / ((high + low) / 2),
      volumeQuote,
      tradeCount: Math.max(1, Math.round(volumeQuote / 900)),
    };
  }

  private noise(minute: number): number {
    let sum = 0;
    let wave = 2;
    for (let octave = 0; octave < OCTAVES; octave += 1) {
      const at = minute / wave;
      const cell = Math.floor(at);
      const share = at - cell;
      const smooth = share * share * (3 - 2 * share);
      const from = noiseAt(this.seed + octave * 7919, cell);
      const to = noiseAt(this.seed + octave * 7919, cell + 1);
      sum += (from + (to - from) * smooth) * Math.sqrt(wave);
      wave *= 2;
    }
    return sum;
  }
}

/** The past of a price that is the ratio of two others. */
export class PastRatio extends PastPrices {
  private readonly base: PastPrices;
  private readonly quote: PastPrices;

  constructor(
    seed: number,
    asset: SimAsset,
    atMs: number,
    parts: { readonly base: PastPrices; readonly quote: PastPrices },
  ) {
    super(seed, asset.key, { px: asset.startPx, atMs, volatilityFrac: asset.volatilityFrac });
    this.base = parts.base;
    this.quote = parts.quote;
  }

  override px(atMs: number): number {
    return this.base.px(atMs) / this.quote.px(atMs);
  }
}
