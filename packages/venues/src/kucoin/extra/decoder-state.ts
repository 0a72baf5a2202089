import {
  CandleMessage,
  DepthMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
  type DecodeCounters,
  type FeedSubscription,
} from '@riptide/core/domain';
import { NameFinder, SymbolTable, type DecodedSink } from '../../kit/index.ts';

/** What the byte reader and the slow reader of one decoder share. Messages are refilled for every frame. */
export interface DecoderState {
  readonly symbols: SymbolTable;
  /** The same, for names in front of `","`. */
  readonly names: NameFinder;
  /** Price decimals by instrument. Shared with the feed, which raises them. */
  readonly decimals: Uint8Array;
  /** Rows of a spot `level2` frame at or below this sequence are already in the snapshot; -1 keeps all. Set by the feed. */
  readonly rowFloor: Float64Array;
  /** Wire quantity (lots) per unit of the volume in a futures 24 h snapshot, which counts base; NaN where there is no fixed one. */
  readonly lotsPerVolume: Float64Array;
  readonly out: DecodedSink;
  readonly counters: DecodeCounters;
  readonly depth: DepthMessage;
  readonly quote: QuoteMessage;
  readonly trade: TradeMessage;
  readonly mark: MarkMessage;
  readonly ticker: TickerMessage;
  /** What the spot snapshot under decoding says of trading; null when it says nothing. */
  readonly told: { isTrading: boolean | null };
  readonly candle: CandleMessage;
}

export interface DecoderStateOptions {
  readonly subscriptions: readonly FeedSubscription[];
  readonly out: DecodedSink;
  readonly counters: DecodeCounters;
  readonly decimals?: Uint8Array;
  readonly rowFloor?: Float64Array;
}

/** Returns how many slots arrays by instrument index need. */
export function slotsFor(subscriptions: readonly FeedSubscription[]): number {
  return subscriptions.reduce((most, { ix }) => Math.max(most, ix + 1), 0);
}

/** Returns the price decimals of the subscriptions by instrument index. */
export function decimalsOf(subscriptions: readonly FeedSubscription[]): Uint8Array {
  const decimals = new Uint8Array(slotsFor(subscriptions));
  for (const { ix, scale } of subscriptions) decimals[ix] = scale.pxDecimals;
  return decimals;
}

/** Builds the state of one decoder. */
export function newDecoderState(options: DecoderStateOptions): DecoderState {
  const { subscriptions, out, counters } = options;
  const slots = slotsFor(subscriptions);
  const lotsPerVolume = new Float64Array(slots);
  for (const { ix, instrument } of subscriptions) {
    lotsPerVolume[ix] = instrument.isInverse ? Number.NaN : instrument.pxDivisor / instrument.qtyScale;
  }
  const names = subscriptions.map(({ ix, instrument }) => [instrument.wireSymbol, ix] as const);
  return {
    symbols: new SymbolTable(names),
    names: new NameFinder(names, ['","']),
    decimals: options.decimals ?? decimalsOf(subscriptions),
    rowFloor: options.rowFloor ?? new Float64Array(slots).fill(-1),
    lotsPerVolume,
    out,
    counters,
    depth: new DepthMessage(),
    quote: new QuoteMessage(),
    trade: new TradeMessage(),
    mark: new MarkMessage(),
    ticker: new TickerMessage(),
    told: { isTrading: null },
    candle: new CandleMessage(),
  };
}
