import type { Precision } from './precision.ts';
import type { VenueRecording } from './recording.ts';
import { objectOf, textOf } from './json-reads.ts';

/** An instrument the recording has frames of. */
export interface RecordedInstrument {
  readonly market: string;
  readonly symbol: string;
  readonly precision: Precision;
  /** Its row in a recorded instrument list, or null. */
  readonly row: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns the instruments of a market that have frames, with their rows of the recorded lists. `rowsIn` takes the rows
 * out of an answer's `data` or `symbols`; `nameOf` names one.
 */
export function recordedInstruments(
  recording: VenueRecording,
  market: string,
  lists: { readonly urlHas: string; readonly rowsIn: (body: unknown) => unknown; readonly nameField: string },
): readonly RecordedInstrument[] {
  const symbols = new Set(
    [...recording.streams.values()].filter((stream) => stream.market === market).map((stream) => stream.symbol),
  );
  const rows = new Map<string, Readonly<Record<string, unknown>>>();
  for (const answer of recording.answers) {
    if (!answer.url.includes(lists.urlHas)) continue;
    const found: unknown = lists.rowsIn(JSON.parse(answer.raw));
    if (!Array.isArray(found)) continue;
    for (const item of found) {
      const row = objectOf(item);
      const name = textOf(row?.[lists.nameField]);
      if (row !== null && name !== null && symbols.has(name)) rows.set(name, row);
    }
  }
  return [...symbols].map((symbol) => ({
    market,
    symbol,
    precision: recording.precision.get(`${market}|${symbol}`) ?? { pxDecimals: 0, qtyDecimals: 0 },
    row: rows.get(symbol) ?? null,
  }));
}

const QUOTES = [
  'USDT',
  'USDC',
  'FDUSD',
  'BUSD',
  'TUSD',
  'USDD',
  'DAI',
  'EUR',
  'GBP',
  'TRY',
  'BRL',
  'AUD',
  'USD',
  'BTC',
  'ETH',
  'BNB',
];

/** Splits a joined name by its quote: XRPUSDT is XRP and USDT. The whole name is the base when no known quote ends it. */
export function splitJoined(symbol: string): { readonly base: string; readonly quote: string } {
  const quote = QUOTES.find((candidate) => symbol.endsWith(candidate) && symbol.length > candidate.length);
  return quote === undefined ? { base: symbol, quote: '' } : { base: symbol.slice(0, -quote.length), quote };
}
