/** On which terms spot can be sold that is not held. */
export interface LoanTerms {
  /** Rate per hour as a fraction; null when the coin can't be borrowed there, NaN while that is unknown. */
  readonly perHourFrac: number | null;
  /** Base units that are held and need no loan. */
  readonly inventoryBase: number;
  readonly holdHours: number;
}

/** Returns what borrowing costs over the hold in bps of the whole size; null when the rate of a needed loan is not known. */
export function borrowCostBps(terms: LoanTerms, qtyBase: number): number | null {
  if (terms.inventoryBase >= qtyBase) return 0;
  if (terms.perHourFrac === null || Number.isNaN(terms.perHourFrac)) return null;
  const borrowedFrac = (qtyBase - Math.max(0, terms.inventoryBase)) / qtyBase;
  return terms.perHourFrac * terms.holdHours * borrowedFrac * 1e4;
}
