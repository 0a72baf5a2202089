import type {
  BookResetReason,
  BookSide,
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarketSink,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
  WireScale,
} from '../domain/index.ts';
import { STAGE, type StageMeter } from '../kernel/index.ts';

/** What happens when a message could not be taken. */
export type OnSinkFault = (ix: number, cause: unknown, recvMs: number) => void;

/**
 * Wraps a sink so that one message it chokes on never stops the feed: the fault goes to `onFault`, the next message is
 * taken as usual. `readLevels` is not guarded; its caller needs to know.
 *
 * HOT: one method for each message, since a shared wrapper would be one call site for all of them and never inlined.
 */
export class GuardedSink implements MarketSink {
  private readonly sink: MarketSink;
  private readonly onFault: OnSinkFault;
  private readonly stages: StageMeter;

  constructor(sink: MarketSink, stages: StageMeter, onFault: OnSinkFault) {
    this.sink = sink;
    this.stages = stages;
    this.onFault = onFault;
  }

  onBookSnapshot(ix: number, depth: DepthMessage, recvMs: number): void {
    this.stages.lap(STAGE.decode);
    try {
      this.sink.onBookSnapshot(ix, depth, recvMs);
      this.stages.taken();
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onBookDelta(ix: number, depth: DepthMessage, recvMs: number): void {
    this.stages.lap(STAGE.decode);
    try {
      this.sink.onBookDelta(ix, depth, recvMs);
      this.stages.taken();
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onBookReset(ix: number, reason: BookResetReason, recvMs: number): void {
    try {
      this.sink.onBookReset(ix, reason, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onScaleRaised(ix: number, scale: WireScale): boolean {
    try {
      return this.sink.onScaleRaised?.(ix, scale) ?? false;
    } catch (e) {
      this.onFault(ix, e, Number.NaN);
      return false;
    }
  }

  onBookAlive(ix: number, venueMs: number, recvMs: number): void {
    try {
      this.sink.onBookAlive(ix, venueMs, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void {
    this.stages.lap(STAGE.decode);
    try {
      this.sink.onQuote(ix, quote, recvMs);
      this.stages.taken();
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onTrade(ix: number, trade: TradeMessage, recvMs: number): void {
    this.stages.lap(STAGE.decode);
    try {
      this.sink.onTrade(ix, trade, recvMs);
      this.stages.taken();
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onMark(ix: number, mark: MarkMessage, recvMs: number): void {
    try {
      this.sink.onMark(ix, mark, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void {
    try {
      this.sink.onTicker(ix, ticker, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onCandle(ix: number, candle: CandleMessage, recvMs: number): void {
    try {
      this.sink.onCandle(ix, candle, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void {
    this.stages.lap(STAGE.decode);
    try {
      this.sink.onLiquidation(ix, liquidation, recvMs);
      this.stages.taken();
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  onTrading(ix: number, isTrading: boolean, recvMs: number): void {
    try {
      this.sink.onTrading?.(ix, isTrading, recvMs);
    } catch (e) {
      this.onFault(ix, e, recvMs);
    }
  }

  readLevels(ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number {
    return this.sink.readLevels(ix, side, count, ticks, qty);
  }
}
