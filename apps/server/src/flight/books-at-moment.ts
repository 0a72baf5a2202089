import { BOOK_RESET_REASONS, decimal, toDecimalString, type DecimalString } from '@riptide/core/domain';
import type { MomentPrices } from '@riptide/core/engine';
import type { BookAtMoment, DepthAtMoment, UnknownPart } from './flight-question.ts';
import type { DepthThen, MarketRead, MarketThen } from './market/read-market.ts';
import type { MarketRow } from './market/row-codec.ts';

/** Where the record ends this much before the moment, nothing was recorded then: batches come ten times a second. */
const GAP_MS = 1_000;
/** So long it may take until what was recorded is on the disk. */
const UNWRITTEN_MS = 2_500;
const PX_DIGITS = 12;

export interface MomentBooks {
  readonly books: readonly BookAtMoment[] | null;
  readonly unknown: readonly UnknownPart[];
}

/** What the books are asked for. */
export interface BooksQuestion {
  readonly atMs: number;
  /** The record whose levels are shown; null: none. */
  readonly seq: number | null;
  /** Time of the question. */
  readonly nowMs: number;
  /** The engine is heard: what is missing at the end of the record may only not be on the disk yet. */
  readonly isEngineUp: boolean;
}

/** Returns the books at a time, or why there are none. */
export function booksAt(read: MarketRead, question: BooksQuestion): MomentBooks {
  const { market, damaged } = read;
  const { atMs, seq, nowMs, isEngineUp } = question;
  if (market === null) return missing(whyNothing(read, atMs));
  const behindMs = atMs - market.recordedMs;
  const isAwaited = isEngineUp && !market.goesOn && nowMs - market.recordedMs <= UNWRITTEN_MS;
  if (behindMs > GAP_MS && !isAwaited) {
    const why = damaged === null ? 'nothing was recorded then' : `${damaged} is torn or damaged there`;
    return missing(`the record of the market breaks off ${Math.round(behindMs / 1_000)} s before the moment: ${why}`);
  }
  const depths = new Map(depthsOf(market.depths, seq).map((depth) => [depth.ix, depth]));
  const books = market.rows.flatMap((row) => bookOf(market, row, depths.get(row.ix)) ?? []);
  books.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { books, unknown: lostLevels(market, seq) };
}

function whyNothing({ sinceMs, damaged }: MarketRead, atMs: number): string {
  if (damaged !== null) return `the market of then can not be read: ${damaged} is torn or damaged`;
  if (sinceMs === null) return 'the market is not recorded, or all of its record was taken away';
  if (sinceMs > atMs)
    return 'the market of then was not recorded, or its record was taken away (48 h and 512 MB by default)';
  return 'the market of then is not on the disk yet';
}

function lostLevels({ losses }: MarketThen, seq: number | null): readonly UnknownPart[] {
  const loss = seq === null ? undefined : losses.find((each) => each.seq <= seq && seq <= each.lastSeq);
  if (loss === undefined) return [];
  const reason = `the levels of ${loss.count} books were not copied at records ${loss.seq} to ${loss.lastSeq}: too many at once`;
  return [{ part: 'depth', reason }];
}

function missing(reason: string): MomentBooks {
  return { books: null, unknown: [{ part: 'books', reason }] };
}

function depthsOf(depths: readonly DepthThen[], seq: number | null): readonly DepthThen[] {
  return seq === null ? [] : depths.filter((depth) => depth.seq <= seq && seq <= depth.lastSeq);
}

function bookOf({ instruments }: MarketThen, row: MarketRow, depth: DepthThen | undefined): BookAtMoment | null {
  const instrument = instruments[row.ix];
  if (instrument === undefined || instrument.market === null) return null;
  const { id, venue, market, symbol } = instrument;
  const { bookState, ...values } = row.values;
  return {
    id,
    venue,
    market,
    symbol,
    atMs: row.atMs,
    bookMs: row.bookMs,
    isLive: bookState === 0,
    resetReason: bookState === 0 ? null : (BOOK_RESET_REASONS[bookState - 1] ?? 'unknown'),
    ...values,
    depth: depth === undefined ? null : shownDepth(depth),
  };
}

function shownDepth({ seq, atMs, bids, asks }: DepthThen): DepthAtMoment {
  return { seq, atMs, bids, asks };
}

/** Returns prices out of books: the venue's mark, else the mid of a live book; dollars of an asset by the first live book of it. */
export function pricesOf(books: readonly BookAtMoment[]): MomentPrices {
  const byId = new Map(books.map((book) => [book.id, book]));
  return {
    markPx: (id) => {
      const book = byId.get(id);
      return book === undefined ? null : (text(book.markPx) ?? midOf(book));
    },
    priceUsd: (asset) => {
      if (asset === 'USDT' || asset === 'USD') return '1';
      for (const book of books) {
        const mid = book.symbol === `${asset}USDT` ? midOf(book) : null;
        if (mid !== null) return mid;
      }
      return null;
    },
  };
}

function midOf({ isLive, bidPx, askPx }: BookAtMoment): DecimalString | null {
  return isLive ? text((bidPx + askPx) / 2) : null;
}

function text(px: number): DecimalString | null {
  if (!Number.isFinite(px) || px <= 0) return null;
  return toDecimalString(decimal(Number(px.toPrecision(PX_DIGITS))));
}
