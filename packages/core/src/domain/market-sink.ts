import type {
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
  WireScale,
} from './market-messages.ts';

/** Why a book stopped being usable; each is counted and shown. */
export const BOOK_RESET_REASONS = [
  'not-synced',
  'sequence-gap',
  'checksum-mismatch',
  'crossed',
  'disconnected',
  'silent',
  'venue-reset',
  'off-tick',
] as const;
export type BookResetReason = (typeof BOOK_RESET_REASONS)[number];

export type BookSide = 'bid' | 'ask';

/**
 * Where a feed puts what it read. One implementation, in market-data; called synchronously on the hot thread.
 *
 * `ix` is the dense index of the instrument given at subscription. Messages are only valid during the call.
 * A depth message reaches the sink only after the adapter has verified its sequence.
 */
export interface MarketSink {
  /** Replaces the whole book. */
  onBookSnapshot(ix: number, depth: DepthMessage, recvMs: number): void;
  /** Applies absolute level sizes. Ignored while the book is reset. */
  onBookDelta(ix: number, depth: DepthMessage, recvMs: number): void;
  /** Marks the book unusable until the next snapshot. */
  onBookReset(ix: number, reason: BookResetReason, recvMs: number): void;
  /**
   * Tells with which decimals the feed reads the instrument from now on; called before `onBookReset(ix, 'off-tick')`.
   * The book is empty afterwards. Returns false when prices of that precision cannot be kept: the instrument stays reset.
   */
  onScaleRaised?(ix: number, scale: WireScale): boolean;
  /** Tells that an unchanged book is still alive (heartbeats that carry no level). */
  onBookAlive(ix: number, venueMs: number, recvMs: number): void;
  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void;
  onTrade(ix: number, trade: TradeMessage, recvMs: number): void;
  onMark(ix: number, mark: MarkMessage, recvMs: number): void;
  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void;
  onCandle(ix: number, candle: CandleMessage, recvMs: number): void;
  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void;
  /** Tells that the venue halted an instrument or lets it trade again, where it pushes that; also when nothing changed. */
  onTrading?(ix: number, isTrading: boolean, recvMs: number): void;
  /**
   * Reads up to `count` best levels of one side, best first, and returns how many there were.
   * For integrity checks on the venue's own terms (OKX crc32).
   */
  readLevels(ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number;
}
