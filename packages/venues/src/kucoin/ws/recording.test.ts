import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import type { DomainError, Result } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { MapSink } from '../../../test/kucoin/map-book.ts';
import { subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import { newDecodeCounters, type DecodedSink } from '../../kit/index.ts';
import { BookKeeper } from '../extra/book-keeper.ts';
import { decimalsOf, newDecoderState } from '../extra/decoder-state.ts';
import type { SnapshotReading } from '../extra/snapshot-queue.ts';
import { readRest } from '../rest/parse.ts';
import { KucoinDecoder } from './parse.ts';

/** The recorded session of April 2021: ten spot pairs, half a minute, with the REST snapshots of that moment. */

const REPOSITORY = resolve(import.meta.dirname, '../../../../..');
const FOLDER = resolve(
  process.env['REAL_DATA_DIR'] ?? resolve(REPOSITORY, '../shared/data'),
  'replay/kucoin-spot-2021-04',
);
const PX_DECIMALS: Readonly<Record<string, number>> = {
  'EQZ-BTC': 8,
  'ANKR-BTC': 10,
  'SNX-BTC': 7,
  'FET-BTC': 8,
  'BCHSV-USDT': 3,
  'NRG-BTC': 8,
  'CAPP-BTC': 10,
  'DAPPT-BTC': 10,
  'COV-BTC': 9,
  'LTX-USDT': 5,
};

/** A line of the session: a frame, or the answer to a snapshot request. */
type Line = { readonly atMs: number } & (
  { readonly frame: string } | { readonly symbol: string; readonly body: unknown }
);

function linesOf(): readonly Line[] {
  const text = (name: string): readonly string[] =>
    gunzipSync(readFileSync(resolve(FOLDER, name)))
      .toString('utf8')
      .split('\n');
  const frames = text('KUCOIN.ws.1.0.dev.gz').flatMap((line): Line[] => {
    const match = /^(\d+\.\d+): (\{.*)$/.exec(line);
    return match === null ? [] : [{ atMs: Number(match[1]) * 1000, frame: match[2]! }];
  });
  const answers = text('KUCOIN.http.0.0.dev.gz').flatMap((line): Line[] => {
    const match = /symbol=([A-Z0-9-]+) -> (\d+\.\d+): (\{.*)$/.exec(line);
    return match === null ? [] : [{ atMs: Number(match[2]) * 1000, symbol: match[1]!, body: JSON.parse(match[3]!) }];
  });
  return [...frames, ...answers].sort((a, b) => a.atMs - b.atMs);
}

describe.skipIf(!existsSync(FOLDER))('the recorded session', () => {
  it('is read by the fast tier, joins its snapshots without a gap and agrees with the tickers', async () => {
    const subscriptions = Object.entries(PX_DECIMALS).map(([symbol, decimals], ix) =>
      subscriptionFor(ix, symbol, decimals),
    );
    const sink = new MapSink();
    const counters = newDecodeCounters();
    const decimals = decimalsOf(subscriptions);
    const rowFloor = new Float64Array(subscriptions.length).fill(-1);
    const clock = new VirtualClock(1_619_378_320_000);
    const waiting = new Map<number, (answer: Result<SnapshotReading, DomainError>) => void>();
    const ignore = (): void => undefined;
    const others: Omit<DecodedSink, 'onDepth'> = {
      onQuote: (ix, quote) => sink.onQuote(ix, quote),
      onTrade: () => sink.onTrade(),
      onCandle: () => sink.onCandle(),
      onMark: ignore,
      onTicker: ignore,
      onLiquidation: ignore,
      onControl: ignore,
      onOffTick: ignore,
      onUnknown: ignore,
      onRare: ignore,
    };
    const keeper = new BookKeeper({
      urgent: new Set<number>(),
      deps: { clock, random: seededRandom(1), log: silentLog() },
      sink,
      counters,
      slots: subscriptions.length,
      decimals,
      rowFloor,
      snapshotDepth: Number.POSITIVE_INFINITY,
      pendingFramesMax: 4_000,
      snapshotsInFlightMax: subscriptions.length,
      fetchSnapshot: (ix) => new Promise((answer) => void waiting.set(ix, answer)),
      createReplay: (own) => {
        const out: DecodedSink = {
          ...others,
          onQuote: ignore,
          onDepth: (ix, _isSnapshot, depth) => own.onReplayed(ix, depth),
        };
        return new KucoinDecoder(
          newDecoderState({ subscriptions, out, counters: newDecodeCounters(), decimals, rowFloor }),
        );
      },
    });
    let frame = { bytes: Buffer.alloc(0), recvMs: 0 };
    const out: DecodedSink = {
      ...others,
      onDepth: (ix, _isSnapshot, depth, recvMs) =>
        keeper.onFrame(ix, { depth, bytes: frame.bytes, start: 0, end: frame.bytes.length, recvMs }),
    };
    const decoder = new KucoinDecoder(newDecoderState({ subscriptions, out, counters, decimals, rowFloor }));
    for (const { ix } of subscriptions) keeper.add(ix);
    for (const { ix } of subscriptions) keeper.confirmed(ix);
    clock.advance(0);

    let frames = 0;
    let joined = 0;
    for (const line of linesOf()) {
      if ('frame' in line) {
        frame = { bytes: Buffer.from(line.frame), recvMs: line.atMs };
        frames += 1;
        decoder.decode(frame.bytes, 0, frame.bytes.length, line.atMs);
        continue;
      }
      const ix = subscriptions.findIndex(({ instrument }) => instrument.wireSymbol === line.symbol);
      const reading = readRest('/api/v3/market/orderbook/level2', line.body);
      const answer = waiting.get(ix);
      if (reading?.kind !== 'depth' || answer === undefined) continue;
      answer({ ok: true, value: reading });
      await new Promise((done) => setImmediate(done));
      joined += 1;
    }

    expect({ frames, joined }).toEqual({ frames: 3_310, joined: 5 });
    const { malformed, unknown, gaps, resyncs, offTick } = counters;
    expect({ malformed, unknown, gaps, resyncs, offTick }).toEqual({
      malformed: 0,
      unknown: 0,
      gaps: 0,
      resyncs: 0,
      offTick: 0,
    });
    // Candles are the one rare channel in it.
    expect(counters.slow).toBe(sink.counts.candles);
    expect(counters.keyed).toBe(0);
    expect(counters.fast + counters.slow + counters.control).toBe(frames);
    expect(sink.liveCount).toBe(joined);
    expect(sink.quoteChecks.checked).toBeGreaterThan(400);
    expect(sink.quoteChecks.mismatches).toBe(0);
  });
});

if (!existsSync(FOLDER)) it.skip(`needs the recording in ${FOLDER}`, () => undefined);
