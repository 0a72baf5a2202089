import { err, isVenue, ok, type Result, type Venue } from '@riptide/core/domain';

/** Anything JSON.parse gives. Readings of other projects' rows are as loose as the rows. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

/** One row of a case file, as data/README.md of the collections describes it. */
export interface CaseRow {
  readonly id: string;
  readonly source: string;
  readonly venue: Venue;
  readonly market: string;
  readonly channel: string;
  readonly kind: string;
  readonly test: string;
  readonly expectedForm: string;
  readonly raw: Json;
  readonly expected: Json;
  /** Rows of one sequence are read in order with memory; null for rows that stand alone. */
  readonly sequence: string | null;
  readonly localTimestamp: string | null;
}

/** Reads one line of a case file; in words why it is no row. */
export function caseRow(line: string): Result<CaseRow, string> {
  let row: Json;
  try {
    row = JSON.parse(line);
  } catch (cause) {
    return err(`no JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return err('no object');
  const venue = String(row.venue ?? '')
    .toUpperCase()
    .replace('OKEX', 'OKX');
  if (!isVenue(venue)) return err(`venue ${JSON.stringify(row.venue) ?? 'missing'} is not known`);
  if (typeof row.id !== 'string') return err('no id');
  return ok({
    id: row.id,
    source: String(row.source_repo),
    venue,
    market: String(row.market ?? ''),
    channel: String(row.channel ?? ''),
    kind: String(row.kind ?? ''),
    test: String(row.test ?? ''),
    expectedForm: String(row.expected_form ?? 'none'),
    raw: row.raw,
    expected: row.expected,
    sequence: typeof row.sequence === 'string' ? row.sequence : null,
    localTimestamp: typeof row.local_timestamp === 'string' ? row.local_timestamp : null,
  });
}

/**
 * Returns the frames the venue sent in a row, as text: a push, a list of pushes, or the server's side of a dialogue with the
 * placeholders of request ids filled in.
 */
export function framesOf(row: CaseRow): readonly string[] {
  const { raw } = row;
  if (row.kind.includes('dialogue') && Array.isArray(raw)) {
    return raw
      .filter(({ dir }: Json) => String(dir).startsWith('server'))
      .map(({ msg }: Json) => filledIn(textOf(msg)));
  }
  const isList =
    Array.isArray(raw) && raw.length > 0 && raw.every((one: Json) => one?.stream ?? one?.topic ?? one?.arg);
  return isList ? raw.map(textOf) : [textOf(raw)];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Some dialogues put the number of the connection before the frame. */
function filledIn(text: string): string {
  return text
    .replace(/^\d+ (?=[{[])/, '')
    .replace(/"\|\w+\|"/g, '"1"')
    .replace(/\|\w+\|/g, '1');
}
