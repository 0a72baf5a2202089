import { ok, type Venue } from '@riptide/core/domain';
import type { FrameFault } from '../faults-public.ts';
import { faultKind, type FaultKind } from './fault-kind.ts';
import { count, defaulted, optional, text, textLike, whole } from './fields.ts';

const COUNT = defaulted(count('how many frames, or answers, it meets'), 1);
const TOPIC = optional(
  text(64, 'a part of the topic as the venue names it (@depth, orderbook.50, books, level2); any when absent'),
);
const PATH_PREFIX = textLike(
  /^\/[\x21-\x7e]{0,255}$/,
  'a path of 1 to 256 characters that starts with /',
  'start of the path',
);
const BODY = defaulted(text(4_096, 'the body'), '{"msg":"planned answer"}');

/** What the feed of book changes is called at each venue. */
const BOOK_TOPICS: Readonly<Record<Venue, string>> = {
  BINANCE: '@depth',
  BYBIT: 'orderbook.',
  OKX: 'books:',
  KUCOIN: 'level2:',
};

/** Faults of public frames and of answers by path. */
export const PUBLIC_FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  'book-desync': faultKind({
    about: 'the next changes of the book are never sent, so that the copy of a reader goes out of step',
    symbol: 'required',
    fields: { count: COUNT },
    example: { symbol: 'BTCUSDT', count: 2 },
    arm: ({ wire, venue, listing }, values) =>
      ok({
        kind: 'armed',
        armed: wire.frame({ kind: 'drop', topic: BOOK_TOPICS[venue], ...aimed(listing), ...values }),
      }),
  }),
  'frame-drop': frameKind('drop', 'a data frame is never sent'),
  'frame-duplicate': frameKind('duplicate', 'a data frame is sent twice'),
  'frame-swap': frameKind('swap-with-next', 'a data frame goes after the next one of its topic'),
  'frame-truncate': frameKind('truncate', 'a data frame is cut in the middle'),
  'frame-wrong-type': frameKind('wrong-type', 'a number or a list in a data frame becomes an object'),
  'frame-unknown-channel': frameKind('unknown-channel', 'a frame of a channel that does not exist goes first'),
  'frame-cross-book': frameKind('cross-book', 'the best bid of a frame stands over its best ask'),
  'rest-hang': faultKind({
    about: 'requests to a path, public and private, are taken and never answered, until healed',
    symbol: 'none',
    fields: { path_prefix: PATH_PREFIX },
    example: { venue: 'BYBIT', path_prefix: '/v5/market/' },
    arm: ({ wire }, { path_prefix }) => ok({ kind: 'armed', armed: wire.hangRest(path_prefix) }),
  }),
  'rest-fail': faultKind({
    about: 'requests to a path, public and private, get this answer and are not done',
    symbol: 'none',
    fields: {
      path_prefix: PATH_PREFIX,
      status: whole({ min: 400, max: 599 }, 'the status'),
      body: BODY,
      retry_after_s: optional(whole({ min: 0, max: 3_600 }, 'Retry-After, seconds; none when absent')),
      count: COUNT,
    },
    example: { venue: 'OKX', path_prefix: '/api/v5/market/', status: 503 },
    arm({ wire }, { path_prefix, status, body, retry_after_s, count: times }) {
      const headers = retry_after_s === null ? {} : { 'retry-after': String(retry_after_s) };
      return ok({ kind: 'armed', armed: wire.failRest(path_prefix, status, body, times, headers) });
    },
  }),
};

function aimed(listing: { readonly instrument: { readonly wireSymbol: string } } | null): {
  readonly wireSymbol?: string;
} {
  return listing === null ? {} : { wireSymbol: listing.instrument.wireSymbol };
}

function frameKind(kind: FrameFault['kind'], about: string): FaultKind {
  return faultKind({
    about,
    symbol: 'optional',
    fields: { topic: TOPIC, count: COUNT },
    example: { symbol: 'BTCUSDT', count: 1 },
    arm({ wire, listing }, { topic, count: times }) {
      const fault = { kind, count: times, ...aimed(listing), ...(topic === null ? {} : { topic }) };
      return ok({ kind: 'armed', armed: wire.frame(fault) });
    },
  });
}
