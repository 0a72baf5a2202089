import { ALL_SYMBOLS, dayOf, type AuditTallyTable } from './audit-tables.ts';

/** What of a row it is counted by. */
interface CountedRow {
  readonly createdMs: number;
  /** null: none. */
  readonly symbol: string | null;
  readonly venues: string;
  /** Empty for trades. */
  readonly severity: string;
}

/** Counts rows for `audit_tally`: each by its symbol, and once more for all symbols together. */
export class TallyCounts {
  private readonly counts = new Map<string, AuditTallyTable>();

  /** `by` is negative for rows that are taken away. */
  add(kind: AuditTallyTable['kind'], { createdMs, symbol, venues, severity }: CountedRow, by: 1 | -1 = 1): void {
    const day = dayOf(createdMs);
    for (const name of [symbol ?? '', ALL_SYMBOLS]) {
      // What divides the parts stands in none of them.
      const key = `${kind}\0${day}\0${name}\0${venues}\0${severity}`;
      const known = this.counts.get(key);
      if (known !== undefined) known.count += by;
      else this.counts.set(key, { kind, day, symbol: name, venues, severity, count: by });
    }
  }

  /** Returns what to add to the table. */
  tallies(): readonly Readonly<AuditTallyTable>[] {
    return [...this.counts.values()];
  }
}
