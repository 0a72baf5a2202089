import type { Venue } from '@riptide/core/domain';
import type { CaseEvent, EventKind } from '../case-event.ts';
import type { CaseRow, Json } from '../case-row.ts';
import { contractSizeOf, pairOf } from './contract-facts.ts';
import { judgeFacts, type Fact } from './facts.ts';
import type { RowVerdict } from '../verdict.ts';

interface Subject {
  /** The frame the events are of, or all of them. */
  readonly raw: Json;
  readonly row: CaseRow;
  readonly events: readonly CaseEvent[];
}

type Reader = (subject: Subject, match: RegExpExecArray) => unknown;

/**
 * What the crypto-msg-parser project calls things. A reader returns undefined for what the product has no reading of. Its quantities
 * are in base and in contracts; ours in what the wire counts.
 */
const READERS: readonly (readonly [pattern: RegExp, read: Reader])[] = [
  [/^pair$/, ({ row, events }) => pairOf(row.venue, events[0]?.symbol ?? '')],
  [/^(?:funding_rates|trades|arr)\.len\(\)$/, ({ events }) => events.length],
  [/^extract_timestamp\(/, ({ events }) => timeOf(events)],
  [/^extract_symbol\(/, (subject) => symbolOf(subject)],
  [
    /^funding_rates\[(\d+)\]\.(\w+)$/,
    ({ row, events }, [, at, field]) => markField(row.venue, events[Number(at)], field),
  ],
  [/^funding_rate\.(\w+)$/, ({ row, events }, [, field]) => markField(row.venue, events[0], field)],
  [/^orderbook\.(asks|bids)\.len\(\)$/, ({ events }, [, side]) => levelsOf(events, side)?.length],
  [/^orderbook\.snapshot$/, ({ events }) => first(events, 'depth')?.['isSnapshot']],
  [/^orderbook\.timestamp$/, ({ events }) => timeOf(events)],
  [/^orderbook\.seq_id$/, ({ events }) => unknownAsNull(first(events, 'depth')?.['lastSeq'])],
  [/^orderbook\.prev_seq_id$/, ({ events }) => unknownAsNull(first(events, 'depth')?.['prevSeq'])],
  [
    /^orderbook\.(asks|bids)\[(\d+)\]\.(price|quantity_\w+)(?:\.unwrap\(\))?$/,
    (subject, match) => levelField(subject, match),
  ],
  [
    /^trades?(?:\[(\d+)\])?\.(\w+)(?:\.unwrap\(\))?$/,
    (subject, [, at, field]) => tradeField(subject, Number(at ?? 0), field),
  ],
  [/^bbo_msg\.(\w+)(?:\.unwrap\(\))?$/, (subject, [, field]) => quoteField(subject, field)],
  [/^candlestick_msg\.(\w+)$/, (subject, [, field]) => candleField(subject, field)],
];

/** Compares each `{what, equals}` with our reading. */
export function checkAsserts(row: CaseRow, byFrame: readonly (readonly CaseEvent[])[]): RowVerdict {
  const told = byFrame.map((events) => events.filter(({ kind }) => kind !== 'control'));
  const times = new Map<string, number>();
  const facts = (row.expected as Json[]).map((one) => {
    // Of several frames the first such assert is about the first frame, and so on.
    const nth = times.get(one.what) ?? 0;
    times.set(one.what, nth + 1);
    return told.length > 1
      ? factOf({ row, raw: row.raw[nth], events: told[nth] ?? [] }, one)
      : factOf({ row, raw: row.raw, events: told.flat() }, one);
  });
  return judgeFacts(facts);
}

/** Some asserts were written down the wrong way round: `round(7 * 0.01 * 43568.8)` equals `trade.quantity_quote`. */
function factOf(subject: Subject, { equals, what }: Json): Fact {
  const isTurned =
    typeof equals === 'string' && /^(orderbook|trade|bbo_msg|candlestick_msg|funding_rate)\w*[.[]/.test(equals);
  const name = String(isTurned ? equals : what);
  const expected = isTurned ? valueOf(String(what)) : valueOf(equals);
  if (expected === 'received_at')
    return { what: name, expected, found: isTimeless(subject.events) ? 'received_at' : undefined };
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(name);
    if (match !== null) return { what: name, expected, found: comparable(read(subject, match), what) };
  }
  return { what: name, expected, found: undefined };
}

/** Evaluates `round(a * b)` and numbers with underscores; everything else is what it is. */
function valueOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const product = /^(?:round\()?([\d._]+(?: \* [\d._]+)+)\)?$/.exec(value)?.[1];
  if (product !== undefined) return product.split(' * ').reduce((all, one) => all * Number(one.replaceAll('_', '')), 1);
  return /^\d[\d_]*\.?[\d_]*$/.test(value) && value.includes('_') ? Number(value.replaceAll('_', '')) : value;
}

/** The peer rounds products to its own number of digits; sums of ours are rounded the same way. */
function comparable(found: unknown, what: unknown): unknown {
  if (typeof found !== 'number' || !/quantity_(quote|base)/.test(String(what))) return found;
  return Number(found.toPrecision(15));
}

function first(events: readonly CaseEvent[], kind: EventKind): CaseEvent | undefined {
  return events.find((one) => one.kind === kind);
}

function isTimeless(events: readonly CaseEvent[]): boolean {
  return timeOf(events) === null;
}

/** null when the frame carries no time of the venue. */
function timeOf(events: readonly CaseEvent[]): unknown {
  const [one] = events;
  if (one === undefined) return undefined;
  if (one.kind === 'candle') return undefined;
  const atMs = one['venueMs'];
  return typeof atMs !== 'number' || Number.isNaN(atMs) ? null : atMs;
}

function symbolOf({ events, raw }: Subject): unknown {
  // A list over all symbols, also where the other project cut it to one.
  if (Array.isArray(raw?.data) && String(raw.stream).startsWith('!')) return 'ALL';
  const names = new Set(events.map(({ symbol }) => symbol));
  if (names.size === 0 || names.has('')) return undefined;
  return names.size > 1 ? 'ALL' : [...names][0];
}

function unknownAsNull(value: unknown): unknown {
  return value === -1 ? null : value;
}

function levelsOf(events: readonly CaseEvent[], side: string | undefined): readonly (readonly number[])[] | undefined {
  return first(events, 'depth')?.[side ?? ''] as readonly (readonly number[])[] | undefined;
}

function levelField({ events, row }: Subject, [, side, at, field]: RegExpExecArray): unknown {
  const depth = first(events, 'depth');
  const level = levelsOf(events, side)?.[Number(at)];
  if (depth === undefined || level === undefined) return undefined;
  const [px = Number.NaN, qty = Number.NaN] = level;
  return field === 'price' ? px : quantity({ row, symbol: depth.symbol, px, qty }, field);
}

interface Sized {
  readonly row: CaseRow;
  readonly symbol: string;
  readonly px: number;
  readonly qty: number;
}

function quantity({ px, qty, row, symbol }: Sized, field: string | undefined): unknown {
  const contract = contractSizeOf(row.venue, row.market, symbol);
  if (contract === undefined) return undefined;
  const base = contract === null ? qty : qty * contract;
  if (field === 'quantity_base') return Number(base.toPrecision(15));
  if (field === 'quantity_quote') return Number((base * px).toPrecision(15));
  if (field === 'quantity_contract') return contract === null ? null : qty;
  return undefined;
}

function tradeField({ events, row }: Subject, at: number, field: string | undefined): unknown {
  const trade = events.filter(({ kind }) => kind === 'trade')[at];
  if (trade === undefined) return undefined;
  const px = trade['px'] as number;
  if (field === 'price') return px;
  if (field === 'side') return String(trade['takerSide']).toLowerCase();
  if (field === 'timestamp') return trade['venueMs'];
  if (field === 'trade_id') return trade['tradeId'];
  return quantity({ row, symbol: trade.symbol, px, qty: trade['qty'] as number }, field);
}

function quoteField({ events, row }: Subject, field = ''): unknown {
  const quote = first(events, 'quote');
  if (quote === undefined) return undefined;
  const side = /^(ask|bid)_(\w+)$/.exec(field);
  if (side !== null) {
    const px = quote[`${side[1]}Px`] as number;
    const qty = quote[`${side[1]}Qty`] as number;
    return side[2] === 'price' ? px : quantity({ row, symbol: quote.symbol, px, qty }, side[2]);
  }
  if (field === 'symbol') return quote.symbol;
  if (field === 'timestamp') return Number.isNaN(quote['venueMs']) ? null : quote['venueMs'];
  return field === 'id' ? unknownAsNull(quote['seq']) : undefined;
}

const CANDLE_FIELDS: Readonly<Record<string, string>> = { open: 'open', high: 'high', low: 'low', close: 'close' };

function candleField({ events, row }: Subject, field = ''): unknown {
  const candle = first(events, 'candle');
  if (candle === undefined) return undefined;
  if (field === 'symbol') return candle.symbol;
  if (field === 'pair') return pairOf(row.venue, candle.symbol);
  if (field === 'begin_time') return (candle['openMs'] as number) / 1000;
  if (field === 'volume') {
    const sized = { row, symbol: candle.symbol, px: Number.NaN, qty: candle['volumeQty'] as number };
    return quantity(sized, 'quantity_base');
  }
  if (field === 'quote_volume') return Number.isNaN(candle['volumeQuote']) ? undefined : candle['volumeQuote'];
  const ours = CANDLE_FIELDS[field];
  return ours === undefined ? undefined : candle[ours];
}

const MARK_FIELDS: Readonly<Record<string, string>> = {
  funding_rate: 'fundingRateFrac',
  funding_time: 'nextFundingMs',
  estimated_rate: 'followingFundingRateFrac',
  timestamp: 'venueMs',
};

function markField(venue: Venue, mark: CaseEvent | undefined, field = ''): unknown {
  if (mark?.kind !== 'mark') return undefined;
  if (field === 'pair') return pairOf(venue, mark.symbol);
  const value = mark[MARK_FIELDS[field] ?? ''];
  return typeof value === 'number' && Number.isNaN(value) ? undefined : value;
}
