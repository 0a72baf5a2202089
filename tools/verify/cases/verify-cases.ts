import knownWrong from './known-wrong-rows.json' with { type: 'json' };
import type { CaseRow } from './case-row.ts';
import { checkRow } from './check-row.ts';
import { checkTardisSequence } from './forms/tardis-sequence.ts';
import { readRows, type UnreadableLine } from './read-rows.ts';
import { judged, type RowVerdict, type Verdict } from './verdict.ts';

interface KnownWrong {
  readonly id: string;
  readonly field: string;
  readonly why: string;
}

/** Counts of one source and kind. */
export interface CaseTally extends Record<Verdict, number> {
  readonly source: string;
  readonly kind: string;
  readonly form: string;
  knownWrong: number;
  unsupportedFacts: number;
}

export interface ListedRow {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly channel: string;
  readonly reason: string;
}

export interface CasesReport {
  readonly files: readonly string[];
  /** Rows that were read and judged. */
  readonly rows: number;
  readonly isGood: boolean;
  /** Files and lines that hold no row; each of them makes the run fail. */
  readonly unreadable: readonly UnreadableLine[];
  readonly tallies: readonly CaseTally[];
  readonly disagreeing: readonly ListedRow[];
  /** Rows of which the other project is wrong, by the documented list. */
  readonly knownWrong: readonly ListedRow[];
  readonly unsupported: readonly ListedRow[];
  /** What other projects state and the product does not read, and how often. */
  readonly unsupportedFacts: Readonly<Record<string, number>>;
}

/** Runs every row of the files through the product's decoders and readers, and lists what is no row. */
export async function verifyCases(files: readonly string[]): Promise<CasesReport> {
  const { rows, unreadable } = await readRows(files);
  const verdicts = judge(rows);
  const tallies = new Map<string, CaseTally>();
  const lists = { disagree: [] as ListedRow[], unsupported: [] as ListedRow[], knownWrong: [] as ListedRow[] };
  const facts: Record<string, number> = {};
  for (const row of rows) {
    const verdict = verdicts.get(row);
    if (verdict === undefined) throw new Error(`Invariant: ${row.id} was not judged`);
    const tally = tallyOf(tallies, row);
    const known = (knownWrong as readonly KnownWrong[]).find(({ id }) => id === row.id);
    const isKnownWrong = verdict.verdict === 'disagree' && known !== undefined && verdict.reason.includes(known.field);
    if (isKnownWrong) tally.knownWrong += 1;
    else tally[verdict.verdict] += 1;
    tally.unsupportedFacts += verdict.unsupportedFacts.length;
    for (const fact of verdict.unsupportedFacts) facts[fact] = (facts[fact] ?? 0) + 1;
    const reason = isKnownWrong ? `${verdict.reason} — ${known.why}` : verdict.reason;
    const { channel, id, kind, source } = row;
    const list = isKnownWrong ? lists.knownWrong : verdict.verdict === 'agree' ? null : lists[verdict.verdict];
    list?.push({ id, source, kind, channel, reason });
  }
  return {
    files,
    rows: rows.length,
    isGood: lists.disagree.length === 0 && unreadable.length === 0 && rows.length > 0,
    unreadable,
    tallies: [...tallies.values()].sort((a, b) => `${a.source} ${a.kind}`.localeCompare(`${b.source} ${b.kind}`)),
    disagreeing: lists.disagree,
    knownWrong: lists.knownWrong,
    unsupported: lists.unsupported,
    unsupportedFacts: Object.fromEntries(Object.entries(facts).sort(([, a], [, b]) => b - a)),
  };
}

function judge(rows: readonly CaseRow[]): ReadonlyMap<CaseRow, RowVerdict> {
  const verdicts = new Map<CaseRow, RowVerdict>();
  const sequences = new Map<string, CaseRow[]>();
  for (const row of rows) {
    if (row.expectedForm === 'tardis-normalized') {
      const name = row.sequence ?? row.id;
      sequences.set(name, [...(sequences.get(name) ?? []), row]);
    } else
      verdicts.set(
        row,
        judged(() => checkRow(row)),
      );
  }
  for (const sequence of sequences.values()) {
    checkTardisSequence(sequence).forEach((verdict, at) => verdicts.set(sequence[at] as CaseRow, verdict));
  }
  return verdicts;
}

function tallyOf(tallies: Map<string, CaseTally>, { expectedForm, kind, source }: CaseRow): CaseTally {
  const key = `${source}|${kind}|${expectedForm}`;
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const counts = { agree: 0, disagree: 0, unsupported: 0, knownWrong: 0, unsupportedFacts: 0 };
  const made: CaseTally = { source, kind, form: expectedForm, ...counts };
  tallies.set(key, made);
  return made;
}
