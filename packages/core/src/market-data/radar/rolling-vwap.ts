import type { Candle } from '../../domain/index.ts';

const MINUTE_MS = 60_000;
/** Returns of fewer minutes say nothing of the volatility. */
const RETURNS_MIN = 10;
const VOLATILITY_MINUTES = 30;

/** The averages of one instrument; NaN is unknown. */
export interface VwapReading {
  readonly vwapPx: number;
  /** Age of the newest trade of our own; history has none. */
  readonly ageMs: number;
  /** Minutes with trades that it covers. */
  readonly minutes: number;
  /** True while minutes of history are among them. */
  readonly isWarmed: boolean;
  /** Standard deviation of the returns of the last 30 closed minutes; NaN with fewer than 10 returns. */
  readonly volatilityBps: number;
}

const UNKNOWN: VwapReading = {
  vwapPx: Number.NaN,
  ageMs: Number.NaN,
  minutes: 0,
  isWarmed: false,
  volatilityBps: Number.NaN,
};

/**
 * Volume-weighted average prices over the last minutes of our own trades, by instrument. A minute is told by the time of receipt, and
 * the one that runs counts with what it has.
 *
 * HOT: a trade costs three additions; memory is one ring of minutes for each watched instrument.
 */
export class RollingVwap {
  private readonly lookbackMinutes: number;
  private readonly rings: (MinuteRing | undefined)[];

  constructor(count: number, lookbackMinutes = 100) {
    if (!Number.isInteger(lookbackMinutes) || lookbackMinutes < 1) {
      throw new Error(`Invariant: a lookback of ${lookbackMinutes} minutes`);
    }
    this.lookbackMinutes = lookbackMinutes;
    this.rings = Array.from({ length: count }, () => undefined);
  }

  /** Starts to average an instrument; one that is watched already goes on. */
  watch(ix: number): void {
    this.rings[ix] ??= new MinuteRing(this.lookbackMinutes);
  }

  isWatched(ix: number): boolean {
    return this.rings[ix] !== undefined;
  }

  onTraded(ix: number, px: number, qtyBase: number, recvMs: number): void {
    this.rings[ix]?.add(px, qtyBase, recvMs);
  }

  /**
   * Fills minutes of which there is no trade of our own from the venue's one-minute candles, and only closed ones: typical price
   * (high + low + close) / 3 times volume, an approximation that is told as `isWarmed` until it has left the lookback.
   */
  warm(ix: number, candles: readonly Candle[], nowMs: number): void {
    const ring = this.rings[ix];
    if (ring === undefined) return;
    for (const candle of candles) ring.warm(candle, nowMs);
  }

  /** Returns the averages as of now. Changes nothing. */
  read(ix: number, nowMs: number): VwapReading {
    return this.rings[ix]?.read(nowMs) ?? UNKNOWN;
  }
}

/** The minutes of one instrument, each in the slot of its number modulo the lookback and one more for the returns. */
class MinuteRing {
  private readonly lookback: number;
  private readonly size: number;
  private readonly minute: Float64Array;
  private readonly quote: Float64Array;
  private readonly base: Float64Array;
  private readonly close: Float64Array;
  /** 1 where history stands in. */
  private readonly isWarm: Uint8Array;
  private newestMs = Number.NaN;

  constructor(lookback: number) {
    this.lookback = lookback;
    this.size = Math.max(lookback, VOLATILITY_MINUTES + 2);
    this.minute = new Float64Array(this.size).fill(Number.NaN);
    this.quote = new Float64Array(this.size);
    this.base = new Float64Array(this.size);
    this.close = new Float64Array(this.size);
    this.isWarm = new Uint8Array(this.size);
  }

  add(px: number, qtyBase: number, recvMs: number): void {
    if (!(px > 0) || !(qtyBase > 0)) return;
    const minute = Math.floor(recvMs / MINUTE_MS);
    const slot = minute % this.size;
    const held = this.minute[slot] as number;
    // A clock that was set back would put it into a minute long gone.
    if (minute < held) return;
    if (minute !== held || this.isWarm[slot] === 1) this.begin(slot, minute, false);
    this.quote[slot] = (this.quote[slot] as number) + px * qtyBase;
    this.base[slot] = (this.base[slot] as number) + qtyBase;
    this.close[slot] = px;
    this.newestMs = recvMs;
  }

  warm({ openMs, high, low, close, volumeBase }: Candle, nowMs: number): void {
    const minute = Math.floor(openMs / MINUTE_MS);
    const nowMinute = Math.floor(nowMs / MINUTE_MS);
    if (minute >= nowMinute || minute <= nowMinute - this.size || !(close > 0) || !(volumeBase >= 0)) return;
    const slot = minute % this.size;
    const held = this.minute[slot] as number;
    if (minute < held || (minute === held && this.isWarm[slot] === 0)) return;
    this.begin(slot, minute, true);
    this.quote[slot] = ((high + low + close) / 3) * volumeBase;
    this.base[slot] = volumeBase;
    this.close[slot] = close;
  }

  read(nowMs: number): VwapReading {
    const nowMinute = Math.floor(nowMs / MINUTE_MS);
    let quote = 0;
    let base = 0;
    let minutes = 0;
    let isWarmed = false;
    for (let slot = 0; slot < this.size; slot += 1) {
      const minute = this.minute[slot] as number;
      if (!(minute > nowMinute - this.lookback && minute <= nowMinute) || this.base[slot] === 0) continue;
      quote += this.quote[slot] as number;
      base += this.base[slot] as number;
      minutes += 1;
      if (this.isWarm[slot] === 1) isWarmed = true;
    }
    return {
      vwapPx: base > 0 ? quote / base : Number.NaN,
      ageMs: Math.max(0, nowMs - this.newestMs),
      minutes,
      isWarmed,
      volatilityBps: this.volatilityBps(nowMinute),
    };
  }

  /** A minute without trades carries the price on; the running minute is left out. Two passes, so that equal prices give exactly 0. */
  private volatilityBps(nowMinute: number): number {
    const returns: number[] = [];
    let beforePx = Number.NaN;
    for (let minute = nowMinute - VOLATILITY_MINUTES - 1; minute < nowMinute; minute += 1) {
      const slot = minute % this.size;
      const px = this.minute[slot] === minute ? (this.close[slot] as number) : beforePx;
      if (!Number.isNaN(beforePx)) returns.push(px / beforePx - 1);
      beforePx = px;
    }
    if (returns.length < RETURNS_MIN) return Number.NaN;
    const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
    const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    return Math.sqrt(squares / (returns.length - 1)) * 1e4;
  }

  private begin(slot: number, minute: number, isWarm: boolean): void {
    this.minute[slot] = minute;
    this.quote[slot] = 0;
    this.base[slot] = 0;
    this.isWarm[slot] = isWarm ? 1 : 0;
  }
}
