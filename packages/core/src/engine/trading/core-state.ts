import type { TradingRecord } from '../../domain/index.ts';
import { ConditionBook, OrderStore, type OrderStoreSnapshot } from '../../execution/index.ts';
import { Ledger, type LedgerSnapshot } from '../../ledger/index.ts';
import { RiskState, type RiskStateSnapshot } from '../../risk/index.ts';
import { EntryWishes, type EntryWishSnapshot } from './entry-wishes.ts';

/** What a checkpoint holds: everything that records add up to, as plain JSON. */
export interface CoreSnapshot {
  readonly version: 1;
  readonly orders: OrderStoreSnapshot;
  readonly ledger: LedgerSnapshot;
  readonly risk: RiskStateSnapshot;
  readonly wishes: EntryWishSnapshot;
}

/** The state of the core: four folds of the same records. */
export interface CoreState {
  readonly orders: OrderStore;
  readonly ledger: Ledger;
  readonly risk: RiskState;
  readonly conditions: ConditionBook;
  readonly wishes: EntryWishes;
}

/** What a journal gave back at a start. */
export interface RestoredJournal {
  /** null: the first start. */
  readonly snapshot: unknown;
  readonly records: readonly TradingRecord[];
}

/** Builds the state as it was when the last record was written. */
export function restoreCoreState({ snapshot, records }: RestoredJournal): CoreState {
  const saved = snapshot as CoreSnapshot | null;
  const orders = new OrderStore();
  if (saved !== null) orders.restore(saved.orders);
  const state: CoreState = {
    orders,
    ledger: saved === null ? new Ledger() : Ledger.restore(saved.ledger),
    risk: saved === null ? new RiskState() : RiskState.restore(saved.risk),
    conditions: new ConditionBook(),
    wishes: new EntryWishes(saved?.wishes),
  };
  state.conditions.restore(state.risk.conditions);
  for (const record of records) {
    orders.apply(record);
    state.ledger.apply(record);
    state.risk.apply(record);
    state.conditions.apply(record);
    state.wishes.apply(record);
  }
  return state;
}

/** Returns the state as a checkpoint keeps it. */
export function snapshotCoreState({ orders, ledger, risk, wishes }: CoreState): CoreSnapshot {
  return {
    version: 1,
    orders: orders.snapshot(),
    ledger: ledger.snapshot(),
    risk: risk.snapshot(),
    wishes: wishes.snapshot(),
  };
}
