import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  instrumentId,
  type CandleMessage,
  type DecodeCounters,
  type DepthMessage,
  type FeedSubscription,
  type LiquidationMessage,
  type MarkMessage,
  type QuoteMessage,
  type TickerMessage,
  type TradeMessage,
} from '@riptide/core/domain';
import { binanceDecoding } from '../index.ts';
import { newDecodeCounters, type DecodedSink, type FeedControl } from '../../kit/index.ts';

/** Where recordings and cases of the real venues lie; the tests that need them skip without. */
export const REAL_DATA_DIR =
  process.env['REAL_DATA_DIR'] ?? fileURLToPath(new URL('../../../../../../shared/data', import.meta.url));
export const hasRealData = existsSync(`${REAL_DATA_DIR}/cases`);

export type Product = 'spot' | 'usdm';
type Levels = [number, number][];

/** One thing a decoder said, copied, with prices as numbers. */
export type Said =
  | {
      kind: 'depth' | 'snapshot';
      symbol: string;
      bids: Levels;
      asks: Levels;
      firstSeq: number;
      lastSeq: number;
      prevSeq: number;
      venueMs: number;
    }
  | { kind: 'quote'; symbol: string; bid: [number, number]; ask: [number, number]; seq: number; venueMs: number }
  | { kind: 'trade'; symbol: string; px: number; qty: number; takerSide: string; id: string; venueMs: number }
  | ({ kind: 'mark'; symbol: string } & MarkMessage)
  | ({ kind: 'ticker'; symbol: string } & TickerMessage)
  | ({ kind: 'candle'; symbol: string } & CandleMessage)
  | ({ kind: 'liquidation'; symbol: string } & LiquidationMessage)
  | { kind: 'control'; control: FeedControl }
  | { kind: 'off-tick'; symbol: string; digits: number }
  | { kind: 'unknown'; what: string; name: string }
  | { kind: 'rare'; channel: string };

/** Writes down everything a decoder says. */
export class RecordingSink implements DecodedSink {
  readonly said: Said[] = [];
  private readonly symbols: readonly string[];
  private readonly decimals: readonly number[];

  constructor(symbols: readonly string[], decimals: readonly number[]) {
    this.symbols = symbols;
    this.decimals = decimals;
  }

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage): void {
    const { firstSeq, lastSeq, prevSeq, venueMs } = depth;
    const levels = (ticks: Int32Array, qty: Float64Array, count: number): Levels =>
      Array.from({ length: count }, (_, at) => [this.px(ix, ticks[at] as number), qty[at] as number]);
    const bids = levels(depth.bidTicks, depth.bidQty, depth.bidCount);
    const asks = levels(depth.askTicks, depth.askQty, depth.askCount);
    const kind = isSnapshot ? 'snapshot' : 'depth';
    this.said.push({ kind, symbol: this.name(ix), bids, asks, firstSeq, lastSeq, prevSeq, venueMs });
  }

  onQuote(ix: number, q: QuoteMessage): void {
    const bid: [number, number] = [this.px(ix, q.bidTicks), q.bidQty];
    const ask: [number, number] = [this.px(ix, q.askTicks), q.askQty];
    this.said.push({ kind: 'quote', symbol: this.name(ix), bid, ask, seq: q.seq, venueMs: q.venueMs });
  }

  onTrade(ix: number, t: TradeMessage): void {
    const { qty, takerSide, tradeId: id, venueMs } = t;
    this.said.push({ kind: 'trade', symbol: this.name(ix), px: this.px(ix, t.pxTicks), qty, takerSide, id, venueMs });
  }

  onMark(ix: number, mark: MarkMessage): void {
    this.said.push(Object.assign(structuredClone(mark), { kind: 'mark' as const, symbol: this.name(ix) }));
  }

  onTicker(ix: number, ticker: TickerMessage): void {
    this.said.push(Object.assign(structuredClone(ticker), { kind: 'ticker' as const, symbol: this.name(ix) }));
  }

  onCandle(ix: number, candle: CandleMessage): void {
    this.said.push(Object.assign(structuredClone(candle), { kind: 'candle' as const, symbol: this.name(ix) }));
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage): void {
    this.said.push(
      Object.assign(structuredClone(liquidation), { kind: 'liquidation' as const, symbol: this.name(ix) }),
    );
  }

  onControl(control: FeedControl): void {
    this.said.push({ kind: 'control', control });
  }

  onOffTick(ix: number, digits: number): void {
    this.said.push({ kind: 'off-tick', symbol: this.name(ix), digits });
  }

  onUnknown(what: 'channel' | 'symbol', name: string): void {
    this.said.push({ kind: 'unknown', what, name });
  }

  onRare(channel: string): void {
    this.said.push({ kind: 'rare', channel });
  }

  private name(ix: number): string {
    return this.symbols[ix] as string;
  }

  private px(ix: number, ticks: number): number {
    return ticks / 10 ** (this.decimals[ix] as number);
  }
}

/** Subscriptions for wire symbols, as a feed would get them. */
export function subscriptionsFor(
  product: Product,
  symbols: readonly string[],
  decimals: readonly number[],
): FeedSubscription[] {
  const kind = product === 'spot' ? 'spot' : 'perp';
  return symbols.map((wireSymbol, ix) => ({
    ix,
    scale: { pxDecimals: decimals[ix] as number },
    instrument: {
      id: instrumentId(wireSymbol, kind, 'BINANCE'),
      venue: 'BINANCE',
      kind,
      symbol: wireSymbol,
      wireSymbol,
      baseAsset: wireSymbol.replace(/USDT$/, ''),
      quoteAsset: 'USDT',
      settleAsset: 'USDT',
      isInverse: false,
      qtyScale: 1,
      pxDivisor: 1,
      pxTick: '0.01',
      qtyStep: '0.001',
      qtyMin: '0.001',
      qtyMax: null,
      notionalMin: null,
      isTrading: true,
      listedMs: null,
      fundingIntervalHours: null,
    },
  }));
}

/** Decodes one text with the given instruments. */
export function decodeWith(
  product: Product,
  text: string,
  symbols: readonly string[],
  decimals: readonly number[],
): { said: Said[]; counters: DecodeCounters } {
  const out = new RecordingSink(symbols, decimals);
  const counters = newDecodeCounters();
  const subscriptions = subscriptionsFor(product, symbols, decimals);
  const decoder = binanceDecoding.createDecoder({ product, subscriptions, out, counters });
  // Neighbouring frames stand around a frame in the socket's buffer.
  const bytes = Buffer.from(`{"x":1}${text}{"e":"trade"}`, 'utf8');
  decoder.decode(bytes, 7, 7 + Buffer.byteLength(text), 1_795_000_000_000);
  return { said: out.said, counters };
}

/** Decodes one text, learning its instruments from what the decoder calls unknown: 8 decimals, or fewer so that prices fit. */
export function decodeLearning(product: Product, text: string): { said: Said[]; counters: DecodeCounters } {
  const first = decodeWith(product, text, [], []);
  const names = first.said.flatMap((s) => (s.kind === 'unknown' && s.what === 'symbol' ? [s.name] : []));
  const symbols = [...new Set(names)];
  if (symbols.length === 0) return first;
  for (let decimals = 8; ; decimals -= 1) {
    const all = symbols.map(() => decimals);
    const reading = decodeWith(product, text, symbols, all);
    if (reading.counters.malformed === 0 || decimals === 0) return reading;
  }
}
