import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  epochMs,
  instrumentId,
  type Instrument,
  type LiquidatedSide,
  type RadarReading,
  type Venue,
} from '@riptide/core/domain';
import { LiquidationRadar, MarketStore } from '@riptide/core/market-data';
import { describe, expect, it } from 'vitest';
import { binanceDecoding } from '../src/binance/index.ts';
import { bybitDecoding } from '../src/bybit/index.ts';
import { newDecodeCounters, type DecodedSink, type FrameDecoder } from '../src/kit/index.ts';
import { okxDecoding } from '../src/okx/index.ts';

/** Every recorded liquidation row, through the venue's own decoder, the store and the radar: whose position was closed, and for how much. */
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const CASES = join(DATA, 'cases');
const isThere = existsSync(CASES);
if (!isThere) process.stdout.write('liquidation-sides: no recorded cases found, skipped\n');

const RECV_MS = 1_795_000_000_000;

interface Row {
  readonly id: string;
  readonly venue: string;
  readonly channel: string;
  readonly kind: string;
  readonly raw: Frame;
  readonly expected_form: string;
  readonly expected: unknown;
}

interface Frame {
  readonly stream?: string;
  readonly topic?: string;
  readonly arg?: { readonly channel: string };
  readonly data?: unknown;
  readonly e?: string;
}

/** What a row says itself, in the venue's words read by hand here, not by an adapter. */
interface Stated {
  readonly wireSymbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly px: number;
  readonly qty: number;
  readonly isLowerBound: boolean;
}

type Fields = Readonly<Record<string, string>>;

/** `o.S` is the side of the forced order. */
function statedByBinance(frame: Frame): readonly Stated[] {
  const { o } = (frame.data ?? frame) as { readonly o: Fields };
  const liquidatedSide = ({ SELL: 'LONG', BUY: 'SHORT' } as const)[o['S'] as 'SELL' | 'BUY'];
  return [{ wireSymbol: o['s']!, liquidatedSide, px: Number(o['ap']), qty: Number(o['z']), isLowerBound: true }];
}

/** The side is that of the position. The new channel tells all of them, the old one at most one a second. */
function statedByBybit(frame: Frame): readonly Stated[] {
  const isOld = frame.topic?.startsWith('liquidation.') === true;
  return (Array.isArray(frame.data) ? (frame.data as Fields[]) : [frame.data as Fields]).map((row) => ({
    wireSymbol: (row['symbol'] ?? row['s'])!,
    liquidatedSide: (row['side'] ?? row['S']) === 'Buy' ? 'LONG' : 'SHORT',
    px: Number(row['price'] ?? row['p']),
    qty: Number(row['size'] ?? row['v']),
    isLowerBound: isOld,
  }));
}

/** `posSide` says whose position it was; rows of one-way accounts say `net` and have the side of the forced order only. */
function statedByOkx(frame: Frame): readonly Stated[] {
  const rows = frame.data as readonly { readonly instId: string; readonly details: readonly Fields[] }[];
  return rows.flatMap(({ instId, details }) =>
    details.map((one) => ({
      wireSymbol: instId,
      liquidatedSide:
        one['posSide'] === 'long' || (one['posSide'] === 'net' && one['side'] === 'sell') ? 'LONG' : 'SHORT',
      px: Number(one['bkPx']),
      qty: Number(one['sz']),
      isLowerBound: true,
    })),
  );
}

interface VenueCases {
  readonly venue: Venue;
  readonly isCase: (frame: Frame) => boolean;
  readonly stated: (frame: Frame) => readonly Stated[];
  /** Rows there must be at least, or the folder is not the one this test was written for. */
  readonly rowsMin: number;
  readonly decoder: (instruments: readonly Instrument[], out: DecodedSink) => FrameDecoder;
}

const subscriptionsOf = (instruments: readonly Instrument[]) =>
  instruments.map((instrument, ix) => ({ ix, instrument, scale: { pxDecimals: 2 } }));

const VENUE_CASES: readonly VenueCases[] = [
  {
    venue: 'BINANCE',
    isCase: (frame) => frame.e === 'forceOrder' || frame.stream?.includes('forceOrder') === true,
    stated: statedByBinance,
    rowsMin: 2,
    decoder: (instruments, out) => {
      const subscriptions = subscriptionsOf(instruments);
      return binanceDecoding.createDecoder({ product: 'usdm', subscriptions, out, counters: newDecodeCounters() });
    },
  },
  {
    venue: 'BYBIT',
    isCase: (frame) => /^(allLiquidation|liquidation)\./.test(frame.topic ?? ''),
    stated: statedByBybit,
    rowsMin: 2,
    decoder: (instruments, out) => {
      const subscriptions = subscriptionsOf(instruments);
      return bybitDecoding.createDecoder({ product: 'linear', subscriptions, out, counters: newDecodeCounters() });
    },
  },
  {
    venue: 'OKX',
    isCase: (frame) => frame.arg?.channel === 'liquidation-orders',
    stated: statedByOkx,
    rowsMin: 2,
    decoder: (instruments, out) => {
      const subscriptions = subscriptionsOf(instruments);
      return okxDecoding.createDecoder({ product: 'v5', subscriptions, out, counters: newDecodeCounters() });
    },
  },
];

function rowsOf({ venue, isCase }: VenueCases): readonly Row[] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(CASES, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.venue === venue.toLowerCase() && row.kind === 'ws-push' && isCase(row.raw));
}

/** Ten base units a contract, so that a size left in contracts shows. */
const QTY_SCALE = 10;

function instrumentOf(venue: Venue, wireSymbol: string): Instrument {
  const symbol = wireSymbol.replaceAll('-', '');
  return {
    id: instrumentId(symbol, 'perp', venue),
    venue,
    kind: 'perp',
    symbol,
    wireSymbol,
    baseAsset: symbol,
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    isInverse: false,
    qtyScale: QTY_SCALE,
    pxDivisor: 1,
    pxTick: '0.01',
    qtyStep: '0.001',
    qtyMin: '0.001',
    qtyMax: null,
    notionalMin: null,
    isTrading: true,
    listedMs: epochMs(1_600_000_000_000),
    fundingIntervalHours: 8,
  };
}

/** Reads frames through decoder, store and radar, and tells what the radar said of each event. */
function readingsOf(cases: VenueCases, frames: readonly Frame[]): readonly (RadarReading | null)[] {
  const names = [...new Set(frames.flatMap((frame) => cases.stated(frame)).map(({ wireSymbol }) => wireSymbol))];
  const instruments = names.map((name) => instrumentOf(cases.venue, name));
  const radar = new LiquidationRadar({ instruments });
  const readings: (RadarReading | null)[] = [];
  const store = new MarketStore(instruments, {
    isQuoteChecked: false,
    listener: {
      onTopChanged: () => undefined,
      onResyncNeeded: () => undefined,
      onLiquidation: (event) => void readings.push(radar.onLiquidation(event)),
    },
  });
  const ignore = (): void => undefined;
  const out: DecodedSink = {
    onDepth: ignore,
    onQuote: ignore,
    onTrade: ignore,
    onMark: ignore,
    onTicker: ignore,
    onCandle: ignore,
    onLiquidation: (ix, message, recvMs) => store.onLiquidation(ix, message, recvMs),
    onControl: ignore,
    onOffTick: ignore,
    onUnknown: ignore,
    onRare: ignore,
  };
  const decoder = cases.decoder(instruments, out);
  for (const frame of frames) {
    const bytes = Buffer.from(JSON.stringify(frame));
    decoder.decode(bytes, 0, bytes.length, RECV_MS);
  }
  return readings;
}

describe.skipIf(!isThere).each(VENUE_CASES)('liquidations of $venue as they were recorded', (cases) => {
  const rows = isThere ? rowsOf(cases) : [];

  it('are there', () => {
    expect(rows.length).toBeGreaterThanOrEqual(cases.rowsMin);
  });

  it.each(rows)('close the position that the row names, for its worth in USD: $id', ({ raw }) => {
    const stated = cases.stated(raw);
    const readings = readingsOf(cases, [raw]);
    expect(stated.length).toBeGreaterThan(0);
    expect(readings).toHaveLength(stated.length);
    for (const [nth, one] of stated.entries()) {
      expect(readings[nth]).toMatchObject({
        symbol: one.wireSymbol.replaceAll('-', ''),
        liquidatedSide: one.liquidatedSide,
        isLowerBound: one.isLowerBound,
      });
      expect(readings[nth]?.eventUsd).toBeCloseTo(one.px * one.qty * QTY_SCALE, 6);
    }
  });

  // The other project calls `side` what the forced order did: it sells what was long.
  it.each(rows.filter((row) => row.expected_form === 'tardis-normalized' && (row.expected as unknown[]).length > 0))(
    'go the way the other project says: $id',
    ({ raw, expected }) => {
      const sides = (expected as readonly { readonly side: string }[]).map(({ side }) =>
        side === 'sell' ? 'LONG' : 'SHORT',
      );
      expect(readingsOf(cases, [raw]).map((reading) => reading?.liquidatedSide)).toEqual(sides);
    },
  );

  it('count once when a second socket brings them again', () => {
    const frames = rows.map(({ raw }) => raw);
    expect(readingsOf(cases, [...frames, ...frames])).toHaveLength(readingsOf(cases, frames).length);
  });
});

describe.skipIf(!isThere)('a throttled burst', () => {
  it('of one Binance symbol, one frame a second, is a lower bound of what was liquidated', () => {
    const [cases] = VENUE_CASES as [VenueCases];
    const [row] = rowsOf(cases);
    const { o, ...rest } = (row!.raw.data ?? row!.raw) as { readonly o: Fields & { readonly T: unknown } };
    const frames = Array.from({ length: 5 }, (_, second) => ({
      ...rest,
      e: 'forceOrder',
      o: { ...o, T: Number(o.T) + second * 1_000 },
    }));
    const readings = readingsOf(cases, frames);
    expect(readings.map((reading) => [reading?.windowCount, reading?.isLowerBound])).toEqual(
      [1, 2, 3, 4, 5].map((count) => [count, true]),
    );
    expect(readings.at(-1)?.windowUsd).toBeCloseTo(5 * (readings[0]?.windowUsd ?? Number.NaN), 3);
  });
});
