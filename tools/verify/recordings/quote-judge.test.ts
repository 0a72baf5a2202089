import { DepthMessage, QuoteMessage } from '@riptide/core/domain';
import { Book } from '@riptide/core/market-data';
import { describe, expect, it } from 'vitest';
import { QuoteJudge } from './quote-judge.ts';

type Level = readonly [ticks: number, qty: number];

function depth(seq: number, bids: readonly Level[], asks: readonly Level[]): DepthMessage {
  const message = new DepthMessage();
  message.lastSeq = seq;
  for (const [ticks, qty] of bids) message.pushBid(ticks, qty);
  for (const [ticks, qty] of asks) message.pushAsk(ticks, qty);
  return message;
}

function quote(seq: number, [bidTicks, bidQty]: Level, [askTicks, askQty]: Level): QuoteMessage {
  return Object.assign(new QuoteMessage(), { seq, bidTicks, bidQty, askTicks, askQty });
}

function scene(allowsAdjacent: boolean, start: DepthMessage) {
  const book = new Book({ pxDecimals: 0, pxDivisor: 1, qtyScale: 1 });
  const judge = new QuoteJudge(allowsAdjacent);
  judge.onSnapshot(start);
  book.replace(start, 0);
  judge.onBook(book);
  const change = (message: DepthMessage): void => {
    judge.onLevels(message);
    book.apply(message, 0);
    judge.onBook(book);
  };
  return { judge, change };
}

const START = (): DepthMessage => depth(10, [[100, 1]], [[101, 1]]);

describe('QuoteJudge', () => {
  it('agrees whichever of quote and book comes first', () => {
    const { change, judge } = scene(false, START());
    judge.onQuote(quote(10, [100, 1], [101, 1]));
    judge.onQuote(quote(11, [100, 2], [101, 1]));
    change(depth(11, [[100, 2]], []));
    expect(judge.outcomes).toMatchObject({ checks: 2, agree: 2, mismatches: 0 });
  });

  it('takes a timed quote of the book right before or right after, in all four numbers', () => {
    const { change, judge } = scene(true, START());
    change(depth(11, [[100, 2]], []));
    judge.onQuote(quote(11, [100, 1], [101, 1]));
    judge.onQuote(quote(11, [100, 3], [101, 1]));
    change(depth(12, [[100, 3]], []));
    judge.onQuote(quote(11, [100, 3], [101, 2]));
    judge.finish();
    expect(judge.outcomes).toMatchObject({ checks: 3, agree: 0, adjacent: 2, mismatches: 1 });
  });

  it('takes no neighbour where quotes come from the event of the book', () => {
    const { change, judge } = scene(false, START());
    change(depth(11, [[100, 2]], []));
    judge.onQuote(quote(11, [100, 1], [101, 1]));
    expect(judge.outcomes).toMatchObject({ adjacent: 0, mismatches: 1 });
  });

  it('does not judge a level that a cold book has never seen, but judges one it has', () => {
    const { change, judge } = scene(false, depth(9, [], []));
    change(depth(10, [[100, 1]], [[101, 1]]));
    judge.onQuote(quote(10, [100.5, 4], [101, 1]));
    judge.onQuote(quote(10, [100, 4], [101, 1]));
    judge.onQuote(quote(10, [99, 4], [101, 1]));
    expect(judge.outcomes).toMatchObject({ checks: 3, cold: 1, mismatches: 2 });
  });

  it('calls nothing cold in a book that started from a snapshot', () => {
    const { judge } = scene(false, START());
    judge.onQuote(quote(10, [100.5, 4], [101, 1]));
    expect(judge.outcomes).toMatchObject({ cold: 0, mismatches: 1 });
  });
});
