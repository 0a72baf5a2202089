import type { DecodeCounters } from '@riptide/core/domain';
import {
  END_OF_OBJECT,
  JsonCursor,
  keyCode,
  PlainBytes,
  type DecodedSink,
  type DecoderOptions,
  type FrameDecoder,
} from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import { CompactReader, NOT_COMPACT } from '../extra/compact-reader.ts';
import { FrameTemplate, NO_FRAME } from '../extra/frame-template.ts';
import { InstrumentLookup } from '../extra/instrument-lookup.ts';
import * as K from '../extra/keys.ts';
import { PayloadReader } from '../extra/payload-reader.ts';
import { RareReader } from './rare.ts';
import { SummaryReader } from '../extra/summary-reader.ts';
import { VERDICT, type Verdict } from '../extra/verdict.ts';
import { ALL_MARKET_MARK, EVENTS } from './wire.ts';

const OPEN_ARRAY = 91;
const AT_SIGN = 64;
const ALL_MARKET_BYTE = ALL_MARKET_MARK.charCodeAt(0);

const E_DEPTH = keyCode(EVENTS.depth);
const E_QUOTE = keyCode(EVENTS.quote);
const E_TRADE = keyCode(EVENTS.trade);
const E_AGG_TRADE = keyCode(EVENTS.aggTrade);
const E_MARK = keyCode(EVENTS.mark);
const E_TICKER = keyCode(EVENTS.ticker);
const E_MINI_TICKER = keyCode(EVENTS.miniTicker);
const E_CANDLE = keyCode(EVENTS.candle);

/**
 * Reads the frames of one public socket, bare or wrapped by a combined stream, single or in arrays.
 *
 * HOT: three tiers. What has the form the venue prints is read byte by byte; what differs, by key; liquidations, control frames and
 * rare channels, through JSON.parse.
 * A frame is handed on only when it was read to its end without a fault.
 */
export class BinanceDecoder implements FrameDecoder {
  private readonly cursor = new JsonCursor();
  private readonly lookup: InstrumentLookup;
  private readonly payload: PayloadReader;
  private readonly scan = new PlainBytes();
  private readonly template: FrameTemplate;
  private readonly compact: CompactReader;
  private readonly summary: SummaryReader;
  private readonly rare: RareReader;
  private readonly out: DecodedSink;
  private readonly counters: DecodeCounters;
  /** Span of the stream name of the running frame; empty when the frame is bare. */
  private streamStart = 0;
  private streamEnd = 0;
  private bytes: Buffer = Buffer.alloc(0);
  private recvMs = 0;

  constructor(options: DecoderOptions<BinanceProduct>) {
    this.out = options.out;
    this.counters = options.counters;
    this.lookup = new InstrumentLookup(options.subscriptions);
    this.payload = new PayloadReader(this.cursor, this.lookup);
    this.template = new FrameTemplate(this.payload, this.lookup);
    this.compact = new CompactReader(this.scan, this.payload, this.lookup);
    this.summary = new SummaryReader(this.cursor, this.payload);
    this.rare = new RareReader(this.lookup, options.out);
  }

  /** Reads prices of one instrument with other decimals from now on. */
  setDecimals(ix: number, pxDecimals: number): void {
    this.lookup.decimals[ix] = pxDecimals;
  }

  decode(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { scan, payload, out } = this;
    scan.start(bytes, start, end);
    const kind = this.template.read(scan);
    if (kind === NO_FRAME) return this.decodeOther(bytes, start, end, recvMs);
    this.counters.fast += 1;
    if (kind === VERDICT.quote) out.onQuote(payload.ix, payload.quote, recvMs);
    else out.onDepth(payload.ix, false, payload.depth, recvMs);
  }

  /** All but books and quotes in the venue's own spelling. */
  private decodeOther(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { cursor } = this;
    this.bytes = bytes;
    this.recvMs = recvMs;
    this.streamStart = 0;
    this.streamEnd = 0;
    // The template gave up somewhere in the middle.
    this.scan.start(bytes, start, end);
    const verdict = this.compact.read();
    if (verdict !== NOT_COMPACT) {
      this.counters.fast += 1;
      this.hand(verdict);
      return;
    }
    cursor.reset(bytes, start, end);
    if (bytes[start] === OPEN_ARRAY) this.readList(start, end);
    else this.readFrame(start, end);
  }

  /** A wrapped frame, or a bare payload. */
  private readFrame(start: number, end: number): void {
    const { cursor } = this;
    cursor.enterObject();
    const key = cursor.nextKey();
    if (key === K.K_STREAM || key === K.K_DATA) return this.readWrapped(start, end);
    cursor.seek(start);
    const bare = this.readPayload();
    const verdict = cursor.isWhole ? bare : VERDICT.malformed;
    if (verdict === VERDICT.other && this.isWrapped(start)) this.readWrapped(start, end);
    else this.finish(verdict, start, end);
  }

  /** True when a frame that begins with another key names its stream further on. */
  private isWrapped(start: number): boolean {
    const { cursor } = this;
    let isFound = false;
    cursor.seek(start);
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_STREAM) isFound = true;
      cursor.skipValue();
    }
    return isFound;
  }

  private readWrapped(start: number, end: number): void {
    const { cursor } = this;
    let dataAt = -1;
    let verdict: Verdict | null = null;
    cursor.seek(start);
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_STREAM) {
        // Payloads may have been read for the first stream: a second one leaves no way to tell.
        if (this.streamEnd > 0) cursor.failed = true;
        if (!cursor.readString()) break;
        this.streamStart = cursor.stringStart;
        this.streamEnd = cursor.stringEnd;
      } else if (key === K.K_DATA) {
        dataAt = cursor.position;
        if (bytesAt(this.bytes, dataAt) === OPEN_ARRAY || this.streamEnd === 0) cursor.skipValue();
        else verdict = this.readPayload();
      } else cursor.skipValue();
    }
    if (dataAt < 0 || !cursor.isWhole) this.counters.malformed += 1;
    else if (bytesAt(this.bytes, dataAt) === OPEN_ARRAY) this.readList(dataAt, end, start);
    else this.finish(verdict ?? this.readPayloadAt(dataAt), start, end);
  }

  private readPayloadAt(at: number): Verdict {
    this.cursor.seek(at);
    return this.readPayload();
  }

  /** Reads one payload object the cursor stands on. */
  private readPayload(): Verdict {
    const { cursor } = this;
    const at = cursor.position;
    this.payload.begin();
    if (!cursor.enterObject()) return VERDICT.malformed;
    if (cursor.nextKey() === K.K_EVENT) {
      // Some channels put an object or a number under `e`.
      return cursor.readString() ? this.dispatch(this.eventCode()) : VERDICT.malformed;
    }
    cursor.seek(at);
    return this.readUnordered(at);
  }

  /** The event does not come first: looks for it, then for what the keys tell. */
  private readUnordered(at: number): Verdict {
    const { cursor } = this;
    let event = 0;
    let hasQuote = false;
    let hasBook = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_EVENT) {
        if (!cursor.readString()) return VERDICT.malformed;
        event = this.eventCode();
        continue;
      }
      if (key === K.K_A) hasQuote = true;
      else if (key === K.K_LAST_UPDATE_ID) hasBook = true;
      cursor.skipValue();
    }
    const after = cursor.position;
    if (!cursor.isSound) return VERDICT.malformed;
    cursor.seek(at);
    cursor.enterObject();
    if (event !== 0) return this.dispatch(event);
    if (hasBook) return this.payload.readPartial(this.ixOfStream());
    if (hasQuote) return this.payload.readQuote();
    cursor.seek(after);
    return VERDICT.other;
  }

  private dispatch(event: number): Verdict {
    const { payload, summary } = this;
    switch (event) {
      case E_DEPTH:
        return payload.readDepth(this.isPartialStream());
      case E_QUOTE:
        return payload.readQuote();
      case E_TRADE:
        return payload.readTrade(K.K_t);
      case E_AGG_TRADE:
        return payload.readTrade(K.K_a);
      case E_MARK:
        return summary.readMark();
      case E_TICKER:
        return summary.readTicker(false);
      case E_MINI_TICKER:
        return summary.readTicker(true);
      case E_CANDLE:
        return summary.readCandle();
      default:
        while (this.cursor.nextKey() !== END_OF_OBJECT) this.cursor.skipValue();
        return VERDICT.other;
    }
  }

  /** An array of payloads, read only when it is whole. `frameStart` is where the frame around it begins. */
  private readList(at: number, end: number, frameStart = at): void {
    const { cursor } = this;
    cursor.seek(at);
    cursor.skipValue();
    const isSound = at === frameStart ? cursor.isWhole : cursor.isSound;
    if (!isSound) {
      this.counters.malformed += 1;
      return;
    }
    cursor.seek(at);
    cursor.enterArray();
    let worst: Verdict = VERDICT.ticker;
    while (cursor.nextElement()) {
      const verdict = this.readPayload();
      if (!cursor.isSound || verdict >= VERDICT.other) {
        worst = !cursor.isSound ? VERDICT.malformed : verdict;
        break;
      }
      const next = cursor.position;
      this.emit(verdict, frameStart, end);
      cursor.seek(next);
    }
    if (worst === VERDICT.other) this.finish(worst, frameStart, end);
    else if (worst === VERDICT.malformed) this.counters.malformed += 1;
    else this.counters.keyed += 1;
  }

  private finish(verdict: Verdict, start: number, end: number): void {
    const { counters } = this;
    if (!this.cursor.isSound || verdict === VERDICT.malformed) counters.malformed += 1;
    else if (verdict === VERDICT.other) counters[this.rare.read(this.bytes, start, end, this.recvMs)] += 1;
    else if (verdict === VERDICT.unknownSymbol && !this.isAllMarket()) {
      counters.unknown += 1;
      this.emit(verdict, start, end);
    } else {
      counters.keyed += 1;
      this.emit(verdict, start, end);
    }
  }

  private emit(verdict: Verdict, start: number, end: number): void {
    if (!this.cursor.offTick) {
      this.hand(verdict);
      return;
    }
    this.cursor.offTick = false;
    this.out.onOffTick(this.payload.ix, this.rare.priceDigits(this.bytes, start, end));
  }

  private hand(verdict: Verdict): void {
    const { out, payload, summary, recvMs } = this;
    const { ix } = payload;
    if (verdict === VERDICT.quote) out.onQuote(ix, payload.quote, recvMs);
    else if (verdict === VERDICT.depth) out.onDepth(ix, false, payload.depth, recvMs);
    else if (verdict === VERDICT.trade) out.onTrade(ix, payload.trade, recvMs);
    else if (verdict === VERDICT.mark) out.onMark(ix, summary.mark, recvMs);
    else if (verdict === VERDICT.ticker) out.onTicker(ix, summary.ticker, recvMs);
    else if (verdict === VERDICT.snapshot) out.onDepth(ix, true, payload.depth, recvMs);
    else if (verdict === VERDICT.candle) out.onCandle(ix, summary.candle, recvMs);
    else if (verdict === VERDICT.unknownSymbol) out.onUnknown('symbol', this.symbolText());
  }

  private eventCode(): number {
    const { bytes, cursor } = this;
    let code = 17;
    for (let at = cursor.stringStart; at < cursor.stringEnd; at += 1) code = (Math.imul(code, 31) + bytes[at]!) | 0;
    return code === 0 ? 1 : code;
  }

  private isAllMarket(): boolean {
    return this.streamEnd > this.streamStart && this.bytes[this.streamStart] === ALL_MARKET_BYTE;
  }

  private streamMark(): number {
    const { bytes, streamEnd } = this;
    let at = this.streamStart;
    while (at < streamEnd && bytes[at] !== AT_SIGN) at += 1;
    return at;
  }

  /** True for `btcusdt@depth5`, `…@depth20@100ms`: a digit follows the word. */
  private isPartialStream(): boolean {
    const at = this.streamMark() + '@depth'.length;
    if (at >= this.streamEnd) return false;
    const digit = this.bytes[at]! - 48;
    return digit >= 0 && digit <= 9;
  }

  private ixOfStream(): number {
    const { bytes, streamStart, lookup } = this;
    const end = this.streamMark();
    const ix = lookup.byStream.find(bytes, streamStart, end);
    return ix >= 0 ? ix : lookup.bySymbol.find(bytes, streamStart, end);
  }

  /** The name the payload gave, or the one of its stream, as symbols are written; '' when it gave none. */
  private symbolText(): string {
    const { bytes, payload } = this;
    if (payload.symbolEnd > 0) return bytes.toString('utf8', payload.symbolStart, payload.symbolEnd);
    return bytes.toString('utf8', this.streamStart, this.streamMark()).toUpperCase();
  }
}

function bytesAt(bytes: Buffer, at: number): number {
  return bytes[at] as number;
}
