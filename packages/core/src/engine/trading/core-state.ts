import type { Condition, TradingRecord } from '../../domain/index.ts';
import { ConditionBook, OrderStore, type OrderStoreSnapshot } from '../../execution/index.ts';
import { Ledger, type LedgerSnapshot } from '../../ledger/index.ts';
import { RiskState, type RiskStateSnapshot } from '../../risk/index.ts';
import type { CoreFold } from './core-fold.ts';
import { EntryWishes, type EntryWishSnapshot } from './entry-wishes.ts';

/** What a checkpoint holds: everything that records add up to, as plain JSON. */
export interface CoreSnapshot {
  readonly version: 1;
  readonly orders: OrderStoreSnapshot;
  readonly ledger: LedgerSnapshot;
  readonly risk: RiskStateSnapshot;
  readonly wishes: EntryWishSnapshot;
  /** Absent in checkpoints of before: they stand in `risk` there. */
  readonly conditions?: readonly Condition[];
  /** By the names of the other folds. Absent in checkpoints of before there were any. */
  readonly others?: Readonly<Record<string, unknown>>;
}

/** The state of the core: folds of the same records. */
export interface CoreState {
  readonly orders: OrderStore;
  readonly ledger: Ledger;
  readonly risk: RiskState;
  readonly conditions: ConditionBook;
  readonly wishes: EntryWishes;
  /** Of other parts; see `CoreFold`. */
  readonly others: readonly CoreFold[];
  /** What could not be read back, in words; empty as a rule. */
  readonly faults: readonly string[];
}

/** Key of the condition that stands while the state may lack something of the journal. Only a person clears it. */
export const RESTORE_FAULT = 'halted:restore';

/** What a journal gave back at a start. */
export interface RestoredJournal {
  /** null: the first start. */
  readonly snapshot: unknown;
  readonly records: readonly TradingRecord[];
}

/**
 * Builds the state as it was when the last record was written. A part that a bug keeps from being read back is told in `faults` and left out:
 * an engine that does not start protects and closes nothing.
 */
export function restoreCoreState({ snapshot, records }: RestoredJournal, others: readonly CoreFold[] = []): CoreState {
  const saved = snapshot as CoreSnapshot | null;
  const faults: string[] = [];
  const read = <T>(what: string, work: () => T, otherwise: () => T): T => {
    try {
      return work();
    } catch (e) {
      faults.push(`${what}: ${String(e)}`);
      return otherwise();
    }
  };
  const orders = read(
    'the orders of the checkpoint',
    () => ordersOf(saved),
    () => new OrderStore(),
  );
  const ledger = read(
    'the ledger of the checkpoint',
    () => (saved === null ? new Ledger() : Ledger.restore(saved.ledger)),
    () => new Ledger(),
  );
  const risk = read(
    'the risk state of the checkpoint',
    () => (saved === null ? new RiskState() : RiskState.restore(saved.risk)),
    () => new RiskState(),
  );
  const wishes = read(
    'the wishes of the checkpoint',
    () => new EntryWishes(saved?.wishes),
    () => new EntryWishes(),
  );
  const conditions = new ConditionBook();
  read(
    'the conditions of the checkpoint',
    () => conditions.restore(saved?.conditions ?? saved?.risk.conditions ?? []),
    () => undefined,
  );
  for (const other of others) {
    read(
      `${other.name} of the checkpoint`,
      () => other.restore(saved?.others?.[other.name] ?? null),
      () => other.restore(null),
    );
  }
  for (const record of records) {
    for (const fold of [orders, ledger, risk, conditions, wishes, ...others]) {
      read(
        `record ${record.seq} (${record.kind})`,
        () => void fold.apply(record),
        () => undefined,
      );
    }
  }
  return { orders, ledger, risk, conditions, wishes, others, faults };
}

function ordersOf(saved: CoreSnapshot | null): OrderStore {
  const orders = new OrderStore();
  if (saved !== null) orders.restore(saved.orders);
  return orders;
}

/** Returns the state as a checkpoint keeps it. */
export function snapshotCoreState({ orders, ledger, risk, wishes, conditions, others }: CoreState): CoreSnapshot {
  return {
    version: 1,
    orders: orders.snapshot(),
    ledger: ledger.snapshot(),
    risk: risk.snapshot(),
    wishes: wishes.snapshot(),
    conditions: conditions.list(),
    others: Object.fromEntries(others.map((other) => [other.name, other.snapshot()])),
  };
}
