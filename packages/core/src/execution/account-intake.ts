import type {
  AccountKey,
  BalanceReport,
  Fill,
  Income,
  OrderReport,
  PositionReport,
  PrivateSink,
  PrivateStreamState,
} from '../domain/index.ts';
import type { ExecutionDeps } from './execution-deps.ts';
import { reportFacts } from './report-facts.ts';

/** Who wants to know what is no fact of the journal. */
export interface IntakeListener {
  onPosition(account: AccountKey, position: PositionReport): void;
  onStream(account: AccountKey, state: PrivateStreamState): void;
  /** When the account's books were opened, our time; null or absent while they are not. */
  readonly openedMs?: (account: AccountKey) => number | null;
}

/** What went wrong while taking in; each is also the reconciler's to repair. */
export interface IntakeCounters {
  events: number;
  /** Facts the journal refused: nothing changed, the next reconciliation brings them again. */
  unrecorded: number;
}

/** Turns what one account's private streams say into facts, in wire order; doubles and late reports leave no trace. */
export class AccountIntake implements PrivateSink {
  readonly counters: IntakeCounters = { events: 0, unrecorded: 0 };
  private readonly deps: Pick<ExecutionDeps, 'facts' | 'store'>;
  private readonly account: AccountKey;
  private readonly listener: IntakeListener;

  constructor(deps: Pick<ExecutionDeps, 'facts' | 'store'>, account: AccountKey, listener: IntakeListener) {
    this.deps = deps;
    this.account = account;
    this.listener = listener;
  }

  onOrder(report: OrderReport): void {
    this.take(reportFacts(this.deps.store, this.account, report, 'stream'));
  }

  onFill(fill: Fill): void {
    this.take([{ kind: 'fill', account: this.account, fill }]);
  }

  onPosition(position: PositionReport): void {
    this.counters.events += 1;
    this.listener.onPosition(this.account, position);
  }

  onBalances(balances: readonly BalanceReport[]): void {
    this.take([{ kind: 'balances', account: this.account, balances }]);
  }

  onIncome(income: Income): void {
    // A client that reads its history after an event also tells what is older than the books: their opening has it in already.
    if (income.venueMs < (this.listener.openedMs?.(this.account) ?? 0)) return;
    this.take([{ kind: 'income', account: this.account, income }]);
  }

  onStream(state: PrivateStreamState): void {
    this.counters.events += 1;
    this.listener.onStream(this.account, state);
  }

  private take(facts: Parameters<ExecutionDeps['facts']['append']>[0]): void {
    this.counters.events += 1;
    if (!this.deps.facts.append(facts).ok) this.counters.unrecorded += 1;
  }
}
