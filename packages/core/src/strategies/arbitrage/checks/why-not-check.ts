/** One check of an opportunity: the value, its bound, and how far it is from passing. */
export interface WhyNotCheck {
  /** Stable name, e.g. `entry-net`, `book-age-buy`, `index-gap`, `gate:free-margin`. */
  readonly check: string;
  readonly ok: boolean;
  /** `hard` blocks, `soft` leaves it for evaluation, `trade` is asked only before an order. */
  readonly weight: 'hard' | 'soft' | 'trade';
  readonly value: number | null;
  readonly bound: number | null;
  readonly unit: string;
  /** How much is missing, as a fraction of the bound; 0 when ok, null when it can't be said. The nearest miss is the smallest. */
  readonly missFrac: number | null;
  /** In words: value, bound, unit, and what would have to change. */
  readonly detail: string;
  /** Setting that would change it; null when none does. */
  readonly setting: string | null;
}
