import {
  decimal,
  roundTo,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type Income,
  type InstrumentId,
  type PrivateSink,
} from '../../domain/index.ts';
import type { Clock } from '../../kernel/index.ts';
import type { PaperAccount } from './paper-account.ts';
import type { PaperMarket } from './paper-market.ts';

const INCOME_MAX = 5_000;
const FUNDING_DIGITS = 8;
const MINUTE_MS = 60_000;

/** One settlement as an account takes part in it. */
export interface PaperSettlement {
  readonly instrumentId: InstrumentId;
  readonly venueMs: number;
  readonly rateFrac: DecimalString | number;
  readonly markPx: DecimalString | number;
  /** What the account held then; signed. */
  readonly qtyBase: Decimal;
}

/** Returns the id of a settlement's income. The history stamps some ms beside the time announced, so the minute counts. */
export function fundingIncomeId(instrumentId: InstrumentId, venueMs: number): string {
  return `${instrumentId}:${Math.round(venueMs / MINUTE_MS) * MINUTE_MS}`;
}

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
      const { nextMs: venueMs, rateFrac, markPx } = due;
      const qtyBase = this.parts.account.qtyOf(instrumentId);
      if (markPx !== null) this.book({ instrumentId, venueMs, rateFrac, markPx, qtyBase });
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

  /** Books one settlement; one that was booked in this run is left out. */
  book({ instrumentId, venueMs, rateFrac, markPx, qtyBase }: PaperSettlement): void {
    const { account, assetOf, clock, sink } = this.parts;
    const incomeId = fundingIncomeId(instrumentId, venueMs);
    if (this.incomeList.some((income) => income.incomeId === incomeId)) return;
    const amount = roundTo(qtyBase.times(decimal(markPx)).times(decimal(rateFrac)).times(-1), FUNDING_DIGITS);
    account.addCash(amount);
    const income: Income = {
      kind: 'funding',
      incomeId,
      instrumentId,
      scope: 'unified',
      asset: assetOf(instrumentId),
      amount: toDecimalString(amount),
      venueMs,
    };
    this.incomeList.push(income);
    if (this.incomeList.length > 2 * INCOME_MAX) this.incomeList = this.incomeList.slice(-INCOME_MAX);
    sink()?.onIncome(income);
    sink()?.onBalances(account.balances(clock.nowMs()));
  }
}
