import { NO_SEQ } from '@riptide/core/domain';
import { takerSideOf } from '../enums.ts';
import { clearMark, clearTicker, isRecord, numberOf, type JsonRecord } from '../../kit/index.ts';
import type { DecoderState } from '../extra/decoder-state.ts';
import { epochMsOf } from '../extra/epoch-ms.ts';
import { parseFrame, TickReader, type RareOutcome } from '../extra/slow-values.ts';
import { readUnified } from '../extra/unified.ts';
import { controlOf } from '../extra/control.ts';
import { RARE_TOPICS, TOPICS } from './wire.ts';

/** One push as the readers of this file get it. */
interface Push {
  readonly ix: number;
  readonly data: JsonRecord;
  readonly recvMs: number;
}

type Reader = (push: Push) => boolean;

/** Where a candle row carries volume and turnover. */
interface CandleLayout {
  readonly volumeAt: number;
  readonly turnoverAt: number | null;
}

/**
 * Reads by JSON.parse what the byte reader leaves: control frames, rare channels, unified frames, unknown things, and hot frames
 * with unusual numbers (exponents, missing sides, prices beyond int32).
 */
export class RareReader {
  private readonly state: DecoderState;
  private readonly ticks = new TickReader();
  private readonly readers: Readonly<Record<string, Reader>>;

  constructor(state: DecoderState) {
    this.state = state;
    const partialBook: Reader = (push) => this.readBook(push, true, push.data['timestamp'] ?? push.data['ts']);
    this.readers = {
      [TOPICS.spotLevel2]: (push) => this.readSpotLevel2(push),
      [TOPICS.futuresLevel2]: (push) => this.readFuturesLevel2(push),
      [TOPICS.spotDepth5]: partialBook,
      [TOPICS.spotDepth50]: partialBook,
      [TOPICS.futuresDepth5]: partialBook,
      [TOPICS.futuresDepth50]: partialBook,
      [RARE_TOPICS.spotLevel2Snapshot]: (push) => this.readBook(push, true, push.data['time']),
      [TOPICS.spotTicker]: (push) => this.readTicker(push, 'bestBid', 'bestAsk', true),
      [TOPICS.futuresTicker]: (push) => this.readTicker(push, 'bestBidPrice', 'bestAskPrice', true),
      [TOPICS.futuresTickerV1]: (push) => this.readTicker(push, 'bestBidPrice', 'bestAskPrice', false),
      [RARE_TOPICS.spotLevel1]: (push) => this.readLevel1(push),
      [TOPICS.spotMatch]: (push) => this.readTrade(push, push.data['time']),
      [TOPICS.futuresExecution]: (push) => this.readTrade(push, push.data['ts']),
      [TOPICS.futuresInstrument]: (push) => this.readMark(push),
      [TOPICS.futuresSnapshot]: (push) => this.readFuturesSnapshot(push),
      [TOPICS.spotSnapshot]: (push) => this.readSpotSnapshot(push),
      [RARE_TOPICS.spotCandles]: (push) => this.readCandle(push, { volumeAt: 5, turnoverAt: 6 }),
      // Element 5 is wrong at the source, and no other carries the turnover.
      [RARE_TOPICS.futuresCandles]: (push) => this.readCandle(push, { volumeAt: 6, turnoverAt: null }),
      [RARE_TOPICS.futuresCandlesOld]: (push) => this.readOldCandle(push),
    };
  }

  /** Reads one frame and counts it in exactly one of slow, control, malformed, unknown. */
  read(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters, out } = this.state;
    const frame = parseFrame(bytes.toString('utf8', start, end));
    if (frame === null) {
      counters.malformed += 1;
      return;
    }
    const isUnified = typeof frame['T'] === 'string';
    const control = isUnified || typeof frame['topic'] === 'string' ? null : controlOf(frame);
    if (control !== null) {
      counters.control += 1;
      out.onControl(control);
      return;
    }
    this.count(isUnified ? readUnified(this.state, this.ticks, frame, recvMs) : this.readPush(frame, recvMs));
  }

  private count(outcome: RareOutcome): void {
    const { counters } = this.state;
    if (outcome === 'read') counters.slow += 1;
    else if (outcome === 'malformed') counters.malformed += 1;
    else if (outcome === 'off-tick') {
      counters.slow += 1;
      counters.offTick += 1;
    } else counters.unknown += 1;
  }

  private readPush(frame: JsonRecord, recvMs: number): RareOutcome {
    const { symbols, decimals, out } = this.state;
    const { topic, data } = frame;
    if (typeof topic !== 'string' || !isRecord(data)) return 'malformed';
    const colon = topic.indexOf(':');
    const channel = colon < 0 ? topic : topic.slice(0, colon);
    const reader = this.readers[channel];
    if (reader === undefined) return this.readUnread(channel, frame);
    const symbol = symbolOf(channel, topic.slice(colon + 1), frame);
    if (symbol === null) return 'malformed';
    const ix = symbols.findText(symbol);
    if (ix < 0) {
      out.onUnknown('symbol', symbol);
      return 'unknown-symbol';
    }
    this.ticks.start(decimals[ix]!);
    const isRead = reader({ ix, data, recvMs });
    if (this.ticks.offTickDigits === 0) return isRead ? 'read' : 'malformed';
    out.onOffTick(ix, this.ticks.offTickDigits);
    return 'off-tick';
  }

  private readUnread(channel: string, frame: JsonRecord): RareOutcome {
    const { out } = this.state;
    if ((Object.values(RARE_TOPICS) as readonly string[]).includes(channel)) {
      out.onRare(channel, frame);
      return 'read';
    }
    out.onUnknown('channel', channel);
    return 'unknown-channel';
  }

  private get isOnScale(): boolean {
    return this.ticks.offTickDigits === 0;
  }

  private readSpotLevel2({ ix, data, recvMs }: Push): boolean {
    const { depth, rowFloor, out } = this.state;
    const changes = data['changes'];
    depth.reset();
    depth.firstSeq = numberOf(data['sequenceStart']);
    depth.lastSeq = numberOf(data['sequenceEnd']);
    depth.venueMs = epochMsOf(data['time']);
    if (!isRecord(changes) || !Number.isSafeInteger(depth.firstSeq) || !Number.isSafeInteger(depth.lastSeq))
      return false;
    const floor = rowFloor[ix]!;
    if (
      !this.ticks.fillSide(depth, true, changes['bids'], floor) ||
      !this.ticks.fillSide(depth, false, changes['asks'], floor)
    )
      return false;
    if (this.isOnScale) out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readFuturesLevel2({ ix, data, recvMs }: Push): boolean {
    const { depth, out } = this.state;
    const parts = typeof data['change'] === 'string' ? data['change'].split(',') : [];
    const side = takerSideOf(parts[1]);
    depth.reset();
    depth.lastSeq = numberOf(data['sequence']);
    depth.firstSeq = depth.lastSeq;
    depth.venueMs = epochMsOf(data['timestamp']);
    if (parts.length !== 3 || side === null || !Number.isSafeInteger(depth.lastSeq)) return false;
    if (!this.ticks.fillSide(depth, side === 'BUY', [[parts[0], parts[2]]])) return false;
    if (this.isOnScale) out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readBook({ ix, data, recvMs }: Push, isSnapshot: boolean, time: unknown): boolean {
    const { depth, out } = this.state;
    depth.reset();
    if (data['sequence'] !== undefined) depth.lastSeq = numberOf(data['sequence']);
    depth.firstSeq = depth.lastSeq;
    depth.venueMs = epochMsOf(time);
    if (!Number.isSafeInteger(depth.lastSeq) || !('bids' in data || 'asks' in data)) return false;
    if (!this.ticks.fillSide(depth, true, data['bids']) || !this.ticks.fillSide(depth, false, data['asks']))
      return false;
    if (this.isOnScale) out.onDepth(ix, isSnapshot, depth, recvMs);
    return true;
  }

  private readTicker({ ix, data, recvMs }: Push, bidKey: string, askKey: string, hasBookSeq: boolean): boolean {
    if (!(bidKey in data) || !(askKey in data)) return false;
    const { quote } = this.state;
    const seq = numberOf(data['sequence']);
    quote.seq = hasBookSeq && Number.isSafeInteger(seq) ? seq : NO_SEQ;
    quote.venueMs = epochMsOf(data['time'] ?? data['Time'] ?? data['ts']);
    return this.emitQuote(ix, [data[bidKey], data['bestBidSize'], data[askKey], data['bestAskSize']], recvMs);
  }

  /** `{asks:[price,size],bids:[price,size],timestamp}`. */
  private readLevel1({ ix, data, recvMs }: Push): boolean {
    const { bids, asks } = data;
    if (!Array.isArray(bids) || !Array.isArray(asks)) return false;
    this.state.quote.seq = NO_SEQ;
    this.state.quote.venueMs = epochMsOf(data['timestamp']);
    return this.emitQuote(ix, [bids[0], bids[1], asks[0], asks[1]], recvMs);
  }

  /** A side the venue leaves empty becomes price and size 0. */
  private emitQuote(ix: number, values: readonly [unknown, unknown, unknown, unknown], recvMs: number): boolean {
    const { quote, out } = this.state;
    const [bidPx, bidQty, askPx, askQty] = values;
    quote.bidTicks = isNothing(bidPx) ? 0 : this.ticks.ticks(bidPx);
    quote.bidQty = isNothing(bidPx) ? 0 : numberOf(bidQty);
    quote.askTicks = isNothing(askPx) ? 0 : this.ticks.ticks(askPx);
    quote.askQty = isNothing(askPx) ? 0 : numberOf(askQty);
    if (
      !Number.isFinite(quote.bidTicks) ||
      !Number.isFinite(quote.askTicks) ||
      !(quote.bidQty >= 0) ||
      !(quote.askQty >= 0)
    )
      return false;
    if (this.isOnScale) out.onQuote(ix, quote, recvMs);
    return true;
  }

  private readTrade({ ix, data, recvMs }: Push, time: unknown): boolean {
    const { trade, out } = this.state;
    const takerSide = takerSideOf(data['side']);
    trade.pxTicks = this.ticks.ticks(data['price']);
    trade.qty = numberOf(data['size']);
    trade.tradeId = isNothing(data['tradeId']) ? '' : String(data['tradeId']);
    trade.venueMs = epochMsOf(time);
    if (takerSide === null || !Number.isFinite(trade.pxTicks) || !(trade.qty > 0)) return false;
    if (this.isOnScale && trade.pxTicks === 0) return false;
    trade.takerSide = takerSide;
    if (this.isOnScale) out.onTrade(ix, trade, recvMs);
    return true;
  }

  private readMark({ ix, data, recvMs }: Push): boolean {
    const { mark, out } = this.state;
    clearMark(mark);
    mark.markPx = numberOf(data['markPrice']);
    mark.indexPx = numberOf(data['indexPrice']);
    mark.fundingRateFrac = numberOf(data['fundingRate']);
    mark.venueMs = epochMsOf(data['timestamp']);
    if (Number.isNaN(mark.markPx) && Number.isNaN(mark.indexPx) && Number.isNaN(mark.fundingRateFrac)) return false;
    out.onMark(ix, mark, recvMs);
    return true;
  }

  private readFuturesSnapshot({ ix, data, recvMs }: Push): boolean {
    const { ticker, lotsPerVolume, out } = this.state;
    clearTicker(ticker);
    ticker.lastPx = numberOf(data['lastPrice']);
    ticker.openPx = numberOf(data['price24HoursBefore']);
    ticker.highPx = numberOf(data['highPrice']);
    ticker.lowPx = numberOf(data['lowPrice']);
    ticker.changeFrac = numberOf(data['priceChgPct']);
    ticker.volumeQty = numberOf(data['volume']) * lotsPerVolume[ix]!;
    ticker.volumeQuote = numberOf(data['turnover']);
    ticker.venueMs = epochMsOf(data['ts']);
    if (!(ticker.lastPx > 0)) return false;
    out.onTicker(ix, ticker, recvMs);
    return true;
  }

  private readSpotSnapshot({ ix, data, recvMs }: Push): boolean {
    const { ticker, out } = this.state;
    const inner = data['data'];
    if (!isRecord(inner)) return false;
    clearTicker(ticker);
    ticker.lastPx = numberOf(inner['lastTradedPrice']);
    ticker.openPx = numberOf(inner['open']);
    ticker.highPx = numberOf(inner['high']);
    ticker.lowPx = numberOf(inner['low']);
    ticker.changeFrac = numberOf(inner['changeRate']);
    ticker.volumeQty = numberOf(inner['vol']);
    ticker.volumeQuote = numberOf(inner['volValue']);
    ticker.venueMs = epochMsOf(inner['datetime']);
    if (!(ticker.lastPx > 0)) return false;
    if (typeof inner['trading'] === 'boolean') out.onTrading?.(ix, inner['trading'], recvMs);
    out.onTicker(ix, ticker, recvMs);
    return true;
  }

  /** `[s, open, close, high, low, …]`. */
  private readCandle({ ix, data, recvMs }: Push, layout: CandleLayout): boolean {
    const row = data['candles'];
    if (!Array.isArray(row) || row.length <= layout.volumeAt) return false;
    const [seconds, open, close, high, low] = row.map(numberOf) as [number, number, number, number, number];
    this.state.candle.volumeQuote = layout.turnoverAt === null ? Number.NaN : numberOf(row[layout.turnoverAt]);
    return this.emitCandle(ix, [seconds * 1000, open, high, low, close, numberOf(row[layout.volumeAt])], recvMs);
  }

  private readOldCandle({ ix, data, recvMs }: Push): boolean {
    const { open, high, low, close, volume } = data;
    this.state.candle.volumeQuote = Number.NaN;
    return this.emitCandle(
      ix,
      [numberOf(data['time']), numberOf(open), numberOf(high), numberOf(low), numberOf(close), numberOf(volume)],
      recvMs,
    );
  }

  private emitCandle(
    ix: number,
    values: readonly [number, number, number, number, number, number],
    recvMs: number,
  ): boolean {
    if (values.some((value) => !Number.isFinite(value))) return false;
    const { candle, out } = this.state;
    [candle.openMs, candle.open, candle.high, candle.low, candle.close, candle.volumeQty] = values;
    // The venue does not mark the last push of a candle.
    candle.isClosed = false;
    out.onCandle(ix, candle, recvMs);
    return true;
  }
}

/** The symbol a push is about: behind the colon, or inside where the topic names a whole market. */
function symbolOf(channel: string, suffix: string, frame: JsonRecord): string | null {
  if (channel === TOPICS.spotTicker && suffix === 'all')
    return typeof frame['subject'] === 'string' ? frame['subject'] : null;
  if (channel === TOPICS.spotSnapshot) {
    const inner = isRecord(frame['data']) ? frame['data']['data'] : null;
    return isRecord(inner) && typeof inner['symbol'] === 'string' ? inner['symbol'] : null;
  }
  const isCandle =
    channel === RARE_TOPICS.spotCandles ||
    channel === RARE_TOPICS.futuresCandles ||
    channel === RARE_TOPICS.futuresCandlesOld;
  return isCandle ? suffix.slice(0, Math.max(0, suffix.lastIndexOf('_'))) : suffix;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
