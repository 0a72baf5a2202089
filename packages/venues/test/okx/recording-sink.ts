import type {
  CandleMessage,
  DepthMessage,
  FeedSubscription,
  LiquidationMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import type { DecodedSink, FeedControl } from '../../src/kit/index.ts';

/** A depth message as it was handed over, copied. */
export class RecordedDepth {
  readonly ix: number;
  readonly isSnapshot: boolean;
  readonly venueMs: number;
  readonly checksum: number;
  readonly lastSeq: number;
  readonly prevSeq: number;
  private readonly bidLevels: readonly (readonly [number, number])[];
  private readonly askLevels: readonly (readonly [number, number])[];

  constructor(ix: number, isSnapshot: boolean, depth: DepthMessage) {
    this.ix = ix;
    this.isSnapshot = isSnapshot;
    this.venueMs = depth.venueMs;
    this.checksum = depth.checksum;
    this.lastSeq = depth.lastSeq;
    this.prevSeq = depth.prevSeq;
    this.bidLevels = Array.from(
      { length: depth.bidCount },
      (_, at) => [depth.bidTicks[at]!, depth.bidQty[at]!] as const,
    );
    this.askLevels = Array.from(
      { length: depth.askCount },
      (_, at) => [depth.askTicks[at]!, depth.askQty[at]!] as const,
    );
  }

  wireSymbol(subscriptions: readonly FeedSubscription[]): string | undefined {
    return subscriptions[this.ix]?.instrument.wireSymbol;
  }

  bids(subscriptions: readonly FeedSubscription[]): number[][] {
    return this.bidLevels.map(([ticks, qty]) => [ticks / 10 ** subscriptions[this.ix]!.scale.pxDecimals, qty]);
  }

  asks(subscriptions: readonly FeedSubscription[]): number[][] {
    return this.askLevels.map(([ticks, qty]) => [ticks / 10 ** subscriptions[this.ix]!.scale.pxDecimals, qty]);
  }
}

/** Keeps copies of everything a decoder hands over. */
export class RecordingSink implements DecodedSink {
  readonly depths: RecordedDepth[] = [];
  readonly quotes: (QuoteMessage & { ix: number })[] = [];
  readonly trades: (TradeMessage & { ix: number })[] = [];
  readonly marks: (MarkMessage & { ix: number })[] = [];
  readonly tickers: (TickerMessage & { ix: number })[] = [];
  readonly candles: (CandleMessage & { ix: number })[] = [];
  readonly liquidations: (LiquidationMessage & { ix: number })[] = [];
  readonly controls: FeedControl[] = [];
  readonly offTick: { ix: number; digits: number }[] = [];
  readonly unknown: { what: 'channel' | 'symbol'; name: string }[] = [];
  readonly rare: { channel: string; message: Readonly<Record<string, unknown>> }[] = [];

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage, _recvMs: number): void {
    this.depths.push(new RecordedDepth(ix, isSnapshot, depth));
  }

  onQuote(ix: number, quote: QuoteMessage): void {
    this.quotes.push({ ix, ...quote });
  }

  onTrade(ix: number, trade: TradeMessage): void {
    this.trades.push({ ix, ...trade });
  }

  onMark(ix: number, mark: MarkMessage): void {
    this.marks.push({ ix, ...mark });
  }

  onTicker(ix: number, ticker: TickerMessage): void {
    this.tickers.push({ ix, ...ticker });
  }

  onCandle(ix: number, candle: CandleMessage): void {
    this.candles.push({ ix, ...candle });
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage): void {
    this.liquidations.push({ ix, ...liquidation });
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
    const kinds = [
      this.depths,
      this.quotes,
      this.trades,
      this.marks,
      this.tickers,
      this.candles,
      this.liquidations,
      this.rare,
    ];
    return kinds.reduce((sum, kept) => sum + kept.length, 0);
  }
}
