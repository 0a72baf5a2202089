import type { AuditStreamItem } from '@riptide/contracts/calls';

export type TailItem = Extract<AuditStreamItem, { kind: 'trade' | 'event' }>;

/** Stands where rows were missed that are not filled in. */
export interface TailGap {
  readonly kind: 'gap';
  /** Epoch seconds at which following went on. */
  readonly ts: number;
  /** Epoch seconds of the last row before it; null: not known. */
  readonly afterTs: number | null;
}

export type TailRow = TailItem | TailGap;

/** Names a row for ever; trades and events count apart. */
export function tailKey(row: TailRow): string {
  return row.kind === 'gap' ? `gap:${row.ts}` : `${row.kind}:${row.id}`;
}

/** Keeps the rows of the tail, newest first and no more than the cap; a trade that comes again takes the place of what it was. */
export class TailRows {
  #cap: number;
  #rows: readonly TailRow[] = [];
  #keys = new Set<string>();
  /** What came since they were taken, oldest first. */
  readonly #fresh = new Map<string, TailRow>();
  readonly #changed = new Map<string, TailRow>();

  constructor(cap: number) {
    this.#cap = cap;
  }

  add(row: TailRow): void {
    const key = tailKey(row);
    if (this.#keys.has(key)) this.#changed.set(key, row);
    else this.#fresh.set(key, row);
  }

  /** Puts rows that were loaded among those that are there by their time; what is there already stays. */
  merge(items: readonly TailItem[]): void {
    const news = items.filter((item) => !this.#keys.has(tailKey(item)) && !this.#fresh.has(tailKey(item)));
    this.#put(
      [...this.#rows, ...news].toSorted((one, other) => timeOf(other) - timeOf(one) || idOf(other) - idOf(one)),
    );
  }

  setCap(cap: number): void {
    this.#cap = cap;
    this.#put(this.#rows);
  }

  clear(): void {
    this.#fresh.clear();
    this.#changed.clear();
    this.#put([]);
  }

  /** Gives all rows and how many were put on top since the last time. */
  take(): { readonly rows: readonly TailRow[]; readonly prepended: number } {
    const prepended = this.#fresh.size;
    if (prepended > 0 || this.#changed.size > 0) {
      const kept =
        this.#changed.size === 0 ? this.#rows : this.#rows.map((row) => this.#changed.get(tailKey(row)) ?? row);
      this.#put([...[...this.#fresh.values()].reverse(), ...kept]);
      this.#fresh.clear();
      this.#changed.clear();
    }
    return { rows: this.#rows, prepended };
  }

  #put(rows: readonly TailRow[]): void {
    this.#rows = rows.slice(0, this.#cap);
    this.#keys = new Set(this.#rows.map(tailKey));
  }
}

const timeOf = (row: TailRow): number => (row.kind === 'gap' ? row.ts : row.created_ts);
const idOf = (row: TailRow): number => (row.kind === 'gap' ? 0 : row.id);
