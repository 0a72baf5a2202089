import { VENUES, type Instrument, type Venue } from '@riptide/core/domain';
import { MarketStore } from '@riptide/core/market-data';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { createAdapter, DECODINGS, productOf } from './adapters.ts';
import { HOT_FRAME, packFrames, type Corpus, type CorpusSnapshot } from './corpus.ts';
import { Tap } from './tap.ts';

const BASES = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];
const INTENSITY = 20;
const POLL_MS = 20;

/** Records what the simulated venues send to the product's own adapters: books and best quotes of ten coins, spot and perp. */
export async function captureCorpora(framesEach: number, withinMs: number): Promise<readonly Corpus[]> {
  const sim = await startVenueSim({ seed: 7, mode: { kind: 'sim', intensity: INTENSITY } });
  try {
    return await Promise.all(VENUES.map((venue) => captureVenue(venue, sim, { framesEach, withinMs })));
  } finally {
    await sim.stop();
  }
}

interface Limits {
  readonly framesEach: number;
  readonly withinMs: number;
}

async function captureVenue(venue: Venue, sim: VenueSim, { framesEach, withinMs }: Limits): Promise<Corpus> {
  const tap = await Tap.before(Number(new URL(sim.baseUrls[venue]).port));
  const { feed, reference } = createAdapter(venue, tap.baseUrl);
  const listed = await reference.loadInstruments();
  if (!listed.ok) throw new Error(`${venue}: ${listed.error.code}`);
  const wanted = listed.value.filter(
    ({ baseAsset, kind, pxDivisor, quoteAsset }) =>
      BASES.includes(baseAsset) && quoteAsset === 'USDT' && pxDivisor === 1 && (kind === 'spot' || kind === 'perp'),
  );
  const store = new MarketStore(wanted, {
    isQuoteChecked: false,
    listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
  });
  feed.start(
    store.instruments.map((instrument, ix) => ({ ix, instrument, scale: store.scales[ix] ?? { pxDecimals: 0 } })),
    store,
  );
  const endMs = Date.now() + withinMs;
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue() && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  };
  await until(() => store.books.every(({ isLive }) => isLive));
  const snapshots =
    venue === 'BINANCE' || venue === 'KUCOIN' ? await snapshotsOf(venue, sim.baseUrls[venue], wanted) : [];
  await until(() => tap.frames.length >= framesEach);
  await feed.stop();
  tap.close();
  const hot = tap.frames.filter(({ text }) => HOT_FRAME[venue].test(text));
  const texts = hot.map(({ path, text }) => ({ text, product: productOf(venue, path.includes('/spot')) }));
  return { name: `${venue} simulated`, venue, instruments: wanted, snapshots, ...packFrames(texts) };
}

async function snapshotsOf(
  venue: Venue,
  baseUrl: string,
  instruments: readonly Instrument[],
): Promise<readonly CorpusSnapshot[]> {
  const snapshots: CorpusSnapshot[] = [];
  for (const instrument of instruments) {
    const path = snapshotPath(venue, instrument);
    const body: unknown = await (await fetch(`${baseUrl}${path}`)).json();
    const reading = DECODINGS[venue].readRest(path.replace(/^\/(spot|usdm|futures)/, '').split('?')[0] ?? '', body);
    if (reading?.kind !== 'depth') throw new Error(`${venue} ${instrument.wireSymbol}: no book at ${path}`);
    snapshots.push({ instrument, seq: reading.seq, bids: reading.bids, asks: reading.asks });
  }
  return snapshots;
}

function snapshotPath(venue: Venue, { kind, wireSymbol }: Instrument): string {
  if (venue === 'BINANCE') {
    return kind === 'spot'
      ? `/spot/api/v3/depth?symbol=${wireSymbol}&limit=1000`
      : `/usdm/fapi/v1/depth?symbol=${wireSymbol}&limit=1000`;
  }
  return kind === 'spot'
    ? `/spot/api/v1/market/orderbook/level2_100?symbol=${wireSymbol}`
    : `/futures/api/v1/level2/snapshot?symbol=${wireSymbol}`;
}
