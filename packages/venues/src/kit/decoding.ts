import type {
  CandleMessage,
  DecodeCounters,
  DepthMessage,
  FeedSubscription,
  Instrument,
  LiquidationMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';

/** What a control frame says. */
export type FeedControl =
  | { readonly kind: 'confirmed-request'; readonly requestId: number }
  | { readonly kind: 'confirmed-topic'; readonly topic: string }
  | { readonly kind: 'unsubscribed-topic'; readonly topic: string }
  | {
      readonly kind: 'rejected-request';
      readonly requestId: number;
      readonly reason: string;
      readonly mayRetry: boolean;
    }
  | { readonly kind: 'rejected-topic'; readonly topic: string; readonly reason: string }
  | { readonly kind: 'welcome' }
  | { readonly kind: 'pong' }
  /** The venue announces something about the connection, e.g. that it will close it for an upgrade. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'error'; readonly reason: string };

/**
 * Where a decoder puts what a frame says, before any sequence is checked.
 * The feed implements it (book-sync, then MarketSink); the case verifier implements it to compare with other projects' readings.
 * Messages are reused: valid only during the call.
 */
export interface DecodedSink {
  /** `isSnapshot`: replaces the book (snapshots, partial books, level-1 snapshots). */
  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage, recvMs: number): void;
  onQuote(ix: number, quote: QuoteMessage, recvMs: number): void;
  onTrade(ix: number, trade: TradeMessage, recvMs: number): void;
  onMark(ix: number, mark: MarkMessage, recvMs: number): void;
  onTicker(ix: number, ticker: TickerMessage, recvMs: number): void;
  onCandle(ix: number, candle: CandleMessage, recvMs: number): void;
  onLiquidation(ix: number, liquidation: LiquidationMessage, recvMs: number): void;
  /** The venue told whether an instrument trades; often what is known already. Left out by sinks that only compare. */
  onTrading?(ix: number, isTrading: boolean, recvMs: number): void;
  /** Rare; allocates. */
  onControl(control: FeedControl): void;
  /** A price finer than the instrument's scale: the message was not handed on. `digits` is how many decimals it has. */
  onOffTick(ix: number, digits: number): void;
  /** A channel or an instrument nobody asked for. */
  onUnknown(what: 'channel' | 'symbol', name: string): void;
  /** A public channel that is known and checked, but that the product does not use. */
  onRare(channel: string, message: Readonly<Record<string, unknown>>): void;
}

/** Reads the frames of one socket. Never throws on what a venue sends: it counts. */
export interface FrameDecoder {
  /** HOT: reads `bytes[start, end)`. Counts every frame in exactly one of keyed, fast, slow, control, malformed, unknown. */
  decode(bytes: Buffer, start: number, end: number, recvMs: number): void;
}

export interface DecoderOptions<Product extends string> {
  readonly product: Product;
  readonly subscriptions: readonly FeedSubscription[];
  readonly out: DecodedSink;
  readonly counters: DecodeCounters;
}

/** Levels as [price, quantity] in wire units, best first as sent. */
export type WireLevels = readonly (readonly [px: number, qty: number])[];

/** What a public REST answer says, in wire units. */
export type RestReading =
  | { readonly kind: 'instruments'; readonly instruments: readonly Instrument[]; readonly skipped: number }
  | {
      readonly kind: 'depth';
      readonly wireSymbol: string | null;
      readonly seq: number;
      /** Absent or NaN when the answer carries no time. */
      readonly venueMs?: number;
      readonly bids: WireLevels;
      readonly asks: WireLevels;
    }
  | {
      readonly kind: 'trades';
      readonly trades: readonly { px: number; qty: number; takerSide: 'BUY' | 'SELL'; id: string; venueMs: number }[];
    }
  | {
      readonly kind: 'candles';
      readonly candles: readonly {
        openMs: number;
        open: number;
        high: number;
        low: number;
        close: number;
        volumeQty: number;
      }[];
    }
  | {
      readonly kind: 'tickers';
      readonly tickers: readonly {
        wireSymbol: string;
        lastPx: number;
        changeFrac: number | null;
        volumeQuote: number | null;
      }[];
    }
  | {
      readonly kind: 'marks';
      readonly marks: readonly {
        wireSymbol: string;
        markPx: number | null;
        indexPx: number | null;
        fundingRateFrac: number | null;
      }[];
    }
  | { readonly kind: 'time'; readonly venueMs: number }
  /** A venue's refusal, read by the venue's own error table. */
  | { readonly kind: 'refusal'; readonly code: string };

/** A venue's rule for the order of depth messages, before anything is applied. `drop`: the book has it. `buffer`: a snapshot is missing. */
export interface FeedSequence {
  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): 'apply' | 'drop' | 'buffer' | 'gap';
  /** Waits for a snapshot from now on. */
  reset(ix: number): void;
  /** Starts from a snapshot that did not come in the stream. */
  startFrom(ix: number, seq: number): void;
}

/** One venue's reading of bytes, without sockets: what the verifiers, benchmarks and replays use. */
export interface VenueDecoding<Product extends string = string> {
  readonly products: readonly Product[];
  createDecoder(options: DecoderOptions<Product>): FrameDecoder;
  /** The feed's own sequence check; `slots` is the highest index plus one. */
  createSequence(product: Product, slots: number): FeedSequence;
  /** Reads a public REST answer by its path (without host); null for endpoints the product does not read. Throws nothing. */
  readRest(path: string, body: unknown): RestReading | null;
}
