import type { DepthMessage, FeedSubscription } from '@riptide/core/domain';
import type { DecodedSink } from '@riptide/venues/kit';
import type { CaseEvent, EventKind } from './case-event.ts';

/** Copies what a decoder hands over, so that it can be compared. */
export class EventSink implements DecodedSink {
  readonly events: CaseEvent[] = [];
  readonly unknown: { readonly what: 'channel' | 'symbol'; readonly name: string }[] = [];
  readonly offTicks: { readonly ix: number; readonly digits: number }[] = [];
  private readonly subscriptions: readonly FeedSubscription[];

  constructor(subscriptions: readonly FeedSubscription[]) {
    this.subscriptions = subscriptions;
  }

  onDepth: DecodedSink['onDepth'] = (ix, isSnapshot, depth) => {
    const { checksum, firstSeq, lastSeq, prevSeq, venueMs } = depth;
    const sides = { bids: this.levels(ix, depth, 'bid'), asks: this.levels(ix, depth, 'ask') };
    this.push('depth', ix, { isSnapshot, ...sides, firstSeq, lastSeq, prevSeq, venueMs, checksum });
  };

  onQuote: DecodedSink['onQuote'] = (ix, { askQty, askTicks, bidQty, bidTicks, seq, venueMs }) => {
    const prices = { bidPx: this.px(ix, bidTicks), bidQty, askPx: this.px(ix, askTicks), askQty };
    this.push('quote', ix, { ...prices, seq, venueMs });
  };

  onTrade: DecodedSink['onTrade'] = (ix, { pxTicks, qty, takerSide, tradeId, venueMs }) =>
    this.push('trade', ix, { px: this.px(ix, pxTicks), qty, takerSide, tradeId, venueMs });

  onMark: DecodedSink['onMark'] = (ix, mark) => this.push('mark', ix, Object.fromEntries(Object.entries(mark)));
  onTicker: DecodedSink['onTicker'] = (ix, ticker) =>
    this.push('ticker', ix, Object.fromEntries(Object.entries(ticker)));
  onCandle: DecodedSink['onCandle'] = (ix, candle) =>
    this.push('candle', ix, Object.fromEntries(Object.entries(candle)));
  onLiquidation: DecodedSink['onLiquidation'] = (ix, liquidation) =>
    this.push('liquidation', ix, Object.fromEntries(Object.entries(liquidation)));

  onControl: DecodedSink['onControl'] = (control) => {
    this.events.push({ symbol: '', control, kind: 'control' });
  };
  onOffTick: DecodedSink['onOffTick'] = (ix, digits) => {
    this.offTicks.push({ ix, digits });
  };
  onUnknown: DecodedSink['onUnknown'] = (what, name) => {
    this.unknown.push({ what, name });
  };
  onRare: DecodedSink['onRare'] = (channel, message) => {
    this.events.push({ kind: 'rare', symbol: '', channel, message });
  };

  private levels(ix: number, depth: DepthMessage, side: 'bid' | 'ask'): readonly (readonly number[])[] {
    const [ticks, qty, count] =
      side === 'bid' ? [depth.bidTicks, depth.bidQty, depth.bidCount] : [depth.askTicks, depth.askQty, depth.askCount];
    return Array.from({ length: count }, (_, at) => [this.px(ix, ticks[at] as number), qty[at] as number]);
  }

  private px(ix: number, ticks: number): number {
    return ticks / 10 ** this.at(ix).scale.pxDecimals;
  }

  private push(kind: EventKind, ix: number, fields: Readonly<Record<string, unknown>>): void {
    this.events.push({ kind, symbol: this.at(ix).instrument.wireSymbol, ...fields });
  }

  private at(ix: number): FeedSubscription {
    const found = this.subscriptions[ix];
    if (found === undefined) throw new Error(`Invariant: no subscription ${ix}`);
    return found;
  }
}
