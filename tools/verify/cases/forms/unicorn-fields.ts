import type { CaseEvent, EventKind } from '../case-event.ts';
import type { CaseRow, Json } from '../case-row.ts';
import { judgeFacts, type Fact } from './facts.ts';
import { unsupported, type RowVerdict } from '../verdict.ts';

type Read = (event: CaseEvent) => unknown;

/** The peer's name of a field, by the kind of event it stands in. Prices and sizes are text there. */
const FIELDS: Readonly<Partial<Record<EventKind, Readonly<Record<string, Read>>>>> = {
  trade: {
    symbol: (one) => one.symbol,
    price: (one) => one['px'],
    quantity: (one) => one['qty'],
    trade_id: (one) => Number(one['tradeId']),
    aggregate_trade_id: (one) => Number(one['tradeId']),
    trade_time: (one) => one['venueMs'],
    is_market_maker: (one) => one['takerSide'] === 'SELL',
  },
  ticker: {
    symbol: (one) => one.symbol,
    event_time: (one) => one['venueMs'],
    last_price: (one) => one['lastPx'],
    close_price: (one) => one['lastPx'],
    open_price: (one) => one['openPx'],
    high_price: (one) => one['highPx'],
    low_price: (one) => one['lowPx'],
    price_change_percent: (one) => (one['changeFrac'] as number) * 100,
    total_traded_base_asset_volume: (one) => one['volumeQty'],
    total_traded_quote_asset_volume: (one) => one['volumeQuote'],
    // Of mini tickers the peer calls the whole volume that of takers.
    taker_by_base_asset_volume: (one) => one['volumeQty'],
    taker_by_quote_asset_volume: (one) => one['volumeQuote'],
  },
  quote: {
    symbol: (one) => one.symbol,
    order_book_update_id: (one) => one['seq'],
    best_bid_price: (one) => one['bidPx'],
    best_bid_quantity: (one) => one['bidQty'],
    best_ask_price: (one) => one['askPx'],
    best_ask_quantity: (one) => one['askQty'],
  },
  candle: {
    symbol: (one) => one.symbol,
    kline_start_time: (one) => one['openMs'],
    open_price: (one) => one['open'],
    high_price: (one) => one['high'],
    low_price: (one) => one['low'],
    close_price: (one) => one['close'],
    base_volume: (one) => one['volumeQty'],
    quote: (one) => one['volumeQuote'],
    is_closed: (one) => one['isClosed'],
  },
  depth: {
    symbol: (one) => one.symbol,
    event_time: (one) => one['venueMs'],
    first_update_id_in_event: (one) => one['firstSeq'],
    final_update_id_in_event: (one) => one['lastSeq'],
    final_update_id_in_previous_event: (one) => one['prevSeq'],
    bids: (one) => one['bids'],
    asks: (one) => one['asks'],
  },
};

/** Compares the fields the unicorn-fy project reads with ours. */
export function checkUnicornFields(row: CaseRow, events: readonly CaseEvent[]): RowVerdict {
  const rows: Json[] = Array.isArray(row.expected?.data)
    ? row.expected.data
    : [{ ...row.expected, ...row.expected?.kline }];
  if (rows.length !== events.length) return unsupported(`${rows.length} expected, ${events.length} read`);
  const facts = rows.flatMap((expected, at) => factsOf(expected, events[at] as CaseEvent));
  return judgeFacts(facts);
}

function factsOf(expected: Json, event: CaseEvent): readonly Fact[] {
  const fields = FIELDS[event.kind] ?? {};
  return Object.entries(expected)
    .filter(([, value]) => value === null || typeof value !== 'object' || Array.isArray(value))
    .map(([what, value]) => ({ what: `${event.kind}.${what}`, expected: plain(value), found: fields[what]?.(event) }));
}

/** Numbers stand as text in the peer's rows, in levels too. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
