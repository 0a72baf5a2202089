import type { CaseEvent, EventKind } from '../case-event.ts';
import type { CaseRow, Json } from '../case-row.ts';
import { agree, type RowVerdict } from '../verdict.ts';
import { judgeFacts, type Fact } from './facts.ts';

type Field = readonly [kind: EventKind, field: string];

/** Rust: `assert_eq(trade.price, Price::new(0.001, …))`. By the variable and field the other project uses. */
const RUST_FIELDS: Readonly<Record<string, Field>> = {
  'trade.price': ['trade', 'px'],
  'trade.size': ['trade', 'qty'],
  'tick.price': ['trade', 'px'],
  'tick.size': ['trade', 'qty'],
  'quote.bid_price': ['quote', 'bidPx'],
  'quote.ask_price': ['quote', 'askPx'],
  'quote.bid_size': ['quote', 'bidQty'],
  'quote.ask_size': ['quote', 'askQty'],
  'bar.open': ['candle', 'open'],
  'bar.high': ['candle', 'high'],
  'bar.low': ['candle', 'low'],
  'bar.close': ['candle', 'close'],
  'bar.volume': ['candle', 'volumeQty'],
  'deltas.sequence': ['depth', 'lastSeq'],
};

/** Java: `assertThat(ticker.getLastPrice()).isEqualByComparingTo(BigDecimal.valueOf(0.09))`. */
const JAVA_FIELDS: Readonly<Record<string, Field>> = {
  getLastPrice: ['ticker', 'lastPx'],
  getOpenPrice: ['ticker', 'openPx'],
  getHighPrice: ['ticker', 'highPx'],
  getLowPrice: ['ticker', 'lowPx'],
  getVolume: ['ticker', 'volumeQty'],
  getQuoteVolume: ['ticker', 'volumeQuote'],
};

const NUMBER = String.raw`(?:\w+::(?:new|from)\(|\w+\.make_(?:price|qty)\()?"?(-?[\d_]+(?:\.[\d_]+)?)"?(?:_?u64|L)?`;
const RUST = new RegExp(String.raw`^assert_eq\((\w+\.\w+), ${NUMBER}`);
const RUST_SIDE = /^assert_eq\(\w+\.aggressor_side, AggressorSide::(Buyer|Seller)\)/;
const RUST_LITERAL = /dec!\((-?[\d.]+)\)/g;
const JAVA = /\.(get\w+)\(\)\)\s*\.is\w+\((?:new BigDecimal|BigDecimal\.valueOf)\("?(-?[\d.]+)/;

/** Reads what can be read mechanically of asserts in a programming language; every other line is counted as unsupported. */
export function checkTextAsserts(row: CaseRow, events: readonly CaseEvent[]): RowVerdict {
  const { expected } = row;
  if (typeof expected === 'string') return checkLiterals(expected, events);
  const lines: string[] = (Array.isArray(expected) ? expected : []).flatMap((one: Json) => one.asserts ?? []);
  if (lines.length === 0)
    return agree(expected === null || expected === undefined ? [] : [`${row.expectedForm}: text`]);
  return judgeFacts(lines.map((line) => factOf(line, events)));
}

function factOf(line: string, events: readonly CaseEvent[]): Fact {
  const side = RUST_SIDE.exec(line)?.[1];
  if (side !== undefined) {
    return {
      what: 'aggressor_side',
      expected: side === 'Buyer' ? 'BUY' : 'SELL',
      found: valueOf(events, ['trade', 'takerSide']),
    };
  }
  const rust = RUST.exec(line);
  const field = rust === null ? undefined : RUST_FIELDS[rust[1] ?? ''];
  if (rust !== null && field !== undefined) return numberFact(rust[1] ?? '', rust[2] ?? '', valueOf(events, field));
  const java = JAVA.exec(line);
  const getter = java === null ? undefined : JAVA_FIELDS[java[1] ?? ''];
  if (java !== null && getter !== undefined) return numberFact(java[1] ?? '', java[2] ?? '', valueOf(events, getter));
  return { what: shortened(line), expected: null, found: undefined };
}

function numberFact(what: string, text: string, found: unknown): Fact {
  return { what, expected: Number(text.replaceAll('_', '')), found };
}

function valueOf(events: readonly CaseEvent[], [kind, field]: Field): unknown {
  const found = events.filter((one) => one.kind === kind);
  return found.length === 1 ? found[0]?.[field] : undefined;
}

/** Every decimal literal of a struct must be among the numbers we read, in any field. */
function checkLiterals(source: string, events: readonly CaseEvent[]): RowVerdict {
  const numbers = new Set(events.flatMap(numbersIn));
  const facts = [...source.matchAll(RUST_LITERAL)].map(([literal, text]) => {
    const value = Number(text);
    return { what: literal, expected: value, found: numbers.has(value) ? value : null };
  });
  return facts.length === 0 ? agree(['source text without decimals']) : judgeFacts(facts);
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return value === '' ? [] : [Number(value)];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(numbersIn);
}

function shortened(line: string): string {
  return /^(\w+!?\(?[\w.]*)/.exec(line)?.[1] ?? line.slice(0, 40);
}
