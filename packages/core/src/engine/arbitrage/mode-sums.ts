import { decimal, toDecimalString, type ArbResult, type DecimalString } from '../../domain/index.ts';

/** Sums of one execution mode, exact. */
export interface ModeSums {
  readonly trades: number;
  /** Trades of which a part of the result is unknown: their results are in no sum. Absent in older checkpoints. */
  readonly unpriced?: number;
  readonly wins: number;
  readonly aborted: number;
  readonly naked: number;
  /** Day UTC that `executedToday` counts. */
  readonly day: number;
  readonly executedToday: number;
  readonly netUsd: DecimalString;
  readonly priceUsd: DecimalString;
  readonly feesUsd: DecimalString;
  readonly fundingUsd: DecimalString;
  readonly borrowUsd: DecimalString;
}

export const NO_SUMS: ModeSums = {
  trades: 0,
  wins: 0,
  aborted: 0,
  naked: 0,
  day: 0,
  executedToday: 0,
  netUsd: '0',
  priceUsd: '0',
  feesUsd: '0',
  fundingUsd: '0',
  borrowUsd: '0',
};

/** Returns the sums with a result more, or one less; what is unknown of it is only counted. */
export function withResult(sums: ModeSums, result: ArbResult, sign: 1 | -1): ModeSums {
  const { netUsd, feesUsd, priceUsd } = result;
  const trades = sums.trades + sign;
  if (netUsd === null || feesUsd === null || priceUsd === null) {
    return { ...sums, trades, unpriced: (sums.unpriced ?? 0) + sign };
  }
  const plus = (a: DecimalString, b: DecimalString): DecimalString =>
    toDecimalString(decimal(a).plus(decimal(b).times(sign)));
  return {
    ...sums,
    trades,
    wins: sums.wins + (decimal(netUsd).gt(0) ? sign : 0),
    netUsd: plus(sums.netUsd, netUsd),
    priceUsd: plus(sums.priceUsd, priceUsd),
    feesUsd: plus(sums.feesUsd, feesUsd),
    fundingUsd: plus(sums.fundingUsd, result.fundingUsd),
    borrowUsd: plus(sums.borrowUsd, result.borrowUsd),
  };
}
