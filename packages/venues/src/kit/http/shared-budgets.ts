import type { WeightBudget } from './weight-budget.ts';

/** Budgets that a venue counts by address: the public and the private side of one process take from the same. */
export class SharedBudgets {
  private readonly budgets = new Map<string, WeightBudget>();

  /** Returns the budget of a name, made at the first call. */
  get(name: string, make: () => WeightBudget): WeightBudget {
    const known = this.budgets.get(name);
    if (known !== undefined) return known;
    const budget = make();
    this.budgets.set(name, budget);
    return budget;
  }
}
