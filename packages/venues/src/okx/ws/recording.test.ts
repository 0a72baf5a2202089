import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DecodeCounters, DepthMessage, FeedSubscription } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { newDecodeCounters, type DecodedSink } from '../../kit/index.ts';
import { BookChecksum } from '../extra/book-checksum.ts';
import { MapBook } from '../../../test/okx/map-book.ts';
import { inPrices, RecordingSink } from '../../../test/recording-sink.ts';
import { subscriptionOf } from '../../../test/okx/subscriptions.ts';
import { BookSync } from './book-sync.ts';
import { OkxDecoder } from './parse.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const RECORDINGS = [
  { file: 'replay/okx-2021-07/OKEX.ws.1.0.gz', channel: 'books-l2-tbt', books: 1504, unreachableAsks: 6 },
  { file: 'replay/okx-2022-05/OKX.ws.1.0.gz', channel: 'books', books: 290, unreachableAsks: 0 },
] as const;

/** Received frames: lines `<time>: <JSON>`. */
function framesOf(file: string): readonly Buffer[] {
  const lines = gunzipSync(readFileSync(join(DATA, file)))
    .toString('utf8')
    .split('\n');
  return lines.flatMap((line) => {
    const match = /^[\d.]+: (.*)$/.exec(line);
    return match === null ? [] : [Buffer.from(match[1] as string)];
  });
}

function decodeAll(
  frames: readonly Buffer[],
  subscriptions: readonly FeedSubscription[],
  out: DecodedSink,
): DecodeCounters {
  const counters = newDecodeCounters();
  const decoder = new OkxDecoder({ product: 'v5', subscriptions, out, counters });
  for (const frame of frames) decoder.decode(frame, 0, frame.length, 1_700_000_000_000);
  return counters;
}

/** Learns the instruments from the frames themselves, with just enough decimals. */
function learn(frames: readonly Buffer[]): readonly FeedSubscription[] {
  const names = new Set<string>();
  const sink = new RecordingSink();
  decodeAll(frames, [], sink);
  for (const { what, name } of sink.unknown) if (what === 'symbol') names.add(name);
  let subscriptions = [...names].map((name, ix) => subscriptionOf(name, { ix, pxDecimals: 0 }));
  const finer = new RecordingSink();
  decodeAll(frames, subscriptions, finer);
  const digits = new Map<number, number>();
  for (const { ix, digits: needed } of finer.offTick) digits.set(ix, Math.max(digits.get(ix) ?? 0, needed));
  subscriptions = subscriptions.map((one) => ({ ...one, scale: { pxDecimals: digits.get(one.ix) ?? 0 } }));
  return subscriptions;
}

describe.each(RECORDINGS)('$file', ({ file, channel, books, unreachableAsks }) => {
  if (!existsSync(join(DATA, file))) {
    it.skip(`needs the recording ${file}`, () => undefined);
    return;
  }
  const frames = framesOf(file);
  const subscriptions = learn(frames);

  it('is read without a slow, malformed, unknown or off-tick frame', () => {
    const counters = decodeAll(frames, subscriptions, new RecordingSink());
    expect(counters).toMatchObject({ slow: 0, malformed: 0, unknown: 0, offTick: 0 });
    expect(counters.fast + counters.keyed + counters.control).toBe(frames.length);
  });

  it("rebuilds books whose crc32 is the venue's own after every frame", () => {
    const sync = new BookSync(subscriptions.length);
    const checksum = new BookChecksum();
    const mapBooks = subscriptions.map(() => new MapBook());
    const verdicts = { right: 0, wrong: 0, refused: 0 };
    const sink = new RecordingSink();
    sink.onDepth = (ix: number, isSnapshot: boolean, depth: DepthMessage): void => {
      if (sync.judge(ix, isSnapshot, depth) !== 'apply') {
        verdicts.refused += 1;
        return;
      }
      const book = mapBooks[ix] as MapBook;
      book.apply(isSnapshot, depth);
      const computed = checksum.compute(book, ix, (subscriptions[ix] as FeedSubscription).scale.pxDecimals);
      verdicts[computed === depth.checksum ? 'right' : 'wrong'] += 1;
    };
    decodeAll(frames, subscriptions, sink);
    expect(verdicts).toEqual({ right: books, wrong: 0, refused: 0 });
  });

  it('says what JSON.parse says, level by level, but for asks that no int32 can hold', () => {
    const sink = new RecordingSink();
    decodeAll(frames, subscriptions, sink);
    const expected = frames
      .map((frame) => JSON.parse(frame.toString('utf8')))
      .filter((frame) => frame.data !== undefined && frame.arg.channel === channel);
    expect(sink.depths.length).toBe(expected.length);
    let farAsks = 0;
    expected.forEach((frame, at) => {
      const [row] = frame.data;
      const depth = sink.depths[at]!;
      const { instrument, scale } = subscriptions[depth.ix]!;
      expect(instrument.wireSymbol).toBe(frame.arg.instId);
      expect(depth.isSnapshot).toBe(frame.action === 'snapshot');
      expect(inPrices(depth.bids, scale.pxDecimals)).toEqual(
        row.bids.map((level: string[]) => [Number(level[0]), Number(level[1])]),
      );
      const inReach = row.asks.filter(([px]: string[]) => Number(px) * 10 ** scale.pxDecimals < 2 ** 31);
      expect(inPrices(depth.asks, scale.pxDecimals)).toEqual(
        inReach.map((level: string[]) => [Number(level[0]), Number(level[1])]),
      );
      farAsks += row.asks.length - inReach.length;
      expect(depth.venueMs).toBe(Number(row.ts));
      expect(depth.checksum).toBe(row.checksum);
    });
    expect(farAsks).toBe(unreachableAsks);
  });
});
