const SPACE = 32;

/** Sources of lines that are no frame of a socket. */
export const INSTRUMENTS_SOURCE = 'instruments';
export const BOOK_PREFIX = 'book:';
export const REST_PREFIX = 'rest:';

/** One line `<receive ms> <source> <payload>` of a recording, by its places in a buffer. */
export interface RecordedLine {
  readonly atMs: number;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** Takes a line apart; null when it is none. Sources repeat, so their texts are kept. */
export function splitRecordedLine(
  bytes: Buffer,
  span: { readonly start: number; readonly end: number },
  sources: SourceNames,
): RecordedLine | null {
  const { start, end } = span;
  let atMs = 0;
  let at = start;
  for (; at < end; at += 1) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) break;
    atMs = atMs * 10 + digit;
  }
  if (at === start || bytes[at] !== SPACE) return null;
  const sourceStart = at + 1;
  const sourceEnd = bytes.indexOf(SPACE, sourceStart);
  if (sourceEnd <= sourceStart || sourceEnd >= end) return null;
  return { atMs, source: sources.nameAt(bytes, sourceStart, sourceEnd), start: sourceEnd + 1, end };
}

/** The texts of sources, made once each. */
export class SourceNames {
  private last: { readonly bytes: Buffer; readonly name: string } | null = null;
  private readonly known = new Map<string, string>();

  nameAt(bytes: Buffer, start: number, end: number): string {
    const { last } = this;
    const isSame = last !== null && last.bytes.length === end - start && last.bytes.compare(bytes, start, end) === 0;
    if (isSame) return last.name;
    const text = bytes.toString('latin1', start, end);
    const name = this.known.get(text) ?? text;
    // An address with its query is hardly ever the same twice: those are not kept.
    if (!text.startsWith(REST_PREFIX)) this.known.set(text, name);
    this.last = { bytes: Buffer.from(bytes.subarray(start, end)), name };
    return name;
  }
}

/** A live book as a segment keeps it, so that it can be read without the ones before it. Ticks at 10^pxDecimals, wire quantities. */
export interface RecordedBook {
  readonly instrumentId: string;
  readonly pxDecimals: number;
  readonly seq: number;
  readonly venueMs: number | null;
  readonly bids: readonly (readonly [ticks: number, qty: number])[];
  readonly asks: readonly (readonly [ticks: number, qty: number])[];
}
