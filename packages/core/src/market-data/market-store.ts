import {
  err,
  NO_SEQ,
  VENUES,
  type BookResetReason,
  type BookSide,
  type CandleMessage,
  type DepthMessage,
  type DomainError,
  type Instrument,
  type LiquidationMessage,
  type MarketSink,
  type MarkMessage,
  type QuoteMessage,
  type Result,
  type TickerMessage,
  type TradeMessage,
  type Venue,
  type WireScale,
} from '../domain/index.ts';
import { newBookCounters, type BookCounters } from './book-counters.ts';
import { Book } from './book.ts';
import { ListingTerms } from './listing-terms.ts';
import { LiquidationRing, type NormalisedLiquidation } from './liquidation-ring.ts';
import { MarketFigures } from './market-figures.ts';
import { MinuteCandles } from './minute-candles.ts';
import { QuoteCheck } from './quote-check.ts';
import { VenueDelays } from './venue-delays.ts';
import { scaleWith, wireScaleOf } from './wire-scale.ts';

/** A liquidation this much later than the venue's other messages is history: OKX begins a subscription with the last ones. */
const LIQUIDATION_LATE_MS = 30_000;
/** Best prices of an empty side, and of an instrument whose best prices are not known in ticks: no price is either. */
const NO_TICKS = -0x8000_0000;
const UNKNOWN_TICKS = NO_TICKS + 1;

/** An instrument that is left out, and why. */
export interface RejectedInstrument {
  readonly instrument: Instrument;
  readonly error: DomainError;
}

/** What the owner of a store wants to hear of, synchronously. */
export interface MarketStoreListener {
  /** The best bid or ask price changed, or was lost. */
  onTopChanged(ix: number, recvMs: number): void;
  /** The book can't be right and needs a new snapshot from the venue. */
  onResyncNeeded(ix: number): void;
  /** A public trade, in canonical units; called after the figures have moved. */
  onTraded?(ix: number, trade: PublicTrade, recvMs: number): void;
  /** A liquidation that was not heard of before and is no history; called after it was kept. */
  onLiquidation?(event: NormalisedLiquidation): void;
}

/** A public trade as it concerns resting orders. */
export interface PublicTrade {
  readonly px: number;
  readonly qtyBase: number;
  readonly takerSide: 'BUY' | 'SELL';
  readonly atMs: number;
}

export interface MarketStoreOptions {
  readonly listener: MarketStoreListener;
  /** Compares best quotes with books at equal sequence; costs a ring per instrument. */
  readonly isQuoteChecked: boolean;
  /** Highest canonical price to expect, NaN when unknown; decides whether a scale fits. */
  readonly pxMaxOf?: (instrument: Instrument) => number;
}

/**
 * Everything known of the market: books, best prices, marks, candles, liquidations. The single receiver of all feeds.
 *
 * HOT: no allocation per message except for liquidations and closed candles.
 */
export class MarketStore implements MarketSink {
  /** Dense; the index is the `ix` of every message. */
  readonly instruments: readonly Instrument[];
  readonly scales: WireScale[] = [];
  readonly rejected: readonly RejectedInstrument[];
  readonly books: readonly Book[];
  readonly figures: MarketFigures;
  readonly candles: MinuteCandles;
  readonly liquidations: LiquidationRing;
  /** One per instrument, or none at all. */
  readonly quoteChecks: readonly QuoteCheck[];
  private readonly options: MarketStoreOptions;
  private readonly isQuoteChecked: boolean;
  /** Best bid and ask of each instrument, which say sooner than prices whether they moved. */
  private readonly topTicks: Int32Array;
  private readonly venueIx: Uint8Array;
  private readonly tradeWatch: Uint8Array;
  /** What venues change about their listings while they are followed. */
  readonly terms: ListingTerms;
  private readonly delays = new VenueDelays();
  private readonly counters: readonly BookCounters[] = VENUES.map(newBookCounters);

  /** Instruments whose prices do not fit the wire scale are left out and listed in `rejected`. */
  constructor(instruments: readonly Instrument[], options: MarketStoreOptions) {
    this.options = options;
    const accepted: Instrument[] = [];
    const rejected: RejectedInstrument[] = [];
    for (const instrument of instruments) {
      const scale = wireScaleOf(instrument.pxTick, this.wirePxMax(instrument));
      if (!scale.ok) {
        rejected.push({ instrument, error: scale.error });
        continue;
      }
      accepted.push(instrument);
      this.scales.push(scale.value);
    }
    this.instruments = accepted;
    this.rejected = rejected;
    this.books = accepted.map((instrument, ix) => new Book({ ...instrument, ...(this.scales[ix] as WireScale) }));
    this.figures = new MarketFigures(accepted.length);
    const onDropped = (ix: number): void => {
      this.countersOf(ix).queueOverflow += 1;
    };
    this.candles = new MinuteCandles(accepted.length, onDropped);
    this.liquidations = new LiquidationRing(onDropped);
    this.quoteChecks = options.isQuoteChecked ? accepted.map(() => new QuoteCheck()) : [];
    this.isQuoteChecked = options.isQuoteChecked;
    this.topTicks = new Int32Array(accepted.length * 2).fill(UNKNOWN_TICKS);
    this.tradeWatch = new Uint8Array(accepted.length);
    this.terms = new ListingTerms(accepted);
    this.venueIx = Uint8Array.from(accepted, (instrument) => VENUES.indexOf(instrument.venue));
    accepted.forEach((instrument, ix) => {
      if (instrument.fundingIntervalHours !== null) {
        this.figures.fundingIntervalHours[ix] = instrument.fundingIntervalHours;
      }
    });
  }

  onBookSnapshot(ix: number, depth: DepthMessage, recvMs: number): void {
    const book = this.bookOf(ix);
    book.replace(depth, recvMs);
    // WHY: a venue that restarts numbers its books anew, so what moved the best prices before is no measure.
    this.figures.topSeq[ix] = NO_SEQ;
    this.figures.topVenueMs[ix] = Number.NaN;
    this.afterDepth(ix, book, depth, recvMs);
  }

  onBookDelta(ix: number, depth: DepthMessage, recvMs: number): void {
    const book = this.bookOf(ix);
    if (book.resetReason !== null) return;
    book.apply(depth, recvMs);
    this.afterDepth(ix, book, depth, recvMs);
  }

  onBookReset(ix: number, reason: BookResetReason, recvMs: number): void {
    const book = this.bookOf(ix);
    book.reset(reason);
    this.countersOf(ix).resets[reason] += 1;
    this.quoteChecks[ix]?.onReset();
    this.figures.clearTop(ix);
    this.forgetTop(ix);
    this.figures.markDirty(ix);
    this.options.listener.onTopChanged(ix, recvMs);
  }

  onScaleRaised(ix: number, scale: WireScale): boolean {
    return this.rescale(ix, scale.pxDecimals).ok;
  }

  /**
   * Reads the prices of one instrument with other decimals from now on; its book is empty until the next snapshot.
   *
   * @errors INSTRUMENT_UNREPRESENTABLE when prices would not fit an int32; then nothing changes.
   */
  rescale(ix: number, pxDecimals: number): Result<WireScale, DomainError> {
    const book = this.bookOf(ix);
    const scale = scaleWith(pxDecimals, this.wirePxMax(this.instruments[ix] as Instrument));
    if (!scale.ok) return err(scale.error);
    this.scales[ix] = scale.value;
    book.rescale(pxDecimals);
    this.forgetTop(ix);
    return scale;
  }

  onBookAlive(ix: number, venueMs: number, recvMs: number): void {
    const book = this.bookOf(ix);
    if (book.resetReason === null) book.touch(venueMs, recvMs);
  }

  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    const { figures } = this;
    const book = this.bookOf(ix);
    this.delays.sample(this.venueIx[ix] as number, quote, recvMs);
    if (this.isQuoteChecked) this.quoteChecks[ix]?.onQuote(quote);
    if (this.isOlderThanTop(ix, quote.seq, quote.venueMs)) return;
    figures.bidQtyBase[ix] = book.toBase(quote.bidQty);
    figures.askQtyBase[ix] = book.toBase(quote.askQty);
    figures.topSeq[ix] = quote.seq;
    figures.topVenueMs[ix] = quote.venueMs;
    figures.quoteRecvMs[ix] = recvMs;
    figures.touch(ix, quote.venueMs, recvMs);
    if (this.moveTop(ix, book, quote.bidTicks, quote.askTicks)) this.options.listener.onTopChanged(ix, recvMs);
  }

  onTrade(ix: number, trade: TradeMessage, recvMs: number): void {
    const book = this.bookOf(ix);
    const px = book.toPx(trade.pxTicks);
    this.figures.lastPx[ix] = px;
    this.figures.tradedMs[ix] = recvMs;
    this.figures.touch(ix, trade.venueMs, recvMs);
    const atMs = Number.isNaN(trade.venueMs) ? recvMs : trade.venueMs;
    const qtyBase = book.toBase(trade.qty);
    this.candles.onTrade(ix, px, qtyBase, atMs);
    if (this.tradeWatch[ix] === 1)
      this.options.listener.onTraded?.(ix, { px, qtyBase, takerSide: trade.takerSide, atMs }, recvMs);
  }

  /** Chooses whether trades of an instrument are told; off by default, for most are nobody's business. */
  watchTrades(ix: number, isWatched: boolean): void {
    this.tradeWatch[ix] = isWatched ? 1 : 0;
  }

  onMark(ix: number, mark: MarkMessage, recvMs: number): void {
    this.figures.applyMark(ix, mark, this.instrumentOf(ix).pxDivisor);
    if (!Number.isNaN(mark.markPx)) this.figures.markRecvMs[ix] = recvMs;
    this.figures.touch(ix, mark.venueMs, recvMs);
  }

  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void {
    this.figures.applyTicker(ix, ticker, this.instrumentOf(ix).pxDivisor);
    this.figures.touch(ix, ticker.venueMs, recvMs);
  }

  onCandle(ix: number, candle: CandleMessage, _recvMs: number): void {
    const { pxDivisor, qtyScale } = this.instrumentOf(ix);
    this.candles.onVenueCandle(ix, candle, pxDivisor, qtyScale);
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void {
    const { pxDivisor, qtyScale } = this.instrumentOf(ix);
    const px = liquidation.px / pxDivisor;
    const qtyBase = liquidation.qty * qtyScale;
    this.addLiquidation({
      ix,
      liquidatedSide: liquidation.liquidatedSide,
      px,
      qtyBase,
      usd: px * qtyBase,
      isLowerBound: liquidation.isLowerBound,
      isInferred: false,
      venueMs: liquidation.venueMs,
      recvMs,
    });
  }

  /** Keeps a liquidation, also an inferred one, unless it was heard of before; then tells it, unless it is history. */
  addLiquidation(event: NormalisedLiquidation): void {
    if (!this.liquidations.add(event)) return;
    const usualMs = this.delays.newestMsAt(this.venueIx[event.ix] as number);
    if (event.recvMs - event.venueMs - usualMs > LIQUIDATION_LATE_MS) this.countersOf(event.ix).lateLiquidations += 1;
    else this.options.listener.onLiquidation?.(event);
  }

  onTrading(ix: number, isTrading: boolean, recvMs: number): void {
    if (this.terms.setPushed(ix, isTrading, recvMs)) this.figures.markDirty(ix);
  }

  // The port fixes these five arguments.
  readLevels(ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number {
    const book = this.bookOf(ix);
    return (side === 'bid' ? book.bids : book.asks).read(count, ticks, qty);
  }

  /** Tells whether the venue lets the instrument trade now: as listed, or as told since. */
  isTrading(ix: number): boolean {
    return this.terms.isTrading(ix);
  }

  /** Sets a venue's clock minus ours, in ms. */
  setClockOffset(venue: Venue, offsetMs: number): void {
    this.delays.setOffset(venue, offsetMs);
  }

  /** Returns a venue's clock minus ours in ms; NaN before it was measured. */
  clockOffsetMs(venue: Venue): number {
    return this.delays.offsetMsAt(VENUES.indexOf(venue));
  }

  /** Returns the clock offset of an instrument's venue, as `clockOffsetMs`. */
  clockOffsetMsAt(ix: number): number {
    return this.delays.offsetMsAt(this.venueIx[ix] as number);
  }

  /** Returns the delay of the last depth message, the venue's clock offset removed where known; NaN without venue times. */
  depthDelayMs(ix: number): number {
    const offsetMs = this.clockOffsetMsAt(ix);
    return this.bookOf(ix).rawDelayMs + (Number.isNaN(offsetMs) ? 0 : offsetMs);
  }

  /** Returns the median delay of a venue's last messages in ms; null while unknown or while the clock offset is. */
  medianDelayMs(venue: Venue): number | null {
    return this.delays.medianMs(venue);
  }

  /** Returns the counters of a venue's books. */
  bookCounters(venue: Venue): Readonly<BookCounters> {
    return this.counters[VENUES.indexOf(venue)] as BookCounters;
  }

  private afterDepth(ix: number, book: Book, depth: DepthMessage, recvMs: number): void {
    const { figures } = this;
    const { lastSeq, venueMs } = depth;
    if (book.isCrossed) {
      this.countersOf(ix).crossed += 1;
      this.onBookReset(ix, 'crossed', recvMs);
      this.options.listener.onResyncNeeded(ix);
      return;
    }
    this.delays.sample(this.venueIx[ix] as number, depth, recvMs);
    if (this.isQuoteChecked) this.quoteChecks[ix]?.onBook(book);
    if (!Number.isNaN(venueMs)) figures.venueMs[ix] = venueMs;
    figures.recvMs[ix] = recvMs;
    figures.markDirty(ix);
    // WHY: as isOlderThanTop, whose numbers would be put into objects for the call.
    const topSeq = figures.topSeq[ix] as number;
    const isBySeq = lastSeq !== NO_SEQ && topSeq !== NO_SEQ;
    if (isBySeq ? lastSeq < topSeq : venueMs < (figures.topVenueMs[ix] as number)) return;
    const { asks, bids } = book;
    book.writeBestQty(ix, figures.bidQtyBase, figures.askQtyBase);
    figures.topSeq[ix] = lastSeq;
    figures.topVenueMs[ix] = venueMs;
    const bidTicks = bids.isEmpty ? NO_TICKS : bids.bestTicks;
    const askTicks = asks.isEmpty ? NO_TICKS : asks.bestTicks;
    if (this.moveTop(ix, book, bidTicks, askTicks)) this.options.listener.onTopChanged(ix, recvMs);
  }

  /** Notes the best prices; true when one of them is another than before. */
  private moveTop(ix: number, book: Book, bidTicks: number, askTicks: number): boolean {
    const { figures, topTicks } = this;
    const at = ix * 2;
    if (topTicks[at] === bidTicks && topTicks[at + 1] === askTicks) return false;
    topTicks[at] = bidTicks;
    topTicks[at + 1] = askTicks;
    const bidPx = bidTicks === NO_TICKS ? Number.NaN : book.toPx(bidTicks);
    const askPx = askTicks === NO_TICKS ? Number.NaN : book.toPx(askTicks);
    // WHY: the first prices after a change of scale may be the same ones in other ticks.
    if (Object.is(figures.bidPx[ix], bidPx) && Object.is(figures.askPx[ix], askPx)) return false;
    figures.bidPx[ix] = bidPx;
    figures.askPx[ix] = askPx;
    return true;
  }

  private forgetTop(ix: number): void {
    this.topTicks.fill(UNKNOWN_TICKS, ix * 2, ix * 2 + 2);
  }

  /** Sequences decide where both have one, then venue times; without either the last to arrive is the newest. */
  private isOlderThanTop(ix: number, seq: number, venueMs: number): boolean {
    const topSeq = this.figures.topSeq[ix] as number;
    if (seq !== NO_SEQ && topSeq !== NO_SEQ) return seq < topSeq;
    return venueMs < (this.figures.topVenueMs[ix] as number);
  }

  private wirePxMax(instrument: Instrument): number {
    return (this.options.pxMaxOf?.(instrument) ?? Number.NaN) * instrument.pxDivisor;
  }

  private countersOf(ix: number): BookCounters {
    return this.counters[this.venueIx[ix] as number] as BookCounters;
  }

  private instrumentOf(ix: number): Instrument {
    const instrument = this.instruments[ix];
    if (instrument === undefined) throw new Error(`Invariant: no instrument with index ${ix}`);
    return instrument;
  }

  private bookOf(ix: number): Book {
    const book = this.books[ix];
    if (book === undefined) throw new Error(`Invariant: no book with index ${ix}`);
    return book;
  }
}
