import { instrumentId, type FeedSubscription, type Instrument, type Venue } from '@riptide/core/domain';
import { binanceDecoding } from '@riptide/venues/binance';
import { bybitDecoding } from '@riptide/venues/bybit';
import { newDecodeCounters, type DecoderOptions, type FrameDecoder, type VenueDecoding } from '@riptide/venues/kit';
import { kucoinDecoding } from '@riptide/venues/kucoin';
import { okxDecoding } from '@riptide/venues/okx';
import type { CaseEvent } from './case-event.ts';
import { EventSink } from './event-sink.ts';

const DECIMALS_MAX = 15;
/** Names and decimals are learned one after the other; a frame rarely needs more than three looks. */
const LOOKS_MAX = 12;
const RECV_MS = 1_700_000_000_000;

export type FrameFate = 'read' | 'malformed' | 'unknown' | 'off-tick';

/** What came of one frame. */
export interface DecodedFrame {
  readonly fate: FrameFate;
  /** The unknown channel or symbol, or how many decimals would have been needed. */
  readonly detail: string;
  readonly events: readonly CaseEvent[];
}

/** Every decoder, called with a product of its own. */
const DECODINGS: Readonly<Record<Venue, VenueDecoding>> = {
  BINANCE: binanceDecoding,
  BYBIT: bybitDecoding,
  OKX: okxDecoding,
  KUCOIN: kucoinDecoding,
};

/** Returns a venue's reading of bytes and answers. */
export function decodingOf(venue: Venue): VenueDecoding {
  return DECODINGS[venue];
}

/** Reads frames in order with one decoder, after learning which instruments they name and how fine their prices are. */
export function decodeFrames(venue: Venue, product: string, frames: readonly string[]): readonly DecodedFrame[] {
  const scales = new Map<string, number>();
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const { decoded, learned } = lookAt(venue, product, { frames, scales });
    if (!learned) return decoded;
  }
  return lookAt(venue, product, { frames, scales }).decoded;
}

interface Look {
  readonly frames: readonly string[];
  readonly scales: Map<string, number>;
}

function lookAt(
  venue: Venue,
  product: string,
  { frames, scales }: Look,
): { readonly decoded: readonly DecodedFrame[]; readonly learned: boolean } {
  const subscriptions = [...scales].map(([name, pxDecimals], ix) =>
    subscriptionOf(venue, product, { name, ix, pxDecimals }),
  );
  const out = new EventSink(subscriptions);
  const counters = newDecodeCounters();
  const options: DecoderOptions<string> = { product, subscriptions, out, counters };
  const decoder = decodingOf(venue).createDecoder(options);
  const decoded = frames.map((text) => decodeOne(decoder, out, { counters, text }));
  return { decoded, learned: learn(out, scales, subscriptions) };
}

function decodeOne(
  decoder: FrameDecoder,
  out: EventSink,
  { counters, text }: { readonly counters: ReturnType<typeof newDecodeCounters>; readonly text: string },
): DecodedFrame {
  const before = {
    ...counters,
    events: out.events.length,
    unknowns: out.unknown.length,
    offTicks: out.offTicks.length,
  };
  const bytes = Buffer.from(text);
  decoder.decode(bytes, 0, bytes.length, RECV_MS);
  const events = out.events.slice(before.events);
  const unknown = out.unknown[before.unknowns];
  const offTick = out.offTicks[before.offTicks];
  if (counters.malformed > before.malformed) return { fate: 'malformed', detail: 'malformed', events };
  if (offTick !== undefined) return { fate: 'off-tick', detail: `${offTick.digits} decimals`, events };
  if (unknown !== undefined) return { fate: 'unknown', detail: `${unknown.what} ${unknown.name}`, events };
  if (counters.unknown > before.unknown) return { fate: 'unknown', detail: 'channel', events };
  return { fate: 'read', detail: '', events };
}

/** True when another look can do better. */
function learn(out: EventSink, scales: Map<string, number>, subscriptions: readonly FeedSubscription[]): boolean {
  let learned = false;
  for (const { name, what } of out.unknown) {
    if (what !== 'symbol' || scales.has(name)) continue;
    scales.set(name, 0);
    learned = true;
  }
  for (const { digits, ix } of out.offTicks) {
    const name = subscriptions[ix]?.instrument.wireSymbol ?? '';
    const known = scales.get(name) ?? 0;
    if (digits <= known || digits > DECIMALS_MAX) continue;
    scales.set(name, digits);
    learned = true;
  }
  return learned;
}

function subscriptionOf(
  venue: Venue,
  product: string,
  { ix, name, pxDecimals }: { readonly ix: number; readonly name: string; readonly pxDecimals: number },
): FeedSubscription {
  const kind = product === 'spot' || (product === 'v5' && name.split('-').length === 2) ? 'spot' : 'perp';
  const instrument: Instrument = {
    id: instrumentId(name, kind, venue),
    venue,
    kind,
    symbol: name,
    wireSymbol: name,
    baseAsset: name,
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
  };
  return { ix, instrument, scale: { pxDecimals } };
}
