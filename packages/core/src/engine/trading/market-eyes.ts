import {
  DepthLevels,
  instrumentId,
  type DecimalString,
  type Instrument,
  type InstrumentId,
  type Market,
  type OrderSide,
  type Venue,
} from '../../domain/index.ts';
import { toDecimalString, decimal } from '../../domain/index.ts';
import type { MarketStore } from '../../market-data/index.ts';

/** How far a book is walked for the price of an order. */
const WALK_MAX_BPS = 500;
/** A price this exact is money enough for a figure; sizes are never made of it. */
const PX_DIGITS = 12;

/** Assets that count as one dollar. */
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USD']);

/** A best quote, or a mark, that is older says nothing of the price of now. */
const QUOTE_FRESH_MS = 2_000;
/** When none of a venue's books of a market was heard of for so long, none of them is of now: as old as new risk may build upon. */
const BOOKS_SILENT_MS = 2_000;
const MARK_FRESH_MS = 5_000;

/** The best price known of an instrument, and what told it. */
export interface FreshPx {
  readonly px: DecimalString;
  readonly by: 'book' | 'quote' | 'mark';
}

/** What a market order of a quantity would get from the book now. */
export interface ExpectedFill {
  readonly avgPx: DecimalString;
  /** Away from the best price; never negative. */
  readonly slippageBps: number;
  /** True when the book shows less than was asked for. */
  readonly isCut: boolean;
}

/** The market as money decisions read it: exact texts of prices, null for everything that is not known. */
export class MarketEyes {
  private readonly store: MarketStore;
  private readonly ixById = new Map<InstrumentId, number>();
  private readonly idsBySymbol = new Map<string, InstrumentId[]>();
  private readonly depth = new DepthLevels();

  constructor(store: MarketStore) {
    this.store = store;
    store.instruments.forEach(({ id, symbol }, ix) => {
      this.ixById.set(id, ix);
      const ids = this.idsBySymbol.get(symbol);
      if (ids === undefined) this.idsBySymbol.set(symbol, [id]);
      else ids.push(id);
    });
  }

  get instruments(): readonly Instrument[] {
    return this.store.instruments;
  }

  ixOf(id: InstrumentId): number | null {
    return this.ixById.get(id) ?? null;
  }

  instrumentOf(id: InstrumentId): Instrument | null {
    const ix = this.ixOf(id);
    return ix === null ? null : (this.store.instruments[ix] ?? null);
  }

  find(venue: Venue, market: Market, symbol: string): Instrument | null {
    return this.instrumentOf(instrumentId(symbol, market, venue));
  }

  instrumentsOf(venue: Venue): readonly Instrument[] {
    return this.store.instruments.filter((instrument) => instrument.venue === venue);
  }

  isBookLive(id: InstrumentId): boolean {
    const ix = this.ixOf(id);
    return ix !== null && this.store.books[ix]?.isLive === true;
  }

  /**
   * Tells whether a book is live and its venue is heard. A quiet book is as good as ever while others of its venue and market move; where
   * none of them does, the feed is silent, though its sockets may be open for seconds more.
   */
  isBookCurrent(id: InstrumentId, nowMs: number): boolean {
    const ix = this.ixOf(id);
    const book = ix === null ? undefined : this.store.books[ix];
    if (book === undefined || !book.isLive) return false;
    if (nowMs - book.recvMs <= BOOKS_SILENT_MS) return true;
    const { venue, kind } = this.store.instruments[ix as number] as Instrument;
    // WHY: looked for only where the book itself is quiet, so that no message pays for it.
    return this.store.books.some(({ isLive, recvMs }, at) => {
      const other = this.store.instruments[at];
      const isPeer = other?.venue === venue && other.kind === kind;
      return isPeer && isLive && nowMs - recvMs <= BOOKS_SILENT_MS;
    });
  }

  /** Returns how old the data of a live book are; null when there is none. */
  bookAgeMs(id: InstrumentId, nowMs: number): number | null {
    const ix = this.ixOf(id);
    const book = ix === null ? undefined : this.store.books[ix];
    if (ix === null || book === undefined || !book.isLive || Number.isNaN(book.recvMs)) return null;
    const delayMs = this.store.depthDelayMs(ix);
    return nowMs - book.recvMs + (delayMs > 0 ? delayMs : 0);
  }

  clockOffsetMs(venue: Venue): number | null {
    return known(this.store.clockOffsetMs(venue));
  }

  latencyMs(venue: Venue): number | null {
    return this.store.medianDelayMs(venue);
  }

  /** Returns the mid of the current book, else that of a best quote of the last 2 s, else a mark of the last 5 s; null when none is as fresh. */
  freshPx(id: InstrumentId, nowMs: number): FreshPx | null {
    const mid = this.isBookCurrent(id, nowMs) ? this.midPx(id) : null;
    if (mid !== null) return { px: mid, by: 'book' };
    const ix = this.ixOf(id);
    if (ix === null) return null;
    const { bidPx, askPx, markPx, quoteRecvMs, markRecvMs } = this.store.figures;
    const isFresh = (atMs: number | undefined, limitMs: number): boolean => nowMs - (atMs ?? Number.NaN) <= limitMs;
    if (isFresh(quoteRecvMs[ix], QUOTE_FRESH_MS)) {
      const px = text(((bidPx[ix] ?? Number.NaN) + (askPx[ix] ?? Number.NaN)) / 2);
      if (px !== null) return { px, by: 'quote' };
    }
    const mark = isFresh(markRecvMs[ix], MARK_FRESH_MS) ? text(markPx[ix] ?? Number.NaN) : null;
    return mark === null ? null : { px: mark, by: 'mark' };
  }

  midPx(id: InstrumentId): DecimalString | null {
    const ix = this.ixOf(id);
    if (ix === null || this.store.books[ix]?.isLive !== true) return null;
    const mid = ((this.store.figures.bidPx[ix] ?? Number.NaN) + (this.store.figures.askPx[ix] ?? Number.NaN)) / 2;
    return text(mid);
  }

  /** The venue's mark price; of spot the mid. */
  markPx(id: InstrumentId): DecimalString | null {
    const ix = this.ixOf(id);
    if (ix === null) return null;
    return text(this.store.figures.markPx[ix] ?? Number.NaN) ?? this.midPx(id);
  }

  /** Returns how far from its reference the venue takes the limit price of an order on this side; null where it told no bound. */
  priceBand(id: InstrumentId, side: OrderSide): { readonly upFrac: number | null; readonly downFrac: number | null } {
    const ix = this.ixOf(id);
    const band = ix === null ? null : this.store.terms.bandOf(ix);
    if (band === null) return { upFrac: null, downFrac: null };
    return side === 'BUY'
      ? { upFrac: band.buyUpFrac, downFrac: band.buyDownFrac }
      : { upFrac: band.sellUpFrac, downFrac: band.sellDownFrac };
  }

  lastPx(id: InstrumentId): DecimalString | null {
    const ix = this.ixOf(id);
    return ix === null ? null : text(this.store.figures.lastPx[ix] ?? Number.NaN);
  }

  fundingOf(id: InstrumentId): { readonly rateFrac: number; readonly nextMs: number } | null {
    const ix = this.ixOf(id);
    if (ix === null) return null;
    const rateFrac = known(this.store.figures.fundingRateFrac[ix] ?? Number.NaN);
    const nextMs = known(this.store.figures.nextFundingMs[ix] ?? Number.NaN);
    return rateFrac === null || nextMs === null ? null : { rateFrac, nextMs };
  }

  /** Returns what an order of `qtyBase` would get from the live book now; null without one. */
  expectedFill(id: InstrumentId, side: OrderSide, qtyBase: number): ExpectedFill | null {
    const levels = this.levels(id, side === 'BUY' ? 'ask' : 'bid');
    const best = levels?.px[0];
    if (levels === null || best === undefined || levels.count === 0) return null;
    let left = qtyBase;
    let quote = 0;
    for (let at = 0; at < levels.count && left > 0; at += 1) {
      const take = Math.min(left, levels.qtyBase[at] as number);
      quote += take * (levels.px[at] as number);
      left -= take;
    }
    const filled = qtyBase - Math.max(0, left);
    if (filled <= 0) return null;
    const avgPx = quote / filled;
    const avgText = text(avgPx);
    if (avgText === null) return null;
    return {
      avgPx: avgText,
      slippageBps: Math.max(0, (Math.abs(avgPx - best) / best) * 1e4),
      isCut: left > qtyBase * 1e-9,
    };
  }

  /** Reads one side of a live book, best first; null when it is not live. Valid until the next call. */
  levels(id: InstrumentId, side: 'bid' | 'ask'): DepthLevels | null {
    const ix = this.ixOf(id);
    const book = ix === null ? undefined : this.store.books[ix];
    if (book === undefined || !book.isLive) return null;
    book.readDepth(side, WALK_MAX_BPS, this.depth);
    return this.depth;
  }

  /** Returns the price of an asset in USD, by the venue's spot book, its perp, or another venue's; null when nobody knows. */
  priceUsd(asset: string, venue: Venue | null = null): DecimalString | null {
    if (DOLLARS.has(asset)) return '1';
    const symbol = `${asset}USDT`;
    const own = venue === null ? [] : this.byVenue(symbol, venue);
    for (const id of [...own, ...(this.idsBySymbol.get(symbol) ?? [])]) {
      const mid = this.midPx(id);
      if (mid !== null) return mid;
    }
    return null;
  }

  private byVenue(symbol: string, venue: Venue): readonly InstrumentId[] {
    return [instrumentId(symbol, 'spot', venue), instrumentId(symbol, 'perp', venue)];
  }
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Returns a price of the books as decimal text, the dust of its float taken off. */
function text(px: number): DecimalString | null {
  if (!Number.isFinite(px) || px <= 0) return null;
  const rounded = Number(px.toPrecision(PX_DIGITS));
  // WHY: a number writes itself with an exponent outside of these bounds, and a decimal never does.
  return rounded >= 1e-6 && rounded < 1e21 ? String(rounded) : toDecimalString(decimal(rounded));
}
