import {
  decimal,
  roundTo,
  toDecimalString,
  type Income,
  type InstrumentId,
  type PrivateSink,
} from '../../domain/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { PaperAccount } from './paper-account.ts';
import type { PaperMarket } from './paper-market.ts';

const INCOME_MAX = 5_000;
const FUNDING_DIGITS = 8;

export interface PaperFundingParts {
  readonly clock: Clock;
  readonly market: PaperMarket;
  readonly account: PaperAccount;
  readonly sink: () => PrivateSink | null;
  readonly assetOf: (instrumentId: InstrumentId) => string;
}

/** Pays and earns funding at each settlement: -quantity x mark x rate, with the last rate and mark seen before it. */
export class PaperFunding {
  private readonly parts: PaperFundingParts;
  private readonly running = new Map<InstrumentId, { rateFrac: number; nextMs: number; markPx: number | null }>();
  private incomeList: Income[] = [];

  constructor(parts: PaperFundingParts) {
    this.parts = parts;
  }

  /** Looks at one open position: books a settlement that has passed, and remembers the running interval. */
  settle(instrumentId: InstrumentId, nowMs: number): void {
    const { market } = this.parts;
    const due = this.running.get(instrumentId);
    if (due !== undefined && nowMs >= due.nextMs) {
      if (due.markPx !== null) this.book(instrumentId, due, due.markPx);
      this.running.delete(instrumentId);
    }
    const now = market.fundingOf(instrumentId);
    // WHY: until the feed tells the next interval it still shows the settled one.
    if (now === null || now.nextMs <= nowMs) return;
    const markPx = market.mark(instrumentId) ?? this.running.get(instrumentId)?.markPx ?? null;
    this.running.set(instrumentId, { ...now, markPx });
  }

  /** Forgets the intervals of positions that were closed: a new one joins at its own time. */
  forgetFlat(): void {
    for (const instrumentId of this.running.keys()) {
      if (this.parts.account.qtyOf(instrumentId).eq(0)) this.running.delete(instrumentId);
    }
  }

  since(sinceMs: number): readonly Income[] {
    return this.incomeList.filter((income) => income.venueMs >= sinceMs);
  }

  private book(instrumentId: InstrumentId, due: { rateFrac: number; nextMs: number }, markPx: number): void {
    const { account, assetOf, clock, sink } = this.parts;
    const value = account.qtyOf(instrumentId).times(decimal(markPx));
    const amount = roundTo(value.times(decimal(due.rateFrac)).times(-1), FUNDING_DIGITS);
    account.addCash(amount);
    const income: Income = {
      kind: 'funding',
      incomeId: `${instrumentId}:${due.nextMs}`,
      instrumentId,
      scope: 'unified',
      asset: assetOf(instrumentId),
      amount: toDecimalString(amount),
      venueMs: due.nextMs,
    };
    this.incomeList.push(income);
    if (this.incomeList.length > 2 * INCOME_MAX) this.incomeList = this.incomeList.slice(-INCOME_MAX);
    sink()?.onIncome(income);
    sink()?.onBalances(account.balances(clock.nowMs()));
  }
}
