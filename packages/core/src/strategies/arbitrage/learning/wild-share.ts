/** So many pairs are remembered, and nothing wild is believed before so many of them. */
const MEMORY = 500;
const PRIOR_WEIGHT = 50;
/** One pair counts for no more than this, so that a wrong figure does not stay for days. */
const CUT_MAX_BPS = 50;

/**
 * What wild fills cost on average, over all pairs. They are cut off the means of the cells, where one would move everything, but they
 * are paid: what was cut off is spread over all trades.
 */
export class WildShare {
  private weight: number;
  private sumBps: number;

  constructor(saved?: readonly [weight: number, sumBps: number]) {
    const [weight = 0, sumBps = 0] = saved ?? [];
    const isWhole = Number.isFinite(weight) && Number.isFinite(sumBps);
    this.weight = isWhole ? weight : 0;
    this.sumBps = isWhole ? sumBps : 0;
  }

  get meanBps(): number {
    return this.sumBps / (this.weight + PRIOR_WEIGHT);
  }

  /** Takes what was cut off one pair; 0 for most. */
  add(cutBps: number): void {
    const kept = 1 - 1 / MEMORY;
    this.weight = this.weight * kept + 1;
    this.sumBps = this.sumBps * kept + Math.min(CUT_MAX_BPS, Math.max(-CUT_MAX_BPS, cutBps));
  }

  save(): readonly [weight: number, sumBps: number] {
    return [this.weight, this.sumBps];
  }
}
