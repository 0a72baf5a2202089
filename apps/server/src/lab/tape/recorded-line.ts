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
  const source = sources.nameAt(bytes, at + 1, end);
  return source === null ? null : { atMs, source, start: at + 2 + source.length, end };
}

/** Sockets of one venue, with room: more texts than this are looked for by their end, and made anew. */
const NAMES_MAX = 64;

/** The texts of sources, made once each. */
export class SourceNames {
  /** Each with the space that ends it. */
  private readonly known: { readonly bytes: Uint8Array; readonly name: string }[] = [];
  private newest = 0;

  /** HOT: returns the source that begins at `start`; null when none ends before `end`. The bytes of a source are ASCII. */
  nameAt(bytes: Buffer, start: number, end: number): string | null {
    const { known } = this;
    // WHY: mostly the one before, and few bytes: comparing them here costs a third of a call to the buffer's own comparison.
    const before = known[this.newest];
    if (before !== undefined && beginsWith(bytes, start, before.bytes)) return before.name;
    for (let at = 0; at < known.length; at += 1) {
      const one = known[at] as { readonly bytes: Uint8Array; readonly name: string };
      if (!beginsWith(bytes, start, one.bytes)) continue;
      this.newest = at;
      return one.name;
    }
    const nameEnd = bytes.indexOf(SPACE, start);
    if (nameEnd <= start || nameEnd >= end) return null;
    const name = bytes.toString('latin1', start, nameEnd);
    // An address with its query is hardly ever the same twice: those are not kept.
    if (!name.startsWith(REST_PREFIX) && known.length < NAMES_MAX)
      known.push({ bytes: Uint8Array.prototype.slice.call(bytes, start, nameEnd + 1), name });
    return name;
  }
}

/** False past the end of the bytes, where nothing equals a byte. */
function beginsWith(bytes: Buffer, start: number, wanted: Uint8Array): boolean {
  for (let at = wanted.length - 1; at >= 0; at -= 1) if (bytes[start + at] !== wanted[at]) return false;
  return true;
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
