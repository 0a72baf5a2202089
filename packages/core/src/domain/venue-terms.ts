/** What a venue takes for lending one asset on spot margin, at the account's level where a key asked and at the lowest one otherwise. */
export interface BorrowRate {
  /** Canonical. */
  readonly asset: string;
  /** Interest of an hour as a fraction of the loan. */
  readonly perHourFrac: number;
}

/**
 * How far from its reference a venue takes limit prices, as fractions of it: the mark of a perp, the average price of the last minutes on
 * spot. null: the venue states no bound on that side.
 */
export interface PriceBand {
  readonly buyUpFrac: number | null;
  readonly buyDownFrac: number | null;
  readonly sellUpFrac: number | null;
  readonly sellDownFrac: number | null;
}

/** The limits in force now, as prices of one base unit; null where none is in force. */
export interface PriceLimits {
  /** A buy may not be dearer. */
  readonly buyMaxPx: number | null;
  /** A sale may not be cheaper. */
  readonly sellMinPx: number | null;
}
