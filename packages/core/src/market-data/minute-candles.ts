import type { CandleMessage } from '../domain/index.ts';

const MINUTE_MS = 60_000;
/** Closed candles kept between two reads; older ones are dropped and counted. */
const CLOSED_MAX = 2048;

/** A one-minute candle in canonical units. */
export interface MinuteCandle {
  readonly ix: number;
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeBase: number;
}

/**
 * Builds one-minute candles from trades; the venue's own candle of the same minute wins, since trades may be
 * followed from the middle of a minute only.
 */
export class MinuteCandles {
  /** Trades of a minute that was already closed: left out. */
  lateTrades = 0;
  private readonly openMs: Float64Array;
  private readonly open: Float64Array;
  private readonly high: Float64Array;
  private readonly low: Float64Array;
  private readonly close: Float64Array;
  private readonly volumeBase: Float64Array;
  private readonly changed: Uint8Array;
  /** 1 while the current minute's volume comes from the venue, so that trades must not be added on top. */
  private readonly venueFed: Uint8Array;
  private closed: MinuteCandle[] = [];
  private readonly onDropped: (ix: number) => void;

  /** `onDropped` hears of every closed candle that was dropped unread. */
  constructor(count: number, onDropped: (ix: number) => void) {
    this.onDropped = onDropped;
    this.openMs = new Float64Array(count).fill(Number.NaN);
    this.open = new Float64Array(count);
    this.high = new Float64Array(count);
    this.low = new Float64Array(count);
    this.close = new Float64Array(count);
    this.volumeBase = new Float64Array(count);
    this.changed = new Uint8Array(count);
    this.venueFed = new Uint8Array(count);
  }

  onTrade(ix: number, px: number, qtyBase: number, atMs: number): void {
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    const currentMs = this.openMs[ix] as number;
    if (minuteMs < currentMs) {
      this.lateTrades += 1;
      return;
    }
    if (minuteMs !== currentMs) this.begin(ix, minuteMs, px);
    if (px > (this.high[ix] as number)) this.high[ix] = px;
    if (px < (this.low[ix] as number)) this.low[ix] = px;
    this.close[ix] = px;
    if (this.venueFed[ix] === 0) this.volumeBase[ix] = (this.volumeBase[ix] as number) + qtyBase;
    this.changed[ix] = 1;
  }

  /** Takes the venue's one-minute candle, given in wire units. Candles of other widths must not be passed in. */
  onVenueCandle(ix: number, candle: CandleMessage, pxDivisor: number, qtyScale: number): void {
    if (Number.isNaN(candle.openMs) || candle.openMs < (this.openMs[ix] as number)) return;
    if (candle.openMs !== this.openMs[ix]) this.begin(ix, candle.openMs, candle.open / pxDivisor);
    this.venueFed[ix] = 1;
    this.open[ix] = candle.open / pxDivisor;
    this.high[ix] = candle.high / pxDivisor;
    this.low[ix] = candle.low / pxDivisor;
    this.close[ix] = candle.close / pxDivisor;
    this.volumeBase[ix] = candle.volumeQty * qtyScale;
    this.changed[ix] = 1;
  }

  /** Returns the candles that changed since the last call, closed ones first. */
  takeChanged(): MinuteCandle[] {
    const taken = this.closed;
    this.closed = [];
    for (let ix = 0; ix < this.changed.length; ix += 1) {
      if (this.changed[ix] === 0) continue;
      this.changed[ix] = 0;
      taken.push(this.read(ix));
    }
    return taken;
  }

  private begin(ix: number, minuteMs: number, px: number): void {
    if (this.changed[ix] !== 0) this.keepClosed(this.read(ix));
    this.openMs[ix] = minuteMs;
    this.open[ix] = px;
    this.high[ix] = px;
    this.low[ix] = px;
    this.close[ix] = px;
    this.volumeBase[ix] = 0;
    this.venueFed[ix] = 0;
  }

  private keepClosed(candle: MinuteCandle): void {
    if (this.closed.length >= CLOSED_MAX) {
      this.onDropped((this.closed.shift() as MinuteCandle).ix);
    }
    this.closed.push(candle);
  }

  private read(ix: number): MinuteCandle {
    return {
      ix,
      openMs: this.openMs[ix] as number,
      open: this.open[ix] as number,
      high: this.high[ix] as number,
      low: this.low[ix] as number,
      close: this.close[ix] as number,
      volumeBase: this.volumeBase[ix] as number,
    };
  }
}
