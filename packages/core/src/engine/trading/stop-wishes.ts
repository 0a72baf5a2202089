import type { AccountKey, DecimalString, InstrumentId, TradingRecord } from '../../domain/index.ts';

export type StopWishSnapshot = readonly (readonly [string, DecimalString])[];

const WISHES_MAX = 2_000;

/** Where positions are meant to be stopped: the price of the newest approved entry of each account and instrument. A fold of records. */
export class StopWishes {
  private readonly byPosition: Map<string, DecimalString>;
  /** Stop price by intent, until its order tells the account. */
  private readonly byIntent = new Map<string, DecimalString>();

  constructor(saved: StopWishSnapshot = []) {
    this.byPosition = new Map(saved);
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'intent') {
      const { intent } = record;
      if (record.isApproved && intent.role === 'entry' && intent.stopPx !== null) {
        put(this.byIntent, intent.intentId, intent.stopPx);
      }
    } else if (record.kind === 'order' && record.order.role === 'entry') {
      const { intentId, venue, mode, instrumentId } = record.order;
      const stopPx = this.byIntent.get(intentId);
      if (stopPx === undefined) return;
      this.byIntent.delete(intentId);
      put(this.byPosition, `${venue}:${mode}|${instrumentId}`, stopPx);
    }
  }

  /** Returns the wished stop of a position; null when none was wished. */
  stopPx(account: AccountKey, instrumentId: InstrumentId): DecimalString | null {
    return this.byPosition.get(`${account}|${instrumentId}`) ?? null;
  }

  snapshot(): StopWishSnapshot {
    return [...this.byPosition];
  }
}

/** Sets a key as the newest; the oldest goes when there are too many. */
function put(map: Map<string, DecimalString>, key: string, value: DecimalString): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= WISHES_MAX) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
