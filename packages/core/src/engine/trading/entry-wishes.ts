import type { AccountKey, DecimalString, InstrumentId, TradingRecord } from '../../domain/index.ts';

/** What the newest approved entry of a position wished for it. */
interface EntryWish {
  readonly stopPx: DecimalString | null;
  readonly leverage: number | null;
}

export type EntryWishSnapshot = readonly (readonly [string, EntryWish])[];

const WISHES_MAX = 2_000;

/** Where positions are meant to be stopped and with which leverage they were opened, by account and instrument. A fold of records. */
export class EntryWishes {
  private readonly byPosition: Map<string, EntryWish>;
  /** Stop price by intent, until its order tells the account. */
  private readonly byIntent = new Map<string, DecimalString | null>();

  constructor(saved: EntryWishSnapshot = []) {
    this.byPosition = new Map(saved);
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'intent') {
      const { intent } = record;
      if (record.isApproved && intent.role === 'entry') put(this.byIntent, intent.intentId, intent.stopPx);
    } else if (record.kind === 'order' && record.order.role === 'entry') {
      const { intentId, venue, mode, instrumentId, leverage } = record.order;
      const stopPx = this.byIntent.get(intentId) ?? null;
      this.byIntent.delete(intentId);
      put(this.byPosition, `${venue}:${mode}|${instrumentId}`, { stopPx, leverage });
    }
  }

  /** Returns the wished stop of a position; null when none was wished. */
  stopPx(account: AccountKey, instrumentId: InstrumentId): DecimalString | null {
    return this.byPosition.get(`${account}|${instrumentId}`)?.stopPx ?? null;
  }

  /** Returns the leverage of the newest entry; null when none was given. */
  leverage(account: AccountKey, instrumentId: InstrumentId): number | null {
    return this.byPosition.get(`${account}|${instrumentId}`)?.leverage ?? null;
  }

  snapshot(): EntryWishSnapshot {
    return [...this.byPosition];
  }
}

/** Sets a key as the newest; the oldest goes when there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= WISHES_MAX) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
