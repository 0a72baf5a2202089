import type { FeedSubscription, Instrument } from '@riptide/core/domain';
import { newDecodeCounters, type DecodedSink, type FeedControl } from '../../src/kit/index.ts';
import type { KucoinProduct } from '../../src/kucoin/enums.ts';
import { kucoinDecoding } from '../../src/kucoin/venue.ts';

/** One thing a decoder handed over, copied, with prices and quantities as plain numbers in wire units. */
export interface RecordedEvent {
  readonly kind: string;
  readonly symbol: string;
  readonly [field: string]: unknown;
}

/** Keeps copies of what a decoder hands over. For tests. */
export class RecordingSink implements DecodedSink {
  readonly events: RecordedEvent[] = [];
  readonly controls: FeedControl[] = [];
  readonly unknown: { readonly what: string; readonly name: string }[] = [];
  readonly offTicks: { readonly ix: number; readonly digits: number }[] = [];
  readonly rare: string[] = [];
  private readonly subscriptions: readonly FeedSubscription[];

  constructor(subscriptions: readonly FeedSubscription[]) {
    this.subscriptions = subscriptions;
  }

  onDepth: DecodedSink['onDepth'] = (ix, isSnapshot, depth) => {
    const levels = (ticks: Int32Array, qty: Float64Array, count: number): readonly (readonly number[])[] =>
      Array.from({ length: count }, (_, at) => [this.px(ix, ticks[at]!), qty[at]!]);
    this.push('depth', ix, {
      isSnapshot,
      bids: levels(depth.bidTicks, depth.bidQty, depth.bidCount),
      asks: levels(depth.askTicks, depth.askQty, depth.askCount),
      firstSeq: depth.firstSeq,
      lastSeq: depth.lastSeq,
      venueMs: depth.venueMs,
    });
  };

  onQuote: DecodedSink['onQuote'] = (ix, { bidTicks, bidQty, askTicks, askQty, seq, venueMs }) =>
    this.push('quote', ix, {
      bidPx: this.px(ix, bidTicks),
      bidQty,
      askPx: this.px(ix, askTicks),
      askQty,
      seq,
      venueMs,
    });

  onTrade: DecodedSink['onTrade'] = (ix, { pxTicks, qty, takerSide, tradeId, venueMs }) =>
    this.push('trade', ix, { px: this.px(ix, pxTicks), qty, takerSide, tradeId, venueMs });

  onMark: DecodedSink['onMark'] = (ix, mark) => this.push('mark', ix, Object.fromEntries(Object.entries(mark)));
  onTicker: DecodedSink['onTicker'] = (ix, ticker) =>
    this.push('ticker', ix, Object.fromEntries(Object.entries(ticker)));
  onCandle: DecodedSink['onCandle'] = (ix, candle) =>
    this.push('candle', ix, Object.fromEntries(Object.entries(candle)));
  onLiquidation: DecodedSink['onLiquidation'] = (ix, liquidation) =>
    this.push('liquidation', ix, Object.fromEntries(Object.entries(liquidation)));
  onControl: DecodedSink['onControl'] = (control) => void this.controls.push(control);
  onOffTick: DecodedSink['onOffTick'] = (ix, digits) => void this.offTicks.push({ ix, digits });
  onUnknown: DecodedSink['onUnknown'] = (what, name) => void this.unknown.push({ what, name });
  onRare: DecodedSink['onRare'] = (channel) => void this.rare.push(channel);

  private px(ix: number, ticks: number): number {
    return ticks / 10 ** this.subscription(ix).scale.pxDecimals;
  }

  private push(kind: string, ix: number, fields: Readonly<Record<string, unknown>>): void {
    this.events.push({ kind, symbol: this.subscription(ix).instrument.wireSymbol, ...fields });
  }

  private subscription(ix: number): FeedSubscription {
    const found = this.subscriptions.find((subscription) => subscription.ix === ix);
    if (found === undefined) throw new Error(`Invariant: no subscription ${ix}`);
    return found;
  }
}

/** Returns a subscription for tests: an instrument that only has a name, sizes of one and the decimals given. */
export function subscriptionFor(
  ix: number,
  wireSymbol: string,
  pxDecimals: number,
  more: Partial<Instrument> = {},
): FeedSubscription {
  const instrument: Instrument = {
    id: `${wireSymbol}.SPOT.KUCOIN`,
    venue: 'KUCOIN',
    kind: wireSymbol.includes('-') ? 'spot' : 'perp',
    symbol: wireSymbol,
    wireSymbol,
    baseAsset: wireSymbol,
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    isInverse: false,
    qtyScale: 1,
    pxDivisor: 1,
    pxTick: '1',
    qtyStep: '1',
    qtyMin: '1',
    qtyMax: null,
    notionalMin: null,
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: null,
    ...more,
  };
  return { ix, instrument, scale: { pxDecimals } };
}

/** Decodes whole frames and returns what came out. */
export function decodeFrames(
  product: KucoinProduct,
  subscriptions: readonly FeedSubscription[],
  frames: readonly string[],
): { readonly sink: RecordingSink; readonly counters: ReturnType<typeof newDecodeCounters> } {
  const sink = new RecordingSink(subscriptions);
  const counters = newDecodeCounters();
  const decoder = kucoinDecoding.createDecoder({ product, subscriptions, out: sink, counters });
  for (const frame of frames) {
    const bytes = Buffer.from(frame, 'utf8');
    decoder.decode(bytes, 0, bytes.length, 0);
  }
  return { sink, counters };
}
