import { Literal, PlainBytes } from '../../kit/index.ts';
import { readSpotBook } from './change-rows.ts';
import { ChangeTemplate } from './change-template.ts';
import type { DecoderState } from './decoder-state.ts';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const CLOSE_OBJECT = 125;
const LETTER_B = 98;
const LETTER_C = 99;
const LETTER_E = 101;
const LETTER_M = 109;
const LETTER_O = 111;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_Y = 121;
const NS_DIGITS = 6;
/** Where `{"to…`, `{"ty…` and `{"da…` differ. */
const TELLING_AT = 3;
const FUTURES_NAME_AT = 'contractMarket/'.length;
const SPOT_NAME_AT = 'market/'.length;

const TOPIC_FIRST = new Literal('{"topic":"/');
const TYPE_FIRST = new Literal('{"type":"message","topic":"/');
const DATA_FIRST = new Literal('{"data":{');
const TAIL_TYPE = new Literal('","type":"message"}');
const DATA = new Literal('"data":{');
const SN = new Literal('"sn":');

/** What a template reads. */
export const FRAME = { none: 0, depth: 1, quote: 2 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/** A channel and the texts around its data object in each of the three orders. */
interface HotChannel {
  readonly topic: Literal;
  readonly afterTopicFirst: Literal;
  readonly afterTypeFirst: Literal;
  readonly tail: Literal;
}

function hot(topic: string, subject: string): HotChannel {
  return {
    topic: new Literal(`${topic}:`),
    afterTopicFirst: new Literal(`","type":"message","subject":"${subject}",`),
    afterTypeFirst: new Literal(`","subject":"${subject}",`),
    tail: new Literal(`,"subject":"${subject}","topic":"/${topic}:`),
  };
}

const FUTURES_BOOK = hot('contractMarket/level2', 'level2');
const FUTURES_QUOTE = hot('contractMarket/tickerV2', 'tickerV2');
const SPOT_BOOK = hot('market/level2', 'trade.l2update');
const SPOT_QUOTE = hot('market/ticker', 'trade.ticker');

const L = {
  symbol: new Literal('"symbol":"'),
  nextSequence: new Literal('","sequence":'),
  bidSize: new Literal(',"bestBidSize":'),
  bidPrice: new Literal(',"bestBidPrice":"'),
  askPrice: new Literal('","bestAskPrice":"'),
  askSize: new Literal('","bestAskSize":'),
  ts: new Literal(',"ts":'),
  ask: new Literal('"bestAsk":"'),
  askSizeText: new Literal('","bestAskSize":"'),
  bid: new Literal('","bestBid":"'),
  bidSizeText: new Literal('","bestBidSize":"'),
  price: new Literal('","price":"'),
  sequenceText: new Literal('","sequence":"'),
  size: new Literal('","size":"'),
  time: new Literal('","time":'),
};

/**
 * Reads changes of books and best quotes that are written exactly as KuCoin writes them, in the three orders of its envelope, into the
 * state's messages. HOT: the first tier. Anything else gives `none`, and the readers behind start over.
 */
export class FrameTemplate {
  ix = -1;
  private readonly scan = new PlainBytes();
  private readonly change: ChangeTemplate;
  private readonly state: DecoderState;
  private symbolStart = 0;
  private symbolEnd = 0;

  constructor(state: DecoderState) {
    this.state = state;
    this.change = new ChangeTemplate(state);
  }

  /** Returns what was read, with `ix` its instrument; a frame must end exactly where it should. */
  read(bytes: Buffer, start: number, end: number): FrameKind {
    const { scan } = this;
    scan.start(bytes, start, end);
    if (this.change.read(scan)) {
      this.ix = this.change.ix;
      return FRAME.depth;
    }
    const telling = bytes[start + TELLING_AT];
    if (telling !== LETTER_O && telling !== LETTER_Y) return this.readDataFirst(start);
    const isTopicFirst = telling === LETTER_O;
    if (!scan.take(isTopicFirst ? TOPIC_FIRST : TYPE_FIRST)) return FRAME.none;
    const channel = channelAt(bytes, scan.pos);
    if (channel === null || !scan.take(channel.topic)) return FRAME.none;
    this.symbolStart = scan.pos;
    this.symbolEnd = scan.seekQuote();
    if (!scan.take(isTopicFirst ? channel.afterTopicFirst : channel.afterTypeFirst)) return FRAME.none;
    if (bytes[scan.pos + 1] === LETTER_S && !this.skipSn()) return FRAME.none;
    if (!scan.take(DATA) || !this.findSymbol()) return FRAME.none;
    const kind = this.readData(channel);
    return scan.isPlain && bytes[scan.pos] === CLOSE_OBJECT && scan.pos + 1 === scan.end ? kind : FRAME.none;
  }

  /** The symbol stands behind the data, but is needed to read them. */
  private readDataFirst(start: number): FrameKind {
    const { scan } = this;
    const { bytes } = scan;
    if (!scan.take(DATA_FIRST)) return FRAME.none;
    const channel = channelOfData(bytes, scan.pos + 1);
    this.symbolEnd = scan.end - TAIL_TYPE.length;
    if (channel === null || !scan.isAt(TAIL_TYPE, this.symbolEnd)) return FRAME.none;
    let at = this.symbolEnd;
    while (at > start && bytes[at - 1] !== COLON && bytes[at - 1] !== QUOTE) at -= 1;
    this.symbolStart = at;
    if (!this.findSymbol()) return FRAME.none;
    const kind = this.readData(channel);
    return scan.isPlain && scan.take(channel.tail) && scan.pos === this.symbolStart ? kind : FRAME.none;
  }

  private findSymbol(): boolean {
    this.ix = this.state.symbols.find(this.scan.bytes, this.symbolStart, this.symbolEnd);
    return this.ix >= 0;
  }

  private skipSn(): boolean {
    const { scan } = this;
    if (!scan.take(SN)) return false;
    scan.readUint();
    scan.pos += 1;
    return scan.bytes[scan.pos - 1] === COMMA;
  }

  /** Reads the data and the bracket that closes them. */
  private readData(channel: HotChannel): FrameKind {
    const { scan } = this;
    const kind = this.readFields(channel);
    scan.pos += 1;
    return scan.bytes[scan.pos - 1] === CLOSE_OBJECT ? kind : FRAME.none;
  }

  private readFields(channel: HotChannel): FrameKind {
    // Read by the change template, if at all.
    if (channel === FUTURES_BOOK) return FRAME.none;
    if (channel === FUTURES_QUOTE) return this.readFuturesQuote();
    if (channel === SPOT_QUOTE) return this.readSpotQuote();
    const symbol = { ix: this.ix, start: this.symbolStart, end: this.symbolEnd };
    return readSpotBook(this.scan, this.state, symbol) ? FRAME.depth : FRAME.none;
  }

  private readFuturesQuote(): FrameKind {
    const { scan } = this;
    const { quote } = this.state;
    const decimals = this.state.decimals[this.ix]!;
    scan.expect(L.symbol);
    scan.expectSame(this.symbolStart, this.symbolEnd);
    scan.expect(L.nextSequence);
    scan.readUint();
    quote.seq = scan.value;
    scan.expect(L.bidSize);
    scan.readDecimal();
    quote.bidQty = scan.value;
    scan.expect(L.bidPrice);
    quote.bidTicks = scan.readTicks(decimals);
    scan.expect(L.askPrice);
    quote.askTicks = scan.readTicks(decimals);
    scan.expect(L.askSize);
    scan.readDecimal();
    quote.askQty = scan.value;
    scan.expect(L.ts);
    scan.readMs();
    quote.venueMs = scan.value;
    scan.skipDigits(NS_DIGITS);
    return FRAME.quote;
  }

  private readSpotQuote(): FrameKind {
    const { scan } = this;
    const { quote } = this.state;
    const decimals = this.state.decimals[this.ix]!;
    scan.expect(L.ask);
    quote.askTicks = scan.readTicks(decimals);
    scan.expect(L.askSizeText);
    scan.readDecimal();
    quote.askQty = scan.value;
    scan.expect(L.bid);
    quote.bidTicks = scan.readTicks(decimals);
    scan.expect(L.bidSizeText);
    scan.readDecimal();
    quote.bidQty = scan.value;
    scan.expect(L.price);
    scan.readDecimal();
    scan.expect(L.sequenceText);
    scan.readUint();
    quote.seq = scan.value;
    scan.expect(L.size);
    scan.readDecimal();
    scan.expect(L.time);
    scan.readMs();
    quote.venueMs = scan.value;
    return FRAME.quote;
  }
}

/** Returns the channel that the first letters of a topic name, slash left out, let expect. */
function channelAt(bytes: Buffer, pos: number): HotChannel | null {
  if (bytes[pos] === LETTER_C) return bytes[pos + FUTURES_NAME_AT] === LETTER_T ? FUTURES_QUOTE : FUTURES_BOOK;
  if (bytes[pos] !== LETTER_M) return null;
  return bytes[pos + SPOT_NAME_AT] === LETTER_T ? SPOT_QUOTE : SPOT_BOOK;
}

/** Returns the channel that the first key of the data, quote left out, lets expect. */
function channelOfData(bytes: Buffer, pos: number): HotChannel | null {
  if (bytes[pos] === LETTER_S) return bytes[pos + 1] === LETTER_E ? FUTURES_BOOK : FUTURES_QUOTE;
  if (bytes[pos] === LETTER_B) return SPOT_QUOTE;
  return bytes[pos] === LETTER_C ? SPOT_BOOK : null;
}
