import type { Condition, TradingRecord } from '../domain/index.ts';

/** The open conditions: a fold of trading records, so that after a restart whoever settles one still knows that it stands. */
export class ConditionBook {
  private readonly open = new Map<string, Condition>();

  apply(record: TradingRecord): void {
    if (record.kind === 'condition') this.open.set(record.condition.key, record.condition);
    else if (record.kind === 'condition-cleared') this.open.delete(record.key);
  }

  get(key: string): Condition | null {
    return this.open.get(key) ?? null;
  }

  /** Returns every open condition, oldest first. */
  list(): readonly Condition[] {
    return [...this.open.values()];
  }

  /** Replaces the state by a snapshot's, which is what `list` returned. */
  restore(conditions: readonly Condition[]): void {
    this.open.clear();
    for (const condition of conditions) this.open.set(condition.key, condition);
  }
}
