import type { FlightMoment } from '@riptide/contracts/calls';

type Book = NonNullable<FlightMoment['books']>[number];

export function buildBook(id: string, more: Partial<Book> = {}): Book {
  return {
    instrument_id: id,
    venue: 'OKX',
    market: 'perp',
    symbol: id.split('.')[0] ?? '',
    at: 1_700_000_000,
    live: true,
    reset_reason: null,
    book_age_seconds: 0.04,
    bid_price: 100,
    bid_size: 2,
    ask_price: 100.1,
    ask_size: 3,
    last_price: 100.05,
    mark_price: null,
    funding_rate: 0.0001,
    next_funding_at: null,
    spread_bps: 10,
    depth: null,
    ...more,
  };
}

export function buildMoment(more: Partial<FlightMoment> = {}): FlightMoment {
  return {
    ok: true,
    at: 1_700_000_000,
    record: {
      seq: 77,
      at: 1_700_000_000,
      kind: 'intent',
      title: 'SELL 42 SOLUSDT was wanted',
      symbol: 'SOLUSDT',
      venues: ['OKX'],
      data: { kind: 'intent' },
    },
    previous_seq: 76,
    next_seq: 78,
    books: [buildBook('SOLUSDT.PERP.OKX')],
    books_total: 1,
    market_since: 1_699_990_000,
    positions: [],
    orders: [],
    risk: null,
    arms: null,
    engines: [],
    trades: [],
    arbitrages: [],
    unknown: [
      { part: 'risk', reason: 'that stretch of the journal is not kept any more' },
      { part: 'arms', reason: 'the learner of then has no beliefs that can be shown' },
    ],
    ...more,
  };
}
