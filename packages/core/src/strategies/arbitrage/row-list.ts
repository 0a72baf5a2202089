import { newRow, type OpportunityRow } from './opportunity-row.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';

/** What changed in the list since the last call. */
export interface RowChanges {
  readonly changed: readonly OpportunityRow[];
  /** Ids that left the list. */
  readonly removed: readonly string[];
}

/** The list of opportunities, by pair, with what changed in it since it was told last. */
export class RowList {
  /** By pair; null while it is not on the list. */
  readonly rows: readonly (OpportunityRow | null)[];
  count = 0;
  private readonly slots: (OpportunityRow | null)[];
  private readonly removed = new Set<string>();

  constructor(pairs: number) {
    this.slots = Array.from({ length: pairs }, () => null);
    this.rows = this.slots;
  }

  add(pair: Pair, priced: PricedOpportunity): OpportunityRow {
    const row = newRow(pair, priced);
    this.slots[pair.at] = row;
    this.count += 1;
    this.removed.delete(pair.id);
    return row;
  }

  drop(at: number): void {
    const row = this.slots[at] as OpportunityRow | null;
    if (row === null) return;
    this.slots[at] = null;
    this.count -= 1;
    this.removed.add(row.pair.id);
  }

  takeChanges(): RowChanges {
    const changed = this.slots.filter((row) => row !== null && row.isChanged) as OpportunityRow[];
    for (const row of changed) row.isChanged = false;
    const removed = [...this.removed];
    this.removed.clear();
    return { changed, removed };
  }
}
