import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { VENUES, type FeedSubscription, type Venue } from '@riptide/core/domain';
import { buildInstrument } from '../../../packages/core/src/domain/build-instrument.fixture.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RECORDINGS = join(process.env['REAL_DATA_DIR'] ?? join(ROOT, '../shared/data'), 'replay');
/** Enough for the prices of the seeds; finer ones are off tick, which is a way too. */
const PX_DECIMALS = 4;
const LINES_EACH = 400;
const SEED_BYTES_MAX = 3_000;

const SYMBOLS: Readonly<Record<Venue, RegExp>> = {
  BINANCE: /"s":"([A-Z0-9]+)"/,
  BYBIT: /"s":"([A-Z0-9]+)"/,
  OKX: /"instId":"([A-Z0-9-]+)"/,
  KUCOIN: /"topic":"\/[A-Za-z]+\/[A-Za-z0-9]+:([A-Z0-9-]+)"/,
};
const RECORDED: readonly { readonly venue: Venue; readonly product: string; readonly folder: RegExp }[] = [
  { venue: 'BINANCE', product: 'usdm', folder: /^binance-(2024|futures)/ },
  { venue: 'BINANCE', product: 'spot', folder: /^binance-spot/ },
  { venue: 'BYBIT', product: 'linear', folder: /^bybit-linear/ },
  { venue: 'OKX', product: 'v5', folder: /^okx-/ },
  { venue: 'KUCOIN', product: 'spot', folder: /^kucoin-spot/ },
];

/** Frames of one kind of socket, and the instruments it follows. */
export interface SeedSocket {
  readonly venue: Venue;
  readonly product: string;
  readonly frames: readonly Buffer[];
  readonly subscriptions: readonly FeedSubscription[];
}

export interface SeedFrame {
  readonly venue: Venue;
  readonly product: string;
  readonly text: string;
}

/** Returns the frames of the fixtures: real payloads, one of each kind. */
export function fixtureFrames(): readonly SeedFrame[] {
  return VENUES.flatMap((venue) => {
    const folder = join(ROOT, 'packages/venues/fixtures', venue.toLowerCase());
    return readdirSync(folder)
      .filter((name) => /^ws_(?!private)/.test(name))
      .flatMap((name) => {
        const written = readFileSync(join(folder, name), 'utf8').trim();
        const text = written.includes('\n') ? JSON.stringify(JSON.parse(written)) : written;
        return productsOf(venue, name).map((product) => ({ venue, product, text }));
      });
  });
}

/** Returns frames of the recordings, from the start of each file; none where the folder is absent. */
export function recordedFrames(): readonly SeedFrame[] {
  if (!existsSync(RECORDINGS)) return [];
  return readdirSync(RECORDINGS).flatMap((folder) => {
    const from = RECORDED.find((one) => one.folder.test(folder));
    if (from === undefined) return [];
    const files = readdirSync(join(RECORDINGS, folder)).filter(
      (name) => name.endsWith('.gz') && !name.includes('http'),
    );
    return files.flatMap((name) => {
      const lines = gunzipSync(readFileSync(join(RECORDINGS, folder, name)))
        .toString('utf8')
        .split('\n');
      return lines
        .map((line) => line.slice(Math.max(0, line.indexOf('{'))).trim())
        .filter((text) => text.startsWith('{') && text.length <= SEED_BYTES_MAX)
        .slice(0, LINES_EACH)
        .map((text) => ({ venue: from.venue, product: from.product, text }));
    });
  });
}

/** Sorts frames by socket and subscribes to every instrument they name, but the last: what nobody asked for is a way too. */
export function seedSockets(frames: readonly SeedFrame[]): readonly SeedSocket[] {
  const sockets = new Map<string, { venue: Venue; product: string; texts: Set<string> }>();
  for (const { product, text, venue } of frames) {
    const key = `${venue} ${product}`;
    const socket = sockets.get(key) ?? { venue, product, texts: new Set() };
    socket.texts.add(text);
    sockets.set(key, socket);
  }
  return [...sockets.values()].map(({ product, texts, venue }) => {
    const names = new Set([...texts].flatMap((text) => SYMBOLS[venue].exec(text)?.slice(1) ?? []));
    const asked = names.size > 4 ? [...names].slice(0, -1) : [...names];
    return {
      venue,
      product,
      frames: [...texts].map((text) => Buffer.from(text)),
      subscriptions: asked.map((wireSymbol, ix) => subscriptionOf(venue, product, wireSymbol, ix)),
    };
  });
}

function subscriptionOf(venue: Venue, product: string, wireSymbol: string, ix: number): FeedSubscription {
  const isSpot = product === 'spot' || (venue === 'OKX' && !wireSymbol.endsWith('-SWAP'));
  const instrument = buildInstrument({ venue, kind: isSpot ? 'spot' : 'perp', symbol: wireSymbol, wireSymbol });
  return { ix, instrument, scale: { pxDecimals: PX_DECIMALS } };
}

/** Which sockets a fixture's frame may come over. */
function productsOf(venue: Venue, name: string): readonly string[] {
  if (venue === 'OKX') return ['v5'];
  if (venue === 'BYBIT') return ['linear', 'spot'];
  if (venue === 'KUCOIN') return [name.includes('futures') ? 'futures' : 'spot'];
  return [name.includes('spot') ? 'spot' : 'usdm'];
}
