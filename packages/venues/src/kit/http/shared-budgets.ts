import type { BudgetLoad, WeightBudget } from './weight-budget.ts';

/** A load with the limit it is of. */
export interface NamedLoad extends BudgetLoad {
  readonly venue: string;
  readonly pool: string;
}

/** Budgets that a venue counts by address: the public and the private side of one process take from the same. Shows how used they all are. */
export class SharedBudgets {
  private readonly budgets = new Map<string, WeightBudget>();
  private readonly watched = new Map<string, { readonly venue: string; readonly pool: string; readonly of: Loaded }>();

  /** Returns the budget of a name, made at the first call. */
  get(name: string, make: () => WeightBudget): WeightBudget {
    const known = this.budgets.get(name);
    if (known !== undefined) return known;
    const budget = make();
    this.budgets.set(name, budget);
    return budget;
  }

  /** Shows a budget from now on, instead of an earlier one of the same name: a client that was built anew has others. Returns it. */
  watch<B extends Loaded>(venue: string, pool: string, of: B): B {
    this.watched.set(`${venue} ${pool}`, { venue, pool, of });
    return of;
  }

  get loads(): readonly NamedLoad[] {
    return [...this.watched.values()].map(({ venue, pool, of }) => ({ venue, pool, ...of.load }));
  }
}

/** What has a load to show. */
interface Loaded {
  readonly load: BudgetLoad;
}
