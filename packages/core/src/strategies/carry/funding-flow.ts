import type { CarryFunding } from './carry-leg.ts';

const HOUR_MS = 3_600_000;
const HOURS_PER_YEAR = 8_760;
/** A walk to the break-even ends after so many settlements. */
const PAYMENTS_MAX = 1_000;

/** What one leg brings at its settlements, in bps of the notional; positive is income. */
export interface FundingFlow {
  readonly nextMs: number;
  readonly intervalMs: number;
  readonly firstBps: number;
  /** At every settlement after the first. */
  readonly laterBps: number;
}

/** How the rates of a pair are read. */
export interface RateReading {
  readonly nowMs: number;
  /** Settlements up to then are not ours any more: both legs have to stand first. */
  readonly fromMs: number;
  readonly basisCapFrac: number;
}

/**
 * Returns a perp's rate per hour as a fraction; positive is paid by longs.
 *
 * `isBlended`, for legs of different intervals: with the share p of the running interval that has passed, (1 - p) of the predicted rate
 * and p of the basis. A rate that is about to be paid says little about the hours after it, and a short interval has many of those while
 * a long one still waits.
 */
export function ratePerHourFrac(funding: CarryFunding, isBlended: boolean, reading: RateReading): number {
  const { rateFrac, intervalHours, nextMs, basisFrac } = funding;
  const predicted = rateFrac / intervalHours;
  if (!isBlended || Number.isNaN(basisFrac)) return predicted;
  const leftFrac = (nextMs - reading.nowMs) / (intervalHours * HOUR_MS);
  const passed = Math.min(1, Math.max(0, 1 - leftFrac));
  const basis = Math.min(reading.basisCapFrac, Math.max(-reading.basisCapFrac, basisFrac));
  return ((1 - passed) * rateFrac + passed * basis) / intervalHours;
}

/** Returns what a perp brings to its holder: the next settlement as predicted, those after it by the rate per hour. */
export function flowOf(
  funding: CarryFunding,
  side: 'long' | 'short',
  isBlended: boolean,
  reading: RateReading,
): FundingFlow {
  const intervalMs = funding.intervalHours * HOUR_MS;
  const sign = side === 'short' ? 1e4 : -1e4;
  const laterFrac = ratePerHourFrac(funding, isBlended, reading) * funding.intervalHours;
  const missed = Math.max(0, Math.floor((reading.fromMs - funding.nextMs) / intervalMs) + 1);
  return {
    nextMs: funding.nextMs + missed * intervalMs,
    intervalMs,
    firstBps: sign * (missed === 0 ? funding.rateFrac : laterFrac),
    laterBps: sign * laterFrac,
  };
}

/** Returns how many settlements a leg has up to `endMs`, and what they bring. */
export function incomeUntil(flow: FundingFlow, endMs: number): { readonly settlements: number; readonly bps: number } {
  const { nextMs, intervalMs, firstBps, laterBps } = flow;
  if (nextMs > endMs) return { settlements: 0, bps: 0 };
  const settlements = Math.floor((endMs - nextMs) / intervalMs) + 1;
  return { settlements, bps: firstBps + (settlements - 1) * laterBps };
}

/**
 * Returns the settlement at which what was earned first covers a cost, and the how-manieth it is; settlements of both legs at one time
 * are one payment. null when it is not reached.
 */
export function paymentsUntil(
  flows: readonly FundingFlow[],
  costBps: number,
  fromMs: number,
): { readonly payments: number; readonly atMs: number } | null {
  if (costBps <= 0) return { payments: 0, atMs: fromMs };
  const nextMs = flows.map((flow) => flow.nextMs);
  let sumBps = 0;
  for (let payments = 1; payments <= PAYMENTS_MAX && flows.length > 0; payments += 1) {
    const atMs = Math.min(...nextMs);
    flows.forEach((flow, nth) => {
      if (nextMs[nth] !== atMs) return;
      sumBps += atMs === flow.nextMs ? flow.firstBps : flow.laterBps;
      nextMs[nth] = atMs + flow.intervalMs;
    });
    if (sumBps >= costBps) return { payments, atMs };
  }
  return null;
}

/** Returns a rate per hour in bps as percent of a year. */
export function aprPctOf(perHourBps: number): number {
  return (perHourBps * HOURS_PER_YEAR) / 100;
}
