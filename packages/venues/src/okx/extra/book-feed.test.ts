import {
  DepthMessage,
  domainError,
  err,
  ok,
  type BookResetReason,
  type DomainError,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { MapBook } from '../../../test/okx/map-book.ts';
import { newDecodeCounters, type PendingFrame, type RestReading } from '../../kit/index.ts';
import { BookChecksum } from './book-checksum.ts';
import { BookFeed } from './book-feed.ts';

type BookReading = Extract<RestReading, { kind: 'depth' }>;
type Answer = Result<BookReading, DomainError>;

const IX = 1;
const START_MS = 1_795_768_000_000;
const NO_BYTES = Buffer.from('{}');

function depth(
  prev: number,
  last: number,
  bids: readonly (readonly [number, number])[] = [[100, 1]],
  checksum = 0,
): DepthMessage {
  const message = new DepthMessage();
  message.prevSeq = prev;
  message.lastSeq = last;
  message.checksum = checksum;
  message.venueMs = START_MS;
  for (const [ticks, qty] of bids) message.pushBid(ticks, qty);
  return message;
}

const reading = (
  seq: number,
  bids: BookReading['bids'] = [[99, 5]],
  asks: BookReading['asks'] = [[101, 2]],
): BookReading => ({ kind: 'depth', wireSymbol: 'X', seq, venueMs: START_MS, bids, asks });

/** The feed with a sink that keeps one plain book, and everything it asked for. */
class Bench {
  readonly clock = new VirtualClock(START_MS);
  readonly counters = newDecodeCounters();
  readonly resets: BookResetReason[] = [];
  readonly calls: string[] = [];
  readonly book = new MapBook();
  readonly renewed: number[] = [];
  readonly fetched: number[] = [];
  readonly answers: ((answer: Answer) => void)[] = [];
  /** What the kept frames decode to, by the order they were kept in. */
  readonly keptDepths: DepthMessage[] = [];
  canRenew = true;
  readonly feed: BookFeed;

  constructor(instruments = 2) {
    const sink = {
      onBookSnapshot: (_ix: number, message: DepthMessage) => this.applied('snapshot', message),
      onBookDelta: (_ix: number, message: DepthMessage) => this.applied('delta', message),
      onBookReset: (_ix: number, reason: BookResetReason) => void this.resets.push(reason),
      onBookAlive: () => void this.calls.push('alive'),
      readLevels: this.book.readLevels.bind(this.book),
    } as unknown as MarketSink;
    this.feed = new BookFeed({
      instruments,
      sink,
      counters: this.counters,
      deps: { clock: this.clock, random: () => 1, log: silentLog() },
      snapshotWaitMs: 3_000,
      pxDecimals: () => 0,
      fetchBook: (ix) => {
        this.fetched.push(ix);
        return new Promise((resolve) => this.answers.push(resolve));
      },
      renew: (ix) => {
        this.renewed.push(ix);
        return this.canRenew;
      },
      replay: (frames) => this.replay(frames),
    });
  }

  send(message: DepthMessage, isSnapshot = false, ix = IX): void {
    this.feed.onDepth(ix, isSnapshot, message, {
      bytes: NO_BYTES,
      start: 0,
      end: NO_BYTES.length,
      recvMs: this.clock.nowMs(),
    });
  }

  /** Sends an update that will be kept. */
  sendKept(message: DepthMessage): void {
    this.keptDepths.push(message);
    this.send(message);
  }

  live(): this {
    this.send(depth(-1, 10), true);
    return this;
  }

  sweepAfter(ms: number): void {
    this.clock.advance(ms);
    this.feed.sweep(this.clock.nowMs());
  }

  /** Answers the oldest open REST request and lets the answer be worked on. */
  async answer(with_: Answer): Promise<void> {
    this.answers.shift()!(with_);
    await Promise.resolve();
    await Promise.resolve();
  }

  private applied(what: string, message: DepthMessage): void {
    this.calls.push(`${what} ${message.lastSeq}`);
    this.book.apply(what === 'snapshot', message);
  }

  private replay(frames: readonly PendingFrame[]): void {
    for (const message of this.keptDepths.splice(0, frames.length)) this.send(message);
  }
}

describe('BookFeed', () => {
  it('hands a snapshot and what follows it to the sink', () => {
    const bench = new Bench().live();
    bench.send(depth(10, 12));
    bench.send(depth(12, 12, []));
    expect(bench.calls).toEqual(['snapshot 10', 'delta 12', 'alive']);
    expect(bench.resets).toEqual([]);
  });

  it('resets the book on a gap, applies nothing of it, and subscribes anew at once', () => {
    const bench = new Bench().live();
    bench.send(depth(11, 12));
    expect([bench.calls, bench.resets, bench.counters.gaps]).toEqual([['snapshot 10'], ['sequence-gap'], 1]);
    bench.sweepAfter(0);
    expect([bench.renewed, bench.counters.resyncs]).toEqual([[IX], 1]);
    bench.send(depth(12, 14));
    bench.send(depth(-1, 20), true);
    bench.send(depth(20, 21));
    expect(bench.calls).toEqual(['snapshot 10', 'snapshot 20', 'delta 21']);
  });

  it('counts a repeated message as stale and applies it once', () => {
    const bench = new Bench().live();
    bench.send(depth(10, 12));
    bench.send(depth(10, 12));
    expect([bench.calls, bench.counters.stale, bench.resets]).toEqual([['snapshot 10', 'delta 12'], 1, []]);
  });

  it('spaces repeated losses by a growing back-off, and forgets them after half a minute of life', () => {
    const bench = new Bench().live();
    const loseAndWait = (): number => {
      bench.send(depth(5, 6));
      const before = bench.renewed.length;
      let waitedMs = 0;
      bench.feed.sweep(bench.clock.nowMs());
      while (bench.renewed.length === before) {
        bench.sweepAfter(250);
        waitedMs += 250;
      }
      bench.send(depth(-1, 10), true);
      return waitedMs;
    };
    expect([loseAndWait(), loseAndWait(), loseAndWait(), loseAndWait()]).toEqual([0, 500, 1_000, 2_000]);
    bench.clock.advance(31_000);
    expect(loseAndWait()).toBe(0);
  });

  it('verifies a checksum that is not zero after every message, and resets on a mismatch', () => {
    const bench = new Bench();
    const good = new MapBook();
    const snapshot = depth(-1, -1, [[100, 1]]);
    good.apply(true, snapshot);
    snapshot.checksum = new BookChecksum().compute(good, 0, 0);
    bench.send(snapshot, true);
    expect(bench.resets).toEqual([]);
    bench.send(depth(-1, -1, [[100, 2]], 12_345));
    expect(bench.resets).toEqual(['checksum-mismatch']);
  });

  it('takes the snapshot by REST when none comes within the wait after the acknowledgement', async () => {
    const bench = new Bench();
    bench.feed.onConfirmed(IX, bench.clock.nowMs());
    bench.sendKept(depth(90, 95));
    bench.sendKept(depth(95, 104, [[98, 3]]));
    bench.sendKept(depth(104, 106, [[97, 4]]));
    bench.sweepAfter(2_900);
    expect(bench.fetched).toEqual([]);
    bench.sweepAfter(200);
    expect(bench.fetched).toEqual([IX]);
    await bench.answer(ok(reading(100)));
    expect(bench.calls).toEqual(['snapshot 100', 'delta 104', 'delta 106']);
    expect(bench.counters.stale).toBe(1);
    expect(bench.book.levels('bid')).toEqual([
      [99, 5],
      [98, 3],
      [97, 4],
    ]);
    bench.send(depth(106, 107));
    expect(bench.resets).toEqual([]);
  });

  it('asks again when the REST snapshot is older than the first kept update, or failed', async () => {
    const bench = new Bench();
    bench.feed.onConfirmed(IX, bench.clock.nowMs());
    bench.sendKept(depth(110, 115));
    bench.sweepAfter(3_000);
    await bench.answer(ok(reading(100)));
    expect(bench.calls).toEqual([]);
    bench.sweepAfter(0);
    await bench.answer(err(domainError('VENUE_TIMEOUT', 'no answer')));
    bench.sweepAfter(500);
    await bench.answer(ok(reading(112)));
    expect(bench.fetched.length).toBe(3);
    expect(bench.calls).toEqual(['snapshot 112', 'delta 115']);
  });

  it('forgets a REST answer that a snapshot on the channel or a loss overtook', async () => {
    const bench = new Bench();
    bench.feed.onConfirmed(IX, bench.clock.nowMs());
    bench.sweepAfter(3_000);
    bench.send(depth(-1, 200), true);
    await bench.answer(ok(reading(100)));
    expect(bench.calls).toEqual(['snapshot 200']);
    bench.feed.onConfirmed(IX, bench.clock.nowMs());
    bench.sweepAfter(10_000);
    expect(bench.fetched.length).toBe(1);
  });

  it('has at most four REST requests on their way', async () => {
    const bench = new Bench(10);
    for (let ix = 0; ix < 10; ix += 1) bench.feed.onConfirmed(ix, bench.clock.nowMs());
    bench.sweepAfter(3_000);
    expect(bench.fetched.length).toBe(4);
    await bench.answer(ok(reading(100)));
    bench.sweepAfter(250);
    expect(bench.fetched.length).toBe(5);
  });

  it('goes by REST when the connection may not subscribe again', () => {
    const bench = new Bench().live();
    bench.canRenew = false;
    bench.send(depth(5, 6));
    bench.sweepAfter(0);
    expect(bench.fetched).toEqual([IX]);
  });

  it('resets the book of a lost connection and waits for the next acknowledgement', () => {
    const bench = new Bench().live();
    bench.feed.onDisconnected(IX, bench.clock.nowMs());
    bench.sweepAfter(60_000);
    expect([bench.resets, bench.renewed, bench.fetched]).toEqual([['disconnected'], [], []]);
  });

  it('leaves a book alone whose prices can not be kept', () => {
    const bench = new Bench().live();
    bench.feed.giveUp(IX, bench.clock.nowMs());
    bench.feed.giveUp(IX, bench.clock.nowMs());
    bench.send(depth(-1, 30), true);
    bench.sweepAfter(60_000);
    expect([bench.resets, bench.calls, bench.renewed]).toEqual([['off-tick'], ['snapshot 10'], []]);
  });

  it('does nothing with an answer after the stop', async () => {
    const bench = new Bench();
    bench.feed.onConfirmed(IX, bench.clock.nowMs());
    bench.sweepAfter(3_000);
    bench.feed.stop();
    await bench.answer(ok(reading(100)));
    expect(bench.calls).toEqual([]);
  });
});
