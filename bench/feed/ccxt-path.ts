import type { Instrument, Venue } from '@riptide/core/domain';
import type { Corpus, CorpusFrame } from './corpus.ts';
import { productOf } from './adapters.ts';

// The library has no types for what its own socket client calls.
type Loose = ReturnType<typeof JSON.parse>;

const at = (file: string): string => new URL(`../../node_modules/ccxt/js/src/${file}`, import.meta.url).href;
const load = async (file: string): Promise<Loose> => ((await import(at(file))) as { readonly default: Loose }).default;
const Client = await load('base/ws/Client.js');
const EXCHANGES: Readonly<Record<string, Loose>> = {
  'BINANCE spot': await load('pro/binance.js'),
  'BINANCE usdm': await load('pro/binanceusdm.js'),
  'BYBIT spot': await load('pro/bybit.js'),
  'BYBIT linear': await load('pro/bybit.js'),
  'OKX v5': await load('pro/okx.js'),
  'KUCOIN spot': await load('pro/kucoin.js'),
  'KUCOIN futures': await load('pro/kucoinfutures.js'),
};
/** Addresses tell some handlers which market a frame is of. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'BINANCE spot': 'wss://stream.binance.com:9443/stream',
  'BINANCE usdm': 'wss://fstream.binance.com/ws/1',
  'BYBIT spot': 'wss://stream.bybit.com/v5/public/spot',
  'BYBIT linear': 'wss://stream.bybit.com/v5/public/linear',
  'OKX v5': 'wss://ws.okx.com:8443/ws/v5/public',
  'KUCOIN spot': 'wss://spot.example',
  'KUCOIN futures': 'wss://futures.example',
};
const LEVEL_ONE = '"topic":"orderbook.1.';

interface Lane {
  readonly exchange: Loose;
  readonly client: Loose;
}

/**
 * ccxt pro's own handling of the same frames, through the entry its socket client uses, without a consumer.
 *
 * It keeps one Bybit book per symbol for both depth topics, so the depth-1 topic gets an instance of its own: otherwise every book
 * would be wrong.
 */
export class CcxtPath {
  errors = 0;
  private readonly corpus: Corpus;
  private readonly lanes = new Map<string, Lane>();
  private readonly buffers: readonly { readonly data: Buffer; readonly lane: Lane }[];

  constructor(corpus: Corpus) {
    this.corpus = corpus;
    const products = [...new Set(corpus.frames.map(({ product }) => product))];
    for (const product of products) {
      this.lanes.set(product, this.laneOf(product));
      if (corpus.venue === 'BYBIT') this.lanes.set(`${product} level one`, this.laneOf(product));
    }
    this.buffers = corpus.frames.map((frame) => ({
      data: corpus.bytes.subarray(frame.start, frame.end),
      lane: this.lanes.get(this.laneNameOf(frame)) as Lane,
    }));
  }

  /** Handles every frame; returns how many there were. */
  run(): number {
    for (const { data, lane } of this.buffers) lane.client.onMessage({ data });
    return this.buffers.length;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: number[][]; readonly asks: number[][] } {
    const lane = this.lanes.get(productOf(this.corpus.venue, instrument.kind === 'spot'));
    const book = lane?.exchange.orderbooks[symbolOf(instrument)];
    const side = (rows: Loose): number[][] =>
      [...(rows ?? [])].map((row: number[]) => [row[0] as number, row[1] as number]);
    return { bids: side(book?.bids), asks: side(book?.asks) };
  }

  private laneNameOf({ end, product, start }: CorpusFrame): string {
    const isLevelOne =
      this.corpus.venue === 'BYBIT' &&
      this.corpus.bytes.toString('latin1', start, Math.min(end, start + 64)).includes(LEVEL_ONE);
    return isLevelOne ? `${product} level one` : product;
  }

  private laneOf(product: string): Lane {
    const { instruments, snapshots, venue } = this.corpus;
    const key = `${venue} ${product}`;
    const exchange = new EXCHANGES[key]({ newUpdates: false, options: { watchOrderBook: { checksum: false } } });
    const own = instruments.filter(({ kind }) => productOf(venue, kind === 'spot') === product);
    exchange.setMarkets(own.map((instrument) => marketOf(instrument)));
    const client = new Client(
      ADDRESSES[key],
      (from: Loose, message: Loose) => exchange.handleMessage(from, message),
      () => {
        this.errors += 1;
      },
      () => undefined,
      () => undefined,
      {},
    );
    for (const instrument of own) {
      const symbol = symbolOf(instrument);
      for (const hash of hashesOf(venue, symbol)) client.subscriptions[hash] = { symbol };
      const snapshot = snapshots.find((one) => one.instrument.id === instrument.id);
      if (snapshot === undefined) continue;
      const parsed = exchange.parseOrderBook({ bids: snapshot.bids, asks: snapshot.asks }, symbol, undefined);
      parsed.nonce = snapshot.seq;
      exchange.orderbooks[symbol] = exchange.orderBook({});
      exchange.orderbooks[symbol].reset(parsed);
      exchange.orderbooks[symbol].symbol = symbol;
    }
    return { exchange, client };
  }
}

function hashesOf(venue: Venue, symbol: string): readonly string[] {
  if (venue === 'BINANCE') return [`orderbook::${symbol}`];
  return [venue === 'OKX' ? `books:${symbol}` : `orderbook:${symbol}`];
}

function symbolOf({ baseAsset, kind }: Instrument): string {
  return kind === 'spot' ? `${baseAsset}/USDT` : `${baseAsset}/USDT:USDT`;
}

function marketOf(instrument: Instrument): Loose {
  const isSwap = instrument.kind === 'perp';
  return {
    id: instrument.wireSymbol,
    symbol: symbolOf(instrument),
    base: instrument.baseAsset,
    quote: 'USDT',
    settle: isSwap ? 'USDT' : undefined,
    baseId: instrument.baseAsset,
    quoteId: 'USDT',
    type: isSwap ? 'swap' : 'spot',
    spot: !isSwap,
    swap: isSwap,
    future: false,
    option: false,
    margin: false,
    contract: isSwap,
    linear: isSwap ? true : undefined,
    inverse: isSwap ? false : undefined,
    contractSize: isSwap ? 1 : undefined,
    active: true,
    precision: { price: Number(instrument.pxTick), amount: Number(instrument.qtyStep) },
    limits: {},
    info: {},
  };
}
