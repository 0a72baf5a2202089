import type { Venue } from '@riptide/core/domain';
import type { RestReading } from '@riptide/venues/kit';
import { isSame, shown, type CaseEvent } from './case-event.ts';
import type { CaseRow, Json } from './case-row.ts';
import { checkForm } from './check-form.ts';
import { decodingOf } from './decode-frames.ts';
import { unknownFormReason } from './expectation.ts';
import { agree, disagree, unsupported, type RowVerdict } from './verdict.ts';

/** Paths of answers that only say what they are. By the channel and test they are filed under. */
const PATHS: Readonly<Record<Venue, readonly (readonly [named: RegExp, path: string])[]>> = {
  BINANCE: [
    [/error|deserialize_error/i, ''],
    [/exchange_?info|all_symbols|trading_rules/i, 'exchangeInfo'],
    [/server_?time|TestServerTime/i, 'time'],
    [/klines/i, 'klines'],
    [/ticker_24hr|24hr-ticker|PriceChangeStats|TestListSymbolTicker|latest_prices/i, 'ticker/24hr'],
    [/AggregateTrades/i, 'aggTrades'],
    [/PremiumIndex/i, 'premiumIndex'],
    [/l2_snapshot|rest_snapshot|TestDepth/i, 'depth'],
  ],
  BYBIT: [
    [/get_instruments|instruments-info/, '/v5/market/instruments-info'],
    [/get_orderbook|l2_snapshot/, '/v5/market/orderbook'],
    [/erroneous|error/i, ''],
    [/rest_snapshot/, '/v5/market/orderbook'],
    [/getInstrument|all_symbols|trading_rules/, '/v5/market/instruments-info'],
    [/get_tickers|getTicker|latest_prices/, '/v5/market/tickers'],
    [/get_klines|get-kline/, '/v5/market/kline'],
    [/get_trades_recent/, '/v5/market/recent-trade'],
    [/server_time/, '/v5/market/time'],
  ],
  OKX: [
    [/l2_snapshot|rest_snapshot/, '/api/v5/market/books'],
    [/get_instruments|all_symbols_request|trading_rules_request/, '/api/v5/public/instruments'],
    [/latest_(single_)?prices?_request/, '/api/v5/market/ticker'],
    [/network_status_request/, '/api/v5/public/time'],
    [/get_index_price/, '/api/v5/market/index-tickers'],
    [/get_mark_price/, '/api/v5/public/mark-price'],
    [/get_candlesticks/, '/api/v5/market/candles'],
    [/get_trades/, '/api/v5/market/trades'],
  ],
  KUCOIN: [
    [/l2_snapshot/, '/api/v1/level2/snapshot'],
    [/rest_snapshot|get_snapshot/, '/api/v3/market/orderbook/level2'],
    [/open_interest|active_contracts/, '/api/v1/contracts/active'],
  ],
};

/** Checks a REST answer against what JSON.parse says of it. */
export function checkRest(row: CaseRow): RowVerdict {
  const { path, body, isSigned } = answerOf(row);
  if (isSigned) return unsupported('a signed call: accounts and orders are not read yet');
  if (path === null) return unsupported('the row does not say which endpoint it is of, or the endpoint is not read');
  if (body === null || typeof body !== 'object') return unsupported('an answer that is no JSON object');
  const reading = decodingOf(row.venue).readRest(path, body);
  if (reading === null) return unsupported(`endpoint ${path.split('?')[0]} is not read`);
  if (reading.kind === 'refusal') return unsupported(`the venue's refusal ${reading.code}`);
  const difference = differenceOf(reading, body);
  if (difference !== null) return disagree(`${path.split('?')[0]}: ${difference}`);
  const unknownForm = unknownFormReason(row);
  if (unknownForm !== null) return unsupported(unknownForm);
  const events = eventsOf(reading);
  // What other projects state of an answer is compared where it can be told in the words of a push.
  return events.length === 0 ? agree() : checkForm(row, [events]);
}

function answerOf(row: CaseRow): { readonly path: string | null; readonly body: Json; readonly isSigned: boolean } {
  const { raw } = row;
  if (typeof raw?.path === 'string')
    return { path: raw.path, body: raw.response ?? null, isSigned: raw.signed === true };
  if (typeof raw?.request?.path === 'string')
    return { path: raw.request.path, body: raw.response ?? null, isSigned: false };
  const named = PATHS[row.venue].find(([pattern]) => pattern.test(`${row.channel} ${row.test}`))?.[1] ?? '';
  if (named === '') return { path: null, body: raw, isSigned: false };
  const prefix = row.venue === 'BINANCE' ? (row.market === 'spot' ? '/api/v3/' : '/fapi/v1/') : '';
  return { path: `${prefix}${named}`, body: raw, isSigned: false };
}

/** Figures some venues leave to the reader: change over the open, quote volume from base volume. */
const DERIVED: ReadonlySet<string> = new Set(['changeFrac', 'volumeQuote']);

/** A reading must hold nothing that is not in the answer, and every row of it. */
function differenceOf(reading: RestReading, body: Json): string | null {
  const known = leavesOf(body);
  if (reading.kind === 'depth') return depthDifference(reading, body);
  if (reading.kind === 'time')
    return known.has(String(reading.venueMs)) || [...known].some((text) => text.startsWith(String(reading.venueMs)))
      ? null
      : 'time';
  const rows = listIn(body);
  if (reading.kind === 'instruments') {
    const count = reading.instruments.length + reading.skipped;
    if (count !== rows.length) return `${rows.length} instruments, ${count} read`;
    const wrong = reading.instruments.find(
      ({ wireSymbol, pxTick }) => !known.has(wireSymbol) || !hasNumber(known, Number(pxTick)),
    );
    return wrong === undefined ? null : `instrument ${wrong.wireSymbol}: tick ${wrong.pxTick} is not in the answer`;
  }
  const read: readonly object[] = readRows(reading);
  if (read.length !== rows.length) return `${rows.length} rows, ${read.length} read`;
  for (const one of read) {
    for (const [field, value] of Object.entries(one)) {
      if (typeof value !== 'number' || Number.isNaN(value) || DERIVED.has(field)) continue;
      if (!hasNumber(known, value) && !hasNumber(known, value * 100) && !hasTime(known, value))
        return `${field} ${value} is not in the answer`;
    }
  }
  return null;
}

function readRows(reading: RestReading): readonly object[] {
  if (reading.kind === 'trades') return reading.trades;
  if (reading.kind === 'candles') return reading.candles;
  if (reading.kind === 'tickers') return reading.tickers;
  return reading.kind === 'marks' ? reading.marks : [];
}

function depthDifference(reading: Extract<RestReading, { kind: 'depth' }>, body: Json): string | null {
  const book = body.result ?? (Array.isArray(body.data) ? body.data[0] : body.data) ?? body;
  const numbers = (rows: Json[]): number[][] => rows.map(([px, qty]) => [Number(px), Number(qty)]);
  const seq = book.lastUpdateId ?? book.u ?? book.seqId ?? book.sequence;
  for (const [field, expected, found] of [
    ['bids', numbers(book.bids ?? book.b ?? []), reading.bids],
    ['asks', numbers(book.asks ?? book.a ?? []), reading.asks],
    ['seq', seq === undefined ? -1 : Number(seq), reading.seq],
  ] as const) {
    if (!isSame(expected, found)) return `${field}: expected ${shown(expected)}, read ${shown(found)}`;
  }
  return null;
}

function eventsOf(reading: RestReading): readonly CaseEvent[] {
  if (reading.kind !== 'depth') return [];
  const { asks, bids, seq, venueMs = Number.NaN, wireSymbol } = reading;
  return [
    { kind: 'depth', symbol: wireSymbol ?? '', isSnapshot: true, bids, asks, lastSeq: seq, prevSeq: -1, venueMs },
  ];
}

/** Every scalar of the answer as text. */
function leavesOf(value: Json, into = new Set<string>()): Set<string> {
  if (value !== null && typeof value === 'object') for (const one of Object.values(value)) leavesOf(one, into);
  else into.add(String(value));
  return into;
}

function hasNumber(known: ReadonlySet<string>, value: number): boolean {
  if (known.has(String(value))) return true;
  return [...known].some((text) => text !== '' && Math.abs(Number(text) - value) <= Math.abs(value) * 1e-12);
}

/** Times may stand in seconds or nanoseconds. */
function hasTime(known: ReadonlySet<string>, value: number): boolean {
  return [...known].some(
    (text) => text.length >= 10 && (text.startsWith(String(value)) || Number(text) * 1000 === value),
  );
}

/** The longest list that holds the rows: the answer itself or what its envelope carries. */
function listIn(body: Json): readonly Json[] {
  if (Array.isArray(body)) return body;
  for (const list of [body.symbols, body.result?.list, body.data?.ticker, body.data?.items, body.result, body.data]) {
    if (Array.isArray(list)) return list;
  }
  return [body.data ?? body];
}
