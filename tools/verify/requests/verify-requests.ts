import { checkRow } from './check-row.ts';
import { readKeyring, readRequestFile, type UnreadableLine } from './read-requests.ts';
import type { RequestRow } from './request-row.ts';
import { judged, type RowVerdict, type Verdict } from './verdict.ts';

/** Counts of one file. */
export interface FileTally extends Record<Verdict, number> {
  readonly file: string;
}

export interface ListedRow {
  readonly id: string;
  readonly venue: string;
  readonly kind: string;
  /** The call as its project names it. */
  readonly what: string;
  readonly reason: string;
}

export interface RequestsReport {
  readonly rows: number;
  readonly isGood: boolean;
  readonly tallies: readonly FileTally[];
  readonly differing: readonly ListedRow[];
  /** Lines, files and rows that state nothing to compare; each of them makes the run fail. */
  readonly unreadable: readonly UnreadableLine[];
  /** Rows of calls the product does not make, by reason. */
  readonly unsupportedReasons: Readonly<Record<string, number>>;
  readonly unsupported: readonly ListedRow[];
  /** Documented equivalences that agreement rests on, and how often. */
  readonly equivalences: Readonly<Record<string, number>>;
}

/** Compares every row of the files with the request or signature the adapters make. */
export async function verifyRequests(files: readonly string[]): Promise<RequestsReport> {
  const read = await Promise.all(files.map(readRequestFile));
  const keyring = await readKeyring(read);
  const differing: ListedRow[] = [];
  const unsupported: ListedRow[] = [];
  const unreadable: UnreadableLine[] = [];
  const reasons: Record<string, number> = {};
  const equivalences: Record<string, number> = {};
  const tallies = read.map(({ file, rows, unreadable: lines }) => {
    unreadable.push(...lines);
    const tally: FileTally = { file, agree: 0, differ: 0, unsupported: 0, unreadable: lines.length };
    for (const row of rows) {
      const verdict = judged(() => checkRow(row, keyring));
      tally[verdict.verdict] += 1;
      for (const one of verdict.equivalences) equivalences[one] = (equivalences[one] ?? 0) + 1;
      if (verdict.verdict === 'differ') differing.push(listed(row, verdict));
      if (verdict.verdict === 'unreadable')
        unreadable.push({ file, line: null, reason: `${row.id}: ${verdict.reason}` });
      if (verdict.verdict === 'unsupported') {
        unsupported.push(listed(row, verdict));
        reasons[verdict.reason] = (reasons[verdict.reason] ?? 0) + 1;
      }
    }
    return tally;
  });
  const rows = read.reduce((sum, one) => sum + one.rows.length, 0);
  return {
    rows,
    isGood: differing.length === 0 && unreadable.length === 0 && rows > 0,
    tallies,
    differing,
    unreadable,
    unsupportedReasons: byCount(reasons),
    unsupported,
    equivalences: byCount(equivalences),
  };
}

function listed({ id, json, kind, venue }: RequestRow, { reason }: RowVerdict): ListedRow {
  const named = json.operation ?? json.call ?? json.name ?? json.method ?? json.what ?? '';
  return { id, venue, kind, what: String(named), reason };
}

function byCount(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a));
}
