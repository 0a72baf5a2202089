import { firstDifference, shown, type CaseEvent } from '../case-event.ts';
import { framesOf, type CaseRow, type Json } from '../case-row.ts';
import { checkFrame, isNoFrame, productOf } from '../check-frame.ts';
import { decodeFrames, decodingOf, type DecodedFrame } from '../decode-frames.ts';
import { expectationProblem, mustBeFrame } from '../expectation.ts';
import { agree, disagree, judged, unsupported, type RowVerdict } from '../verdict.ts';
import { TardisBooks } from './tardis-books.ts';
import { TardisTickers } from './tardis-tickers.ts';

/** What the tardis project's mappers emit, as far as we have it. */
interface Emitted {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Channels its mappers leave out because another one carries the same, and which one. */
const LEFT_OUT: readonly (readonly [channel: RegExp, why: string])[] = [
  [/@aggTrade/, 'its mapper takes trades from @trade alone'],
];
/** Kinds of messages the product has readings of. */
const READ_TYPES: ReadonlySet<string> = new Set([
  'trade',
  'book_change',
  'book_ticker',
  'derivative_ticker',
  'liquidation',
]);
/** Facts of its messages that the product does not read. */
const UNREAD_FACTS: ReadonlySet<string> = new Set(['openInterest', 'exchange', 'localTimestamp', 'type', 'symbol']);

/** Checks the rows of one sequence in order, with the memory the other project's mappers have. */
export function checkTardisSequence(rows: readonly CaseRow[]): readonly RowVerdict[] {
  const [row0] = rows;
  if (row0 === undefined) return [];
  const frames = rows.map((row) => framesOf(row)[0] ?? '');
  const decoded = decodeFrames(row0.venue, productOf(row0), frames);
  const isSpot = isSpotMapper(row0);
  const mapper = new Mapper(isSpot);
  const covered = new Set(rows.flatMap(({ expected }) => listOf(expected).map((one) => String(one?.type))));
  return rows.map((row, at) => {
    const frame = decoded[at];
    const text = frames[at];
    if (frame === undefined || text === undefined) throw new Error('Invariant: a row without a frame');
    return judged(() => checkOne(row, { text, frame, mapper, covered }));
  });
}

interface InSequence {
  readonly text: string;
  readonly frame: DecodedFrame;
  readonly mapper: Mapper;
  /** Kinds of messages any row of the sequence expects. */
  readonly covered: ReadonlySet<string>;
}

function checkOne(row: CaseRow, { covered, frame, mapper, text }: InSequence): RowVerdict {
  const events = generatedSnapshot(row) ?? frame.events;
  const isGenerated = events !== frame.events;
  // What the mappers under test emit shows in what they are expected to emit; without any, everything counts.
  const emitted = mapper.map(row, events).filter(({ type }) => covered.size === 0 || covered.has(type));
  const problem = expectationProblem(row);
  if (problem !== null) return disagree(problem);
  if (mustBeFrame(row) && isNoFrame(row.venue, text)) return disagree('frame not recognised');
  const plain = isGenerated ? agree() : checkFrame(row.venue, text, frame);
  return plain.verdict === 'agree' ? compare(row, emitted, mapper) : plain;
}

function listOf(expected: Json): readonly Json[] {
  return Array.isArray(expected) ? expected : [];
}

/** The sequence names the venue's product as the other project calls it: `okex-futures`, `binance`, `bybit-spot`. */
function isSpotMapper({ sequence, market }: CaseRow): boolean {
  const exchange = sequence?.split('/')[1] ?? '';
  if (/futures|swap|delivery|options/.test(exchange)) return false;
  if (/^(okex|binance|kucoin|okex-spot)$/.test(exchange) || exchange.endsWith('-spot')) return true;
  return market === 'spot';
}

/** A REST snapshot the recorder wrapped into a frame of its own making. */
function generatedSnapshot(row: CaseRow): readonly CaseEvent[] | null {
  const { raw, venue } = row;
  if (raw?.generated !== true || venue !== 'BINANCE' || !String(raw.stream).includes('@depthSnapshot')) return null;
  const reading = decodingOf(venue).readRest(productOf(row) === 'spot' ? '/api/v3/depth' : '/fapi/v1/depth', raw.data);
  if (reading?.kind !== 'depth') return null;
  const symbol = String(raw.stream).split('@')[0]?.toUpperCase() ?? '';
  return [
    {
      kind: 'depth',
      symbol,
      isSnapshot: true,
      bids: reading.bids,
      asks: reading.asks,
      lastSeq: reading.seq,
      venueMs: Number.NaN,
    },
  ];
}

class Mapper {
  private readonly isSpot: boolean;
  private readonly books = new TardisBooks();
  readonly tickers = new TardisTickers();

  constructor(isSpot: boolean) {
    this.isSpot = isSpot;
  }

  map(row: CaseRow, events: readonly CaseEvent[]): readonly Emitted[] {
    const emitted: Emitted[] = [];
    const localMs = Date.parse(row.localTimestamp ?? '');
    for (const event of events) {
      if (event.kind === 'trade') emitted.push(tradeOf(event));
      if (event.kind === 'quote') emitted.push(quoteOf(event));
      if (event.kind === 'liquidation' && !this.isSpot) emitted.push(liquidationOf(event));
      if (event.kind === 'depth') emitted.push(...this.books.take(event, { venue: row.venue, localMs }));
    }
    if (!this.isSpot) emitted.push(...this.tickers.take(row, events, localMs));
    return emitted;
  }
}

function tradeOf({ px, qty, takerSide, tradeId, venueMs }: CaseEvent): Emitted {
  return {
    type: 'trade',
    id: tradeId,
    price: px,
    amount: qty,
    side: String(takerSide).toLowerCase(),
    timestamp: venueMs,
  };
}

function quoteOf({ askPx, askQty, bidPx, bidQty, venueMs }: CaseEvent): Emitted {
  return {
    type: 'book_ticker',
    askAmount: askQty,
    askPrice: askPx,
    bidPrice: bidPx,
    bidAmount: bidQty,
    timestamp: venueMs,
  };
}

/** The other project gives the forced order's price where the venue tells it, and its side. */
function liquidationOf({ liquidatedSide, orderPx, px, qty, venueMs }: CaseEvent): Emitted {
  const price = Number.isNaN(orderPx) ? px : orderPx;
  return {
    type: 'liquidation',
    price,
    amount: qty,
    side: liquidatedSide === 'LONG' ? 'sell' : 'buy',
    timestamp: venueMs,
  };
}

function compare(row: CaseRow, emitted: readonly Emitted[], mapper: Mapper): RowVerdict {
  const expected = (row.expected ?? []) as Json[];
  const left = [...emitted];
  const missing = new Set<string>();
  for (const one of expected) {
    const at = left.findIndex(({ type }) => type === one.type);
    const found = left[at];
    if (found === undefined) {
      const reason = unreadReason(one, row, mapper);
      if (reason === null) return disagree(`no ${one.type} emitted, only ${shown(emitted.map(({ type }) => type))}`);
      missing.add(reason);
      continue;
    }
    left.splice(at, 1);
    for (const fact of Object.keys(one)) if (fact === 'openInterest') missing.add(`${one.type}.${fact}`);
    const difference = firstDifference(expectedOf(one), { ...found, kind: 'rare', symbol: '' });
    if (difference !== null) return disagree(difference.replace('rare.', `${one.type}.`));
  }
  const [extra] = left;
  if (extra === undefined) return agree([...missing]);
  const leftOut = LEFT_OUT.find(([channel]) => channel.test(row.channel));
  if (leftOut !== undefined) return unsupported(`another project leaves the channel out: ${leftOut[1]}`);
  return disagree(`emits ${extra.type}, where nothing more is expected`);
}

/** Names the fact alone for which a message was expected, when the product does not read it; null when it should have come. */
function unreadReason(expected: Json, { raw }: CaseRow, mapper: Mapper): string | null {
  if (!READ_TYPES.has(expected.type)) return String(expected.type);
  const isOfInterest = expected.type === 'derivative_ticker' && /open[-_]?interest/i.test(JSON.stringify(raw));
  if (!isOfInterest) return null;
  // All else must be what was known before.
  const { timestamp: _at, ...others } = expectedOf(expected);
  const known = { kind: 'rare', symbol: '', ...mapper.tickers.remembered(expected.symbol) } as const;
  return firstDifference({ ...others, kind: 'rare', symbol: '' }, known) === null
    ? 'derivative_ticker.openInterest'
    : null;
}

function expectedOf(one: Json): CaseEvent {
  const fields = Object.entries(one).filter(([name]) => !UNREAD_FACTS.has(name));
  return { kind: 'rare', symbol: '', ...Object.fromEntries(fields.map(([name, value]) => [name, plain(value)])) };
}

/** Times become epoch ms (theirs go to the microsecond), levels pairs. */
function plain(value: Json): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    return Math.floor(Date.parse(value.replace(/(\.\d{3})\d*Z/, '$1Z')));
  if (Array.isArray(value)) return value.map(({ amount, price }: Json) => [price, amount]);
  return value;
}
