import type { AccountKey, DecimalString, DustEntry, InstrumentId, TradingRecord } from '../../domain/index.ts';

const ENTRIES_MAX = 1_000;

/** What is too little for any order, by account and instrument, as the fold of the records. */
export class DustBook {
  private readonly entries: Map<string, DustEntry>;

  constructor(saved: readonly DustEntry[] = []) {
    this.entries = new Map(saved.map((entry) => [keyOf(entry), entry]));
  }

  apply(record: TradingRecord): void {
    if (record.kind !== 'dust') return;
    const key = keyOf(record.dust);
    this.entries.delete(key);
    if (Number(record.dust.qtyBase) !== 0) this.entries.set(key, record.dust);
    const oldest = this.entries.keys().next();
    if (this.entries.size > ENTRIES_MAX && oldest.done !== true) this.entries.delete(oldest.value);
  }

  /** Signed base units; '0' where nothing is left. */
  qtyOf(account: AccountKey, instrumentId: InstrumentId): DecimalString {
    return this.entries.get(keyOf({ account, instrumentId }))?.qtyBase ?? '0';
  }

  list(): readonly DustEntry[] {
    return [...this.entries.values()];
  }
}

function keyOf({ account, instrumentId }: Pick<DustEntry, 'account' | 'instrumentId'>): string {
  return `${account}|${instrumentId}`;
}
