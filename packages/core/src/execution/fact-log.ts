import {
  err,
  ok,
  type Condition,
  type DomainError,
  type Journal,
  type Result,
  type TradingFact,
  type TradingRecord,
} from '../domain/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { ConditionBook } from './condition-book.ts';
import type { OrderStore } from './order-store.ts';

/** Conditions of bugs begin so; a restart, which works everything out anew, lifts them. */
export const FAULT_PREFIX = 'halted:fault:';
const FOLD_FAULT = `${FAULT_PREFIX}fold`;

export interface FactLogParts {
  readonly journal: Journal;
  readonly store: OrderStore;
  readonly conditions: ConditionBook;
  readonly clock: Clock;
  /** The other folds (ledger, risk, audit), called in order for each record, after the order store. */
  readonly folds: readonly ((record: TradingRecord) => void)[];
}

/**
 * The one door by which facts become state: journal first, then the order store, then every other fold, all before `append` returns.
 * Fills and income that are known already are left out, so nothing behind this door ever books one twice.
 */
export class FactLog {
  private readonly parts: FactLogParts;
  private readonly foldFaults: string[] = [];

  constructor(parts: FactLogParts) {
    this.parts = parts;
  }

  /** Writes facts in one go and folds them. @errors the journal's; then nothing was remembered and nothing changed. */
  append(facts: readonly TradingFact[]): Result<readonly TradingRecord[], DomainError> {
    const fresh = this.withoutDoubles(facts).map((fact) => this.named(fact));
    if (fresh.length === 0) return ok([]);
    const { journal, clock } = this.parts;
    const written = journal.append(fresh, clock.nowMs());
    if (!written.ok) return err(written.error);
    const events = written.records.flatMap((record) => this.fold(record));
    if (events.length > 0) this.append(events);
    this.tellFoldFaults();
    return ok(written.records);
  }

  /** Raises a condition unless it stands already. Returns false when the journal refused it. */
  raise(condition: Condition): boolean {
    return this.parts.conditions.get(condition.key) !== null || this.append([{ kind: 'condition', condition }]).ok;
  }

  /** Clears a condition if it stands. Returns false when the journal refused to. */
  clear(key: string, text: string): boolean {
    return this.parts.conditions.get(key) === null || this.append([{ kind: 'condition-cleared', key, text }]).ok;
  }

  /** Returns the open conditions, oldest first. */
  conditions(): readonly Condition[] {
    return this.parts.conditions.list();
  }

  /** A bug in one fold keeps no other from the record: it halts new risk, and whoever told the fact goes on. */
  private fold(record: TradingRecord): readonly TradingFact[] {
    const { store, conditions, folds } = this.parts;
    let events: readonly TradingFact[] = [];
    try {
      ({ events } = store.apply(record));
    } catch (e) {
      this.noteFault(record, e);
    }
    try {
      conditions.apply(record);
    } catch (e) {
      this.noteFault(record, e);
    }
    for (const fold of folds) {
      try {
        fold(record);
      } catch (e) {
        this.noteFault(record, e);
      }
    }
    return events;
  }

  private noteFault({ seq, kind }: TradingRecord, cause: unknown): void {
    this.foldFaults.push(`record ${seq} (${kind}): ${String(cause)}`);
  }

  private tellFoldFaults(): void {
    const [first] = this.foldFaults;
    if (first === undefined) return;
    const text = `${this.foldFaults.length} folds failed, a restart works everything out anew; ${first}`;
    this.foldFaults.length = 0;
    const sinceMs = this.parts.clock.nowMs();
    this.raise({ key: FOLD_FAULT, kind: 'halted', account: null, instrumentId: null, text, sinceMs });
  }

  /** Gives a fill the client order id that the venue's history leaves out: everything behind this door knows orders by it. */
  private named(fact: TradingFact): TradingFact {
    if (fact.kind !== 'fill' || fact.fill.clientOrderId !== null) return fact;
    const clientOrderId = this.parts.store.find(fact.account, fact.fill)?.clientOrderId ?? null;
    return clientOrderId === null ? fact : { ...fact, fill: { ...fact.fill, clientOrderId } };
  }

  private withoutDoubles(facts: readonly TradingFact[]): readonly TradingFact[] {
    const { store } = this.parts;
    const batch = new Set<string>();
    return facts.filter((fact) => {
      if (fact.kind === 'fill') {
        return (
          !store.hasFill(fact.account, fact.fill) &&
          isFirst(batch, `${fact.account}|${fact.fill.instrumentId}|${fact.fill.fillId}`)
        );
      }
      if (fact.kind !== 'income') return true;
      return (
        !store.hasIncome(fact.account, fact.income) &&
        isFirst(batch, `${fact.account}|${fact.income.kind}|${fact.income.incomeId}`)
      );
    });
  }
}

function isFirst(batch: Set<string>, key: string): boolean {
  if (batch.has(key)) return false;
  batch.add(key);
  return true;
}
