import {
  domainError,
  err,
  ok,
  type BookResetReason,
  type DepthMessage,
  type DomainError,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it, vi } from 'vitest';
import { newDecodeCounters } from '../../kit/index.ts';
import { binanceSettings } from '../config.ts';
import { BinanceDecoder } from '../ws/parse.ts';
import { BookKeeper, type FrameSpan } from './book-keeper.ts';
import { RecordingSink, subscriptionsFor } from './recorder.fixture.ts';
import type { DepthReading } from './snapshot-queue.ts';

const nothing = (): void => undefined;

/** Writes down what happens to books, in words. */
class BookDiary implements MarketSink {
  readonly lines: string[] = [];
  canRaise = true;
  onQuote = nothing;
  onTrade = nothing;
  onMark = nothing;
  onTicker = nothing;
  onCandle = nothing;
  onLiquidation = nothing;
  onBookAlive = nothing;

  onBookSnapshot(_ix: number, depth: DepthMessage): void {
    this.lines.push(`snapshot ${depth.lastSeq}`);
  }

  onBookDelta(_ix: number, depth: DepthMessage): void {
    this.lines.push(`delta ${depth.lastSeq}`);
  }

  onBookReset(_ix: number, reason: BookResetReason): void {
    this.lines.push(`reset ${reason}`);
  }

  onScaleRaised(_ix: number, scale: { pxDecimals: number }): boolean {
    this.lines.push(`raised ${scale.pxDecimals}`);
    return this.canRaise;
  }

  readLevels(): number {
    return 0;
  }
}

type Answer = Result<DepthReading, DomainError>;

/** A keeper of one spot book, fed by frames, with snapshot answers given by hand. */
function keeperOfOne(pendingFramesMax = 8) {
  const clock = new VirtualClock(1_795_000_000_000);
  const sink = new BookDiary();
  const counters = newDecodeCounters();
  const asked: ((answer: Answer) => void)[] = [];
  const subscriptions = subscriptionsFor('spot', ['BTCUSDT'], [1]);
  const target = { kind: 'simulator', baseUrl: 'http://127.0.0.1:1' } as const;
  const keeper = new BookKeeper({
    product: 'spot',
    subscriptions,
    sink,
    counters,
    deps: { clock, random: seededRandom(1), log: silentLog() },
    settings: binanceSettings({ target, dataSilenceMs: 1, channelSilenceMs: 1, pendingFramesMax }),
    fetch: () => new Promise<Answer>((resolve) => void asked.push(resolve)),
  });
  const frame: FrameSpan = { bytes: Buffer.alloc(0), start: 0, end: 0 };
  const out = new RecordingSink(['BTCUSDT'], [1]);
  Object.assign(out, {
    onDepth: (ix: number, _isSnapshot: boolean, depth: DepthMessage) => keeper.onDepth(ix, depth, frame, clock.nowMs()),
    onOffTick: (ix: number, digits: number) => keeper.onOffTick(ix, digits, clock.nowMs()),
  });
  const decoder = new BinanceDecoder({ product: 'spot', subscriptions, out, counters });
  keeper.follow(decoder);
  const push = (firstSeq: number, lastSeq: number, px = '64000.1'): void => {
    const data = {
      e: 'depthUpdate',
      E: 1_795_000_000_000,
      s: 'BTCUSDT',
      U: firstSeq,
      u: lastSeq,
      b: [[px, '1']],
      a: [],
    };
    const bytes = Buffer.from(JSON.stringify({ stream: 'btcusdt@depth@100ms', data }));
    Object.assign(frame, { bytes, start: 0, end: bytes.length });
    decoder.decode(bytes, 0, bytes.length, clock.nowMs());
  };
  /** Answers the newest request. */
  const answer = async (seq: number, px = 64000.1): Promise<void> => {
    const reading: DepthReading = { kind: 'depth', wireSymbol: 'BTCUSDT', seq, bids: [[px, 1]], asks: [] };
    await settle(ok(reading));
  };
  const settle = async (result: Answer): Promise<void> => {
    asked.at(-1)?.(result);
    await vi.waitFor(() => Promise.resolve());
  };
  return { clock, sink, counters, asked, keeper, push, answer, settle };
}

describe('BookKeeper', () => {
  it('gives the snapshot, then the kept messages that follow it, and drops older ones', async () => {
    const { sink, counters, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    push(90, 95);
    push(96, 100);
    push(101, 104);
    await answer(100);
    push(105, 106);
    expect(sink.lines).toEqual(['snapshot 100', 'delta 104', 'delta 106']);
    expect(counters).toMatchObject({ stale: 2, gaps: 0, fast: 4 });
  });

  it('makes a quiet book live by its snapshot alone', async () => {
    const { sink, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    await answer(100);
    expect(sink.lines).toEqual(['snapshot 100']);
    push(101, 101);
    expect(sink.lines).toEqual(['snapshot 100', 'delta 101']);
  });

  it('waits for a newer snapshot when the first is older than what was kept, and gives nothing away before', async () => {
    const { clock, sink, counters, asked, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    push(110, 112);
    await answer(100);
    expect(sink.lines).toEqual([]);
    clock.advance(1_000);
    expect(asked).toHaveLength(2);
    await answer(111);
    expect(sink.lines).toEqual(['snapshot 111', 'delta 112']);
    expect(counters).toMatchObject({ gaps: 0, resyncs: 1 });
  });

  it('resets the book at a gap before anything of it is applied, and starts over', async () => {
    const { clock, sink, counters, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    await answer(100);
    push(101, 102);
    push(105, 106);
    expect(sink.lines.slice(-1)).toEqual(['reset sequence-gap']);
    push(107, 108);
    clock.advance(1_000);
    await answer(106);
    expect(sink.lines.slice(-2)).toEqual(['snapshot 106', 'delta 108']);
    expect(counters).toMatchObject({ gaps: 1, resyncs: 1 });
  });

  it('keeps a bounded number of frames; what was lost to the bound shows as a snapshot that does not meet the rest', async () => {
    const { clock, sink, keeper, push, answer } = keeperOfOne(2);
    keeper.channelUp(0);
    push(101, 101);
    push(102, 102);
    push(103, 103);
    await answer(100);
    expect(sink.lines).toEqual([]);
    clock.advance(1_000);
    await answer(102);
    expect(sink.lines).toEqual(['snapshot 102', 'delta 103']);
  });

  it('drops the answer of a request from before the channel was lost', async () => {
    const { sink, keeper, answer } = keeperOfOne();
    keeper.channelUp(0);
    keeper.channelDown(0, 'disconnected', 1);
    await answer(100);
    expect(sink.lines).toEqual(['reset disconnected']);
  });

  it('asks again with back-off after a failure, and waits as long as the venue says', async () => {
    const { clock, asked, keeper, settle } = keeperOfOne();
    keeper.channelUp(0);
    await settle(err(domainError('VENUE_BUSY', '')));
    clock.advance(249);
    expect(asked).toHaveLength(1);
    clock.advance(251);
    expect(asked).toHaveLength(2);
    await settle(err(domainError('VENUE_RATE_LIMITED', '', { retryAfterMs: 20_000 })));
    clock.advance(19_999);
    expect(asked).toHaveLength(2);
    clock.advance(1);
    expect(asked).toHaveLength(3);
  });

  it('reads finer prices from a message on once the receiver keeps them, and from a snapshot too', async () => {
    const { clock, sink, counters, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    await answer(100);
    push(101, 101, '64.123');
    expect(sink.lines).toEqual(['snapshot 100', 'raised 3', 'reset off-tick']);
    clock.advance(1_000);
    await answer(101, 64.12345);
    expect(sink.lines.slice(3)).toEqual(['raised 5', 'reset off-tick']);
    clock.advance(2_000);
    await answer(101, 64.12345);
    push(102, 102, '64.123');
    expect(sink.lines.slice(5)).toEqual(['snapshot 101', 'delta 102']);
    expect(counters.offTick).toBe(2);
  });

  it('leaves a book reset for good where the receiver can not keep its prices', async () => {
    const { clock, sink, asked, keeper, push, answer } = keeperOfOne();
    sink.canRaise = false;
    keeper.channelUp(0);
    await answer(100);
    push(101, 101, '64000.123');
    clock.advance(60_000);
    push(102, 102);
    keeper.channelUp(0);
    expect(asked).toHaveLength(1);
    expect(sink.lines).toEqual(['snapshot 100', 'raised 3', 'reset off-tick']);
  });

  it('fetches anew when the receiver dropped its book, and not while the channel is down', async () => {
    const { clock, sink, asked, keeper, answer } = keeperOfOne();
    keeper.resync(0);
    clock.advance(60_000);
    expect(asked).toHaveLength(0);
    keeper.channelUp(0);
    await answer(100);
    keeper.resync(0);
    clock.advance(1_000);
    await answer(120);
    expect(sink.lines).toEqual(['snapshot 100', 'snapshot 120']);
  });

  it('gives nothing away after it was stopped', async () => {
    const { sink, keeper, push, answer } = keeperOfOne();
    keeper.channelUp(0);
    keeper.stop();
    await answer(100);
    push(101, 101);
    expect(sink.lines).toEqual([]);
  });
});
