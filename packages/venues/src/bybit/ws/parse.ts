import { QuoteMessage, type DecodeCounters } from '@riptide/core/domain';
import {
  END_OF_OBJECT,
  JsonCursor,
  NameFinder,
  PlainBytes,
  SymbolTable,
  type DecodedSink,
  type DecoderOptions,
  type FrameDecoder,
} from '../../kit/index.ts';
import { BookTemplate } from '../extra/book-template.ts';
import { BybitRowReader } from '../extra/row-reader.ts';
import { TopLevels } from '../extra/top-levels.ts';
import type { BybitProduct } from '../urls.ts';
import { RareReader } from './rare.ts';
import { CHANNEL, channelOf, KEY, type ChannelId } from './wire.ts';

const DOT = 46;
const OPEN_OBJECT = 123;
const OPEN_ARRAY = 91;
const SNAPSHOT = 115;
const DELTA = 100;
const ONE = 49;
const UNKNOWN_IX = -1;
const DIGITS_MAX = 9;

/** What a book message is of. */
interface BookKind {
  readonly ix: number;
  /** A best quote rather than a book. */
  readonly isTop: boolean;
  readonly isSnapshot: boolean;
}

/**
 * Reads the frames of one public socket: books by byte templates (fast) where they are written as usual, all else key by key (keyed).
 *
 * HOT. A frame is read to its end before anything of it is handed on: one row is kept in its message while the rest of the frame
 * is checked; frames of several rows are read a second time to hand them on. Key order does not matter.
 */
export class BybitDecoder implements FrameDecoder {
  private readonly out: DecodedSink;
  private readonly counters: DecodeCounters;
  private readonly cursor = new JsonCursor();
  private readonly scan = new PlainBytes();
  private readonly book: BookTemplate;
  private readonly rows = new BybitRowReader(this.cursor);
  private readonly tops: TopLevels;
  private readonly quote = new QuoteMessage();
  private readonly rare: RareReader;
  private readonly symbols: SymbolTable;
  private readonly decimals: Uint8Array;
  private channel: ChannelId = CHANNEL.unknown;
  private ix = UNKNOWN_IX;
  private isTop = false;
  private topicStart = 0;
  private topicEnd = 0;
  private channelEnd = 0;
  private symbolStart = 0;
  private type = 0;
  private ts = Number.NaN;
  private cts = Number.NaN;
  private dataAt = -1;
  private isRead = false;
  private isControl = false;

  constructor(options: DecoderOptions<BybitProduct>) {
    const { subscriptions } = options;
    this.out = options.out;
    this.counters = options.counters;
    const names = subscriptions.map(({ instrument, ix }) => [instrument.wireSymbol, ix] as const);
    this.symbols = new SymbolTable(names);
    const size = subscriptions.reduce((most, { ix }) => Math.max(most, ix + 1), 0);
    this.decimals = new Uint8Array(size);
    for (const { ix, scale } of subscriptions) this.decimals[ix] = scale.pxDecimals;
    this.book = new BookTemplate(this.scan, this.symbols, new NameFinder(names, ['","']), this.decimals);
    this.tops = new TopLevels(size);
    this.rare = new RareReader(this.out, this.counters);
  }

  /** Reads the prices of one instrument with other decimals from now on. */
  setDecimals(ix: number, pxDecimals: number): void {
    this.decimals[ix] = pxDecimals;
    this.tops.forget(ix);
  }

  decode(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { scan, book, rows, counters } = this;
    scan.start(bytes, start, end);
    if (!book.read(rows.depth)) return this.decodeByKeys(bytes, start, end, recvMs);
    counters.fast += 1;
    this.emitDepth(book, recvMs);
  }

  private decodeByKeys(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { cursor, counters } = this;
    cursor.reset(bytes, start, end);
    this.readEnvelope();
    if (!cursor.isWhole) counters.malformed += 1;
    else if (this.topicEnd === 0) this.readControl(bytes, start, end);
    else if (this.channel === CHANNEL.unknown) {
      counters.unknown += 1;
      this.out.onUnknown('channel', this.channelName());
    } else if (this.channel === CHANNEL.rare)
      this.rare.readRare(this.channelName(), bytes.toString('utf8', start, end));
    else if (this.ix < 0) {
      counters.unknown += 1;
      this.out.onUnknown('symbol', bytes.toString('latin1', this.symbolStart, this.topicEnd));
    } else this.finish(recvMs);
  }

  private readControl(bytes: Buffer, start: number, end: number): void {
    if (this.isControl) this.rare.readControl(bytes.toString('utf8', start, end));
    else this.counters.malformed += 1;
  }

  /** Reads the top level, and the row on the way where the topic stands before it. */
  private readEnvelope(): void {
    const { cursor } = this;
    this.channel = CHANNEL.unknown;
    this.ix = UNKNOWN_IX;
    this.topicEnd = 0;
    this.type = 0;
    this.ts = Number.NaN;
    this.cts = Number.NaN;
    this.dataAt = -1;
    this.isRead = false;
    this.isControl = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY.topic) this.readTopic();
      else if (key === KEY.data) this.readData();
      else if (key === KEY.ts) this.ts = cursor.readUint();
      else if (key === KEY.cts) this.cts = cursor.readUint();
      else if (key === KEY.type) {
        cursor.readString();
        this.type = cursor.firstByte();
      } else {
        if (key === KEY.op || key === KEY.success || key === KEY.retCode) this.isControl = true;
        cursor.skipValue();
      }
    }
  }

  /** `orderbook.50.BTCUSDT`: channel to the first dot, symbol from the last; a depth of 1 is a best quote. */
  private readTopic(): void {
    const { cursor } = this;
    // Rows may have been read for the first topic: a second one leaves no way to tell.
    if (this.topicEnd > 0) cursor.failed = true;
    if (!cursor.readString()) return;
    const { source, stringStart, stringEnd } = cursor;
    let first = stringStart;
    while (first < stringEnd && source[first] !== DOT) first += 1;
    let last = stringEnd - 1;
    while (last > first && source[last] !== DOT) last -= 1;
    this.topicStart = stringStart;
    this.topicEnd = stringEnd;
    this.channelEnd = first;
    this.symbolStart = Math.min(last + 1, stringEnd);
    this.channel = channelOf(source, stringStart, first);
    if (this.channel === CHANNEL.depth) this.readDepthTopic(source, first, last);
    if (this.channel < CHANNEL.rare) this.ix = this.symbols.find(source, this.symbolStart, stringEnd);
  }

  private readDepthTopic(source: Buffer, first: number, last: number): void {
    this.isTop = last - first === 2 && source[first + 1] === ONE;
    const digit = source[first + 1]! - 48;
    // orderbook.rpi carries other columns.
    if (digit < 0 || digit > 9) this.channel = CHANNEL.rare;
  }

  private readData(): void {
    const { cursor } = this;
    this.dataAt = cursor.position;
    if (this.ix < 0 || this.channel >= CHANNEL.rare) cursor.skipValue();
    else this.readRows(false, 0);
  }

  /** Reads every row; with `isEmitting` hands each one on. A row alone is handed on later, when the frame is known to be sound. */
  private readRows(isEmitting: boolean, recvMs: number): void {
    const { cursor, rows } = this;
    const decimals = this.decimals[this.ix]!;
    this.isRead = true;
    const opening = cursor.source[cursor.position];
    if (opening === OPEN_OBJECT) {
      rows.read(this.channel, decimals);
      if (isEmitting) this.emit(recvMs);
      return;
    }
    if (opening !== OPEN_ARRAY || this.channel === CHANNEL.depth) cursor.failed = true;
    cursor.enterArray();
    while (!cursor.failed && cursor.nextElement()) {
      rows.read(this.channel, decimals);
      if (isEmitting && !cursor.failed) this.emit(recvMs);
    }
  }

  private finish(recvMs: number): void {
    const { cursor, counters } = this;
    if (!this.isRead && this.dataAt >= 0) {
      cursor.seek(this.dataAt);
      this.readRows(false, 0);
    }
    const isTyped = this.channel !== CHANNEL.depth || this.type === SNAPSHOT || this.type === DELTA;
    if (!this.isRead || !cursor.isSound || !isTyped) {
      counters.malformed += 1;
      return;
    }
    counters.keyed += 1;
    if (cursor.offTick) {
      counters.offTick += 1;
      this.out.onOffTick(this.ix, Math.min(DIGITS_MAX, this.decimals[this.ix]! + 1));
      return;
    }
    const isSingle =
      this.channel === CHANNEL.depth || this.channel === CHANNEL.ticker || this.channel === CHANNEL.oldLiquidation;
    if (isSingle) this.emit(recvMs);
    else {
      cursor.seek(this.dataAt);
      this.readRows(true, recvMs);
    }
  }

  private emit(recvMs: number): void {
    const { out, rows, ix } = this;
    switch (this.channel) {
      case CHANNEL.depth:
        // cts is when the matching engine did it; frames of 2023 have ts only.
        rows.depth.venueMs = Number.isNaN(this.cts) ? this.ts : this.cts;
        return this.emitDepth({ ix, isTop: this.isTop, isSnapshot: this.type === SNAPSHOT }, recvMs);
      case CHANNEL.trade:
        rows.trade.tradeId = this.cursor.source.toString('latin1', rows.tradeIdStart, rows.tradeIdEnd);
        return out.onTrade(ix, rows.trade, recvMs);
      case CHANNEL.ticker:
        rows.ticker.venueMs = this.ts;
        rows.mark.venueMs = this.ts;
        if (rows.hasTicker) out.onTicker(ix, rows.ticker, recvMs);
        if (rows.hasMark) out.onMark(ix, rows.mark, recvMs);
        return;
      case CHANNEL.candle:
        return out.onCandle(ix, rows.candle, recvMs);
      case CHANNEL.liquidation:
      case CHANNEL.oldLiquidation:
        rows.liquidation.isLowerBound = this.channel === CHANNEL.oldLiquidation;
        return out.onLiquidation(ix, rows.liquidation, recvMs);
      default:
        throw new Error(`Invariant: channel ${this.channel} is not handed on`);
    }
  }

  private emitDepth({ ix, isTop, isSnapshot }: BookKind, recvMs: number): void {
    const { depth } = this.rows;
    if (!isTop) this.out.onDepth(ix, isSnapshot, depth, recvMs);
    else if (this.tops.apply(ix, isSnapshot, depth, this.quote)) this.out.onQuote(ix, this.quote, recvMs);
  }

  private channelName(): string {
    return this.cursor.source.toString('latin1', this.topicStart, this.channelEnd);
  }
}
