import type { Instrument, Venue } from '@riptide/core/domain';
import { productOf } from './adapters.ts';
import type { Corpus, CorpusFrame, CorpusSnapshot } from './corpus.ts';

// The mappers are typed by the frames of each venue, which are as loose as JSON.parse gives them here.
type Loose = ReturnType<typeof JSON.parse>;

const load = async (file: string): Promise<Loose> =>
  (await import(new URL(`../../node_modules/tardis-dev/dist/${file}`, import.meta.url).href)) as Loose;
const { OrderBook } = await load('orderbook.js');
const { BinanceBookChangeMapper, BinanceBookTickerMapper, BinanceFuturesBookChangeMapper } =
  await load('mappers/binance.js');
const { BybitV5BookChangeMapper, BybitV5BookTickerMapper } = await load('mappers/bybit.js');
const { KucoinBookChangeMapper, KucoinBookTickerMapper } = await load('mappers/kucoin.js');
const { KucoinFuturesBookChangeMapper, KucoinFuturesBookTickerMapper } = await load('mappers/kucoinfutures.js');
const { OkexV5BookChangeMapper, OkexV5BookTickerMapper } = await load('mappers/okex.js');

/** Bybit's depth. A snapshot taken in the middle of the stream has no overlap with the first frame: the mappers are told to go on. */
const BYBIT_DEPTH = 50;
const MAPPERS: Readonly<Record<string, () => readonly Loose[]>> = {
  'BINANCE spot': () => [new BinanceBookChangeMapper('binance', true), new BinanceBookTickerMapper('binance')],
  'BINANCE usdm': () => [
    new BinanceFuturesBookChangeMapper('binance-futures', true),
    new BinanceBookTickerMapper('binance-futures'),
  ],
  'BYBIT spot': () => [
    new BybitV5BookChangeMapper('bybit-spot', BYBIT_DEPTH),
    new BybitV5BookTickerMapper('bybit-spot'),
  ],
  'BYBIT linear': () => [new BybitV5BookChangeMapper('bybit', BYBIT_DEPTH), new BybitV5BookTickerMapper('bybit')],
  'OKX v5': () => [new OkexV5BookChangeMapper('okex', true), new OkexV5BookTickerMapper('okex', true)],
  'KUCOIN spot': () => [new KucoinBookChangeMapper('kucoin', true), new KucoinBookTickerMapper('kucoin')],
  'KUCOIN futures': () => [new KucoinFuturesBookChangeMapper(true), new KucoinFuturesBookTickerMapper()],
};

interface Lane {
  readonly mappers: readonly Loose[];
  readonly books: Map<string, Loose>;
}

/** tardis-dev's mappers over the same frames, each book change into its `OrderBook`: what its own real-time stream does. */
export class TardisPath {
  private readonly corpus: Corpus;
  private readonly lanes: ReadonlyMap<string, Lane>;
  private told = 0;

  constructor(corpus: Corpus) {
    this.corpus = corpus;
    const products = [...new Set(corpus.frames.map(({ product }) => product))];
    this.lanes = new Map(products.map((product) => [product, laneOf(corpus.venue, product)]));
    for (const snapshot of corpus.snapshots) {
      const product = productOf(corpus.venue, snapshot.instrument.kind === 'spot');
      const lane = this.lanes.get(product);
      if (lane !== undefined) this.handle(lane, snapshotFrame(corpus.venue, snapshot));
    }
  }

  /** Handles every frame; returns how many messages came of them. */
  run(): number {
    const { bytes, frames } = this.corpus;
    for (const { end, product, start } of frames as readonly CorpusFrame[]) {
      this.handle(this.lanes.get(product) as Lane, JSON.parse(bytes.toString('utf8', start, end)));
    }
    return this.told;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: number[][]; readonly asks: number[][] } {
    const lane = this.lanes.get(productOf(this.corpus.venue, instrument.kind === 'spot'));
    const book = lane?.books.get(instrument.wireSymbol);
    const side = (rows: Loose): number[][] => [...(rows ?? [])].map(({ amount, price }) => [price, amount]);
    return { bids: side(book?.bids()), asks: side(book?.asks()) };
  }

  private handle({ books, mappers }: Lane, message: Loose): void {
    const localTimestamp = new Date();
    for (const mapper of mappers) {
      if (mapper.canHandle(message) !== true) continue;
      for (const change of mapper.map(message, localTimestamp) ?? []) {
        this.told += 1;
        if (change.type !== 'book_change') continue;
        let book = books.get(change.symbol);
        if (book === undefined) {
          book = new OrderBook();
          books.set(change.symbol, book);
        }
        book.update(change);
      }
    }
  }
}

function laneOf(venue: Venue, product: string): Lane {
  return { mappers: MAPPERS[`${venue} ${product}`]?.() ?? [], books: new Map() };
}

/** A REST snapshot as the message tardis-dev makes of it. */
function snapshotFrame(venue: Venue, { asks, bids, instrument, seq }: CorpusSnapshot): Loose {
  const rows = { asks: asks.map((row) => [...row]), bids: bids.map((row) => [...row]) };
  const { wireSymbol, kind } = instrument;
  if (venue === 'BINANCE')
    return { stream: `${wireSymbol.toLowerCase()}@depthSnapshot`, data: { lastUpdateId: seq, ...rows } };
  const [root, subject] = kind === 'spot' ? ['market', 'trade.l2Snapshot'] : ['contractMarket', 'level2Snapshot'];
  const topic = `/${root}/level2Snapshot:${wireSymbol}`;
  return { type: 'message', topic, subject, data: { sequence: seq, ...rows } };
}
