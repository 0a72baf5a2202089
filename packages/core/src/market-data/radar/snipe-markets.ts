import {
  DepthLevels,
  type BookSide,
  type Candle,
  type Instrument,
  type SnipeMarket,
  type Venue,
} from '../../domain/index.ts';
import type { MarketStore, PublicTrade } from '../market-store.ts';
import { RollingVwap } from './rolling-vwap.ts';

const DEPTH_BPS = 10;
const DAY_MS = 86_400_000;
/** The median of the delays is sorted anew at most this often. */
const DELAY_PERIOD_MS = 1_000;

export interface SnipeMarketsOptions {
  readonly store: MarketStore;
  readonly lookbackMinutes?: number;
}

/**
 * The market around a trigger, read from the store. Only watched instruments have averages; all perps that pay in their quote are watched
 * from the start.
 */
export class SnipeMarkets {
  readonly vwap: RollingVwap;
  private readonly store: MarketStore;
  private readonly levels = new DepthLevels();
  private readonly delays = new Map<Venue, { readonly atMs: number; readonly delayMs: number }>();

  constructor({ store, lookbackMinutes }: SnipeMarketsOptions) {
    this.store = store;
    this.vwap = new RollingVwap(store.instruments.length, lookbackMinutes);
    store.instruments.forEach((instrument, ix) => {
      if (instrument.kind === 'perp' && !instrument.isInverse) this.watch(ix);
    });
  }

  /** Averages an instrument from its trades on; the store tells them from now on. */
  watch(ix: number): void {
    this.vwap.watch(ix);
    this.store.watchTrades(ix, true);
  }

  /** HOT: for the store's listener. */
  onTraded(ix: number, { px, qtyBase }: PublicTrade, recvMs: number): void {
    this.vwap.onTraded(ix, px, qtyBase, recvMs);
  }

  /** Fills in one-minute candles of the venue's history; see `RollingVwap.warm`. */
  warm(ix: number, candles: readonly Candle[], nowMs: number): void {
    this.vwap.warm(ix, candles, nowMs);
  }

  /** Returns the mid of an instrument; NaN without a book of two sides. */
  midPx(ix: number): number {
    const { bidPx, askPx } = this.store.figures;
    return ((bidPx[ix] as number) + (askPx[ix] as number)) / 2;
  }

  /** Returns the market of an instrument as of now; NaN is unknown. Changes nothing that a decision sees. */
  marketOf(ix: number, nowMs: number): SnipeMarket {
    const { store } = this;
    const { figures } = store;
    const instrument = this.instrumentOf(ix);
    const midPx = this.midPx(ix);
    const { vwapPx, ageMs, minutes, isWarmed, volatilityBps } = this.vwap.read(ix, nowMs);
    return {
      instrumentId: instrument.id,
      venue: instrument.venue,
      symbol: instrument.symbol,
      bidPx: figures.bidPx[ix] as number,
      askPx: figures.askPx[ix] as number,
      midPx,
      markPx: figures.markPx[ix] as number,
      bookAgeMs: this.bookAgeMs(ix, nowMs),
      vwapPx,
      vwapAgeMs: ageMs,
      vwapMinutes: minutes,
      isVwapWarmed: isWarmed,
      bidDepthUsd: this.depthUsd(ix, 'bid', midPx),
      askDepthUsd: this.depthUsd(ix, 'ask', midPx),
      volatilityBps,
      fundingRateFrac: figures.fundingRateFrac[ix] as number,
      nextFundingMs: figures.nextFundingMs[ix] as number,
      dayChangeFrac: figures.changeFrac[ix] as number,
      dayQuoteVolume: figures.volumeQuote[ix] as number,
      listedDays: listedDays(instrument, nowMs),
      delayMs: this.delayMs(instrument.venue, nowMs),
    };
  }

  /** A book that was reset has no age. */
  private bookAgeMs(ix: number, nowMs: number): number {
    const book = this.store.books[ix];
    return book?.isLive === true ? Math.max(0, nowMs - book.recvMs) : Number.NaN;
  }

  /** USD of the levels within 10 bps of the mid, as far as `DEPTH_LEVELS_MAX` of them reach; NaN without a mid. */
  private depthUsd(ix: number, side: BookSide, midPx: number): number {
    const book = this.store.books[ix];
    if (book === undefined || Number.isNaN(midPx)) return Number.NaN;
    // The best level lies nearer to the mid than the reach, so levels within the reach of it are all that can count.
    book.readDepth(side, DEPTH_BPS, this.levels);
    const reachPx = (midPx * DEPTH_BPS) / 1e4;
    let usd = 0;
    for (let at = 0; at < this.levels.count; at += 1) {
      const px = this.levels.px[at] as number;
      if (Math.abs(px - midPx) > reachPx) break;
      usd += px * (this.levels.qtyBase[at] as number);
    }
    return usd;
  }

  private delayMs(venue: Venue, nowMs: number): number {
    const known = this.delays.get(venue);
    if (known !== undefined && Math.abs(nowMs - known.atMs) < DELAY_PERIOD_MS) return known.delayMs;
    const delayMs = this.store.medianDelayMs(venue) ?? Number.NaN;
    this.delays.set(venue, { atMs: nowMs, delayMs });
    return delayMs;
  }

  private instrumentOf(ix: number): Instrument {
    const instrument = this.store.instruments[ix];
    if (instrument === undefined) throw new Error(`Invariant: no instrument with index ${ix}`);
    return instrument;
  }
}

function listedDays({ listedMs }: Instrument, nowMs: number): number {
  return listedMs === null ? Number.NaN : Math.floor((nowMs - listedMs) / DAY_MS);
}
