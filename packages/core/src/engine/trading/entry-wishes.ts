import type { AccountKey, DecimalString, InstrumentId, TradingRecord } from '../../domain/index.ts';

/** What the newest approved entry of a position wished for it, or what was wished since. */
interface EntryWish {
  readonly stopPx: DecimalString | null;
  readonly leverage: number | null;
  /** Side of the position of which the stop was moved: it may stand beyond the entry then. Absent: as the entry wished. */
  readonly movedSide?: 'long' | 'short';
}

export interface EntryWishSnapshot {
  readonly positions: readonly (readonly [string, EntryWish])[];
  readonly orders: readonly (readonly [string, OrderWish])[];
}

/** What an entry order wishes for the position it has not opened yet. */
interface OrderWish extends EntryWish {
  /** Account and instrument. */
  readonly position: string;
}

const WISHES_MAX = 2_000;

/**
 * Where positions are meant to be stopped and with which leverage they were opened, by account and instrument. A fold of records.
 *
 * What an order wishes counts from its first fill on: one that rests far away, or is refused, must not move the stop of what is held.
 */
export class EntryWishes {
  private readonly byPosition: Map<string, EntryWish>;
  private readonly byOrder: Map<string, OrderWish>;
  /** Stop price by intent, until its order, which stands in the same append, tells the account. */
  private readonly byIntent = new Map<string, DecimalString | null>();

  constructor(saved: EntryWishSnapshot = { positions: [], orders: [] }) {
    this.byPosition = new Map(saved.positions);
    this.byOrder = new Map(saved.orders);
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'intent') {
      const { intent } = record;
      if (record.isApproved && intent.role === 'entry') put(this.byIntent, intent.intentId, intent.stopPx);
    } else if (record.kind === 'order' && record.order.role === 'entry') {
      const { intentId, clientOrderId, venue, mode, instrumentId, leverage } = record.order;
      const stopPx = this.byIntent.get(intentId) ?? null;
      this.byIntent.delete(intentId);
      put(this.byOrder, clientOrderId, { position: `${venue}:${mode}|${instrumentId}`, stopPx, leverage });
    } else if (record.kind === 'fill') this.takeOver(record.fill.clientOrderId);
    else if (record.kind === 'stop-wish') this.move(record);
    else if (record.kind === 'account-owner' && record.archives) this.forget(`${record.account}|`);
  }

  private move({ account, instrumentId, side, stopPx }: Extract<TradingRecord, { kind: 'stop-wish' }>): void {
    const position = `${account}|${instrumentId}`;
    if (stopPx === null) {
      this.byPosition.delete(position);
      return;
    }
    const leverage = this.byPosition.get(position)?.leverage ?? null;
    put(this.byPosition, position, { stopPx, leverage, movedSide: side });
  }

  private forget(prefix: string): void {
    for (const position of this.byPosition.keys()) if (position.startsWith(prefix)) this.byPosition.delete(position);
    for (const [id, { position }] of this.byOrder) if (position.startsWith(prefix)) this.byOrder.delete(id);
  }

  private takeOver(clientOrderId: string | null): void {
    const wish = clientOrderId === null ? undefined : this.byOrder.get(clientOrderId);
    if (clientOrderId === null || wish === undefined) return;
    this.byOrder.delete(clientOrderId);
    put(this.byPosition, wish.position, { stopPx: wish.stopPx, leverage: wish.leverage });
  }

  /** Returns the wished stop of a position; null when none was wished. */
  stopPx(account: AccountKey, instrumentId: InstrumentId): DecimalString | null {
    return this.byPosition.get(`${account}|${instrumentId}`)?.stopPx ?? null;
  }

  /** Returns the side of the position whose stop was moved; null while the stop is the one its entry wished. */
  movedSide(account: AccountKey, instrumentId: InstrumentId): 'long' | 'short' | null {
    return this.byPosition.get(`${account}|${instrumentId}`)?.movedSide ?? null;
  }

  /** Returns the leverage of the newest entry; null when none was given. */
  leverage(account: AccountKey, instrumentId: InstrumentId): number | null {
    return this.byPosition.get(`${account}|${instrumentId}`)?.leverage ?? null;
  }

  snapshot(): EntryWishSnapshot {
    return { positions: [...this.byPosition], orders: [...this.byOrder] };
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
