import {
  accountKey,
  decimal,
  roundTo,
  toDecimalString,
  type AccountKey,
  type ArbResult,
  type CarryRound,
  type Income,
  type InstrumentId,
  type TradingRecord,
  type Venue,
} from '../../../domain/index.ts';

/** Finished rounds that are kept; the oldest go first. */
const FINISHED_MAX = 500;
const DOLLARS: ReadonlySet<string> = new Set(['USDT', 'USD']);
const BPS_DIGITS = 6;

export interface CarryBookSnapshot {
  readonly rounds: readonly CarryRound[];
}

/**
 * The carry rounds, as the fold of their records and of the funding that the venues book: a settlement counts for the round that held its
 * instrument then, also when it is told after the round has closed.
 */
export class CarryBook {
  private readonly byId: Map<string, CarryRound>;

  constructor(saved?: CarryBookSnapshot) {
    this.byId = new Map(saved?.rounds.map((round) => [round.roundId, round]));
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'carry-round') this.put(record.round);
    if (record.kind === 'income' && record.income.kind === 'funding') this.take(record.account, record.income);
  }

  /** Oldest first. */
  all(): readonly CarryRound[] {
    return [...this.byId.values()];
  }

  /** Oldest first. */
  open(): readonly CarryRound[] {
    return this.all().filter((round) => !isFinishedRound(round));
  }

  byRoundId(roundId: string): CarryRound | null {
    return this.byId.get(roundId) ?? null;
  }

  snapshot(): CarryBookSnapshot {
    return { rounds: this.all() };
  }

  private put(round: CarryRound): void {
    this.byId.set(round.roundId, round);
    const finished = this.all().filter(isFinishedRound);
    for (const { roundId } of finished.slice(0, Math.max(0, finished.length - FINISHED_MAX))) {
      this.byId.delete(roundId);
    }
  }

  private take(account: AccountKey, income: Income): void {
    if (income.instrumentId === null || !DOLLARS.has(income.asset)) return;
    for (const round of this.byId.values()) {
      if (!holds(round, account, income.instrumentId)) continue;
      const isDuring = income.venueMs >= round.createdMs && income.venueMs <= (round.closedMs ?? income.venueMs);
      if (isDuring) this.byId.set(round.roundId, withFunding(round, income));
    }
  }
}

/** Returns true when nothing is done in a round any more. */
export function isFinishedRound({ state }: Pick<CarryRound, 'state'>): boolean {
  return state === 'closed' || state === 'failed';
}

/** Returns the account of one side of a round. */
export function accountOfLeg(round: Pick<CarryRound, 'execution'>, instrumentId: InstrumentId): AccountKey {
  return accountKey(instrumentId.split('.')[2] as Venue, round.execution);
}

/** Returns a result with another funding, the parts still summing to the net. */
export function withFundingUsd(result: ArbResult, fundingUsd: string, notionalUsd: string): ArbResult {
  const net = decimal(result.priceUsd)
    .plus(decimal(result.feesUsd))
    .plus(decimal(result.borrowUsd))
    .plus(decimal(fundingUsd));
  const notional = decimal(notionalUsd);
  const netBps =
    result.netBps === null || notional.lte(0)
      ? null
      : Number(toDecimalString(roundTo(net.div(notional).times(10_000), BPS_DIGITS)));
  return { ...result, fundingUsd, netUsd: toDecimalString(net), netBps };
}

function holds(round: CarryRound, account: AccountKey, instrumentId: InstrumentId): boolean {
  if (instrumentId !== round.longId && instrumentId !== round.shortId) return false;
  return account === accountOfLeg(round, instrumentId);
}

function withFunding(round: CarryRound, { amount }: Income): CarryRound {
  const fundingUsd = toDecimalString(decimal(round.fundingUsd).plus(decimal(amount)));
  return {
    ...round,
    settlements: round.settlements + 1,
    fundingUsd,
    result: round.result === null ? null : withFundingUsd(round.result, fundingUsd, round.notionalUsd),
  };
}
