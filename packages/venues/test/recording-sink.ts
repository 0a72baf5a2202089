import type {
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import type { DecodedSink, FeedControl } from '../src/kit/index.ts';

/** One depth message as it was heard, in ticks. */
export interface HeardDepth {
  readonly ix: number;
  readonly isSnapshot: boolean;
  readonly lastSeq: number;
  readonly prevSeq: number;
  readonly venueMs: number;
  readonly checksum: number;
  readonly bids: readonly (readonly [ticks: number, qty: number])[];
  readonly asks: readonly (readonly [ticks: number, qty: number])[];
}

type At<M> = M & { readonly ix: number };

/** Keeps a copy of everything a decoder hands on. */
export class RecordingSink implements DecodedSink {
  readonly depths: HeardDepth[] = [];
  readonly quotes: At<QuoteMessage>[] = [];
  readonly trades: At<TradeMessage>[] = [];
  readonly marks: At<MarkMessage>[] = [];
  readonly tickers: At<TickerMessage>[] = [];
  readonly candles: At<CandleMessage>[] = [];
  readonly liquidations: At<LiquidationMessage>[] = [];
  readonly controls: FeedControl[] = [];
  readonly unknown: { readonly what: 'channel' | 'symbol'; readonly name: string }[] = [];
  readonly rare: { readonly channel: string; readonly message: Readonly<Record<string, unknown>> }[] = [];
  readonly trading: { readonly ix: number; readonly isTrading: boolean }[] = [];
  readonly offTick: { readonly ix: number; readonly digits: number }[] = [];

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage): void {
    this.depths.push({
      ix,
      isSnapshot,
      lastSeq: depth.lastSeq,
      prevSeq: depth.prevSeq,
      venueMs: depth.venueMs,
      checksum: depth.checksum,
      bids: side(depth, true),
      asks: side(depth, false),
    });
  }
  onQuote(ix: number, message: QuoteMessage): void {
    this.quotes.push({ ...message, ix });
  }
  onTrade(ix: number, message: TradeMessage): void {
    this.trades.push({ ...message, ix });
  }
  onMark(ix: number, message: MarkMessage): void {
    this.marks.push({ ...message, ix });
  }
  onTicker(ix: number, message: TickerMessage): void {
    this.tickers.push({ ...message, ix });
  }
  onCandle(ix: number, message: CandleMessage): void {
    this.candles.push({ ...message, ix });
  }
  onLiquidation(ix: number, message: LiquidationMessage): void {
    this.liquidations.push({ ...message, ix });
  }
  onTrading(ix: number, isTrading: boolean): void {
    this.trading.push({ ix, isTrading });
  }
  onControl(control: FeedControl): void {
    this.controls.push(control);
  }
  onOffTick(ix: number, digits: number): void {
    this.offTick.push({ ix, digits });
  }
  onUnknown(what: 'channel' | 'symbol', name: string): void {
    this.unknown.push({ what, name });
  }
  onRare(channel: string, message: Readonly<Record<string, unknown>>): void {
    this.rare.push({ channel, message });
  }

  /** How many messages of any kind were handed on, control frames left out. */
  get count(): number {
    const { depths, quotes, trades, marks, tickers, candles, liquidations, rare } = this;
    const kinds = [depths, quotes, trades, marks, tickers, candles, liquidations, rare];
    return kinds.reduce((sum, kept) => sum + kept.length, 0);
  }
}

function side(depth: DepthMessage, isBid: boolean): (readonly [number, number])[] {
  const [ticks, qty, count] = isBid
    ? [depth.bidTicks, depth.bidQty, depth.bidCount]
    : [depth.askTicks, depth.askQty, depth.askCount];
  return Array.from({ length: count }, (_, i) => [ticks[i]!, qty[i]!] as const);
}

/** Returns levels in ticks as levels in prices of 10^pxDecimals ticks. */
export function inPrices(levels: HeardDepth['bids'], pxDecimals: number): number[][] {
  return levels.map(([ticks, qty]) => [ticks / 10 ** pxDecimals, qty]);
}
