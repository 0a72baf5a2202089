import type { SimIncome } from '../../account/model.ts';

/** One funding payment with the size that it was paid on. */
export interface FundingRecord {
  readonly income: SimIncome;
  /** Signed lots at the time. */
  readonly lots: number;
  readonly markPx: number;
}

const KEPT = 20_000;

/** Funding payments as the funding history shows them; the oldest are forgotten first. */
export class FundingLog {
  private readonly records: FundingRecord[] = [];

  add(record: FundingRecord): void {
    this.records.push(record);
    if (this.records.length > KEPT) this.records.splice(0, this.records.length - KEPT);
  }

  /** Newest first. */
  of(accountId: number): readonly FundingRecord[] {
    return this.records.filter(({ income }) => income.accountId === accountId).toReversed();
  }
}
