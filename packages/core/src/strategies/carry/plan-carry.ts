import { otherCoinFault, type CoinPrices } from '../arbitrage/same-coin.ts';
import { carryCapacityUsd, carryCosts } from './carry-costs.ts';
import type { BestCarry, CarryCandidate, CarryExclusion } from './carry-candidate.ts';
import { carryLegFault, type CarryFunding, type CarryLeg } from './carry-leg.ts';
import type { CarryRules } from './carry-rules.ts';
import { edgeHistory, stabilityOf } from './edge-history.ts';
import {
  aprPctOf,
  flowOf,
  incomeUntil,
  paymentsUntil,
  ratePerHourFrac,
  type FundingFlow,
  type RateReading,
} from './funding-flow.ts';
import { carryFaults, carryPromise } from './judge-carry.ts';

const HOUR_MS = 3_600_000;

export interface CarryRequest {
  readonly legs: readonly CarryLeg[];
  readonly notionalUsd: number;
  readonly nowMs: number;
}

export interface CarryPlan {
  /** Highest net first. */
  readonly candidates: readonly CarryCandidate[];
  readonly excluded: readonly CarryExclusion[];
  /** Of the candidate with the highest net; null when none is positive. */
  readonly best: BestCarry | null;
  readonly reason: string;
}

/**
 * Plans every carry of one symbol: perp against perp of another venue, and spot bought against a perp sold, on one venue or two. Spot is
 * never sold: that coin would have to be borrowed.
 */
export function planCarry({ legs, notionalUsd, nowMs }: CarryRequest, rules: CarryRules): CarryPlan {
  const usable: CarryLeg[] = [];
  const excluded: CarryExclusion[] = [];
  for (const leg of legs) {
    const reason = carryLegFault(leg);
    if (reason === null) usable.push(leg);
    else excluded.push({ instrumentId: leg.instrumentId, reason, cause: 'data' });
  }
  const candidates: CarryCandidate[] = [];
  for (const long of usable) {
    for (const short of usable) {
      if (short.market !== 'perp' || (long.market === 'perp' && long.venue === short.venue)) continue;
      const otherCoin = otherCoinFault(pricesOf(long), pricesOf(short), {
        maxGrossBps: rules.maxGrossBps,
        maxIndexGapFrac: rules.referenceGapMaxFrac,
      });
      if (otherCoin !== null) {
        const reason = `against ${long.instrumentId} ${otherCoin}`;
        excluded.push({ instrumentId: short.instrumentId, reason, cause: 'another-coin' });
        continue;
      }
      candidates.push(planPair(long, short, { notionalUsd, nowMs, rules }));
    }
  }
  // Sorting is stable: of equals the first planned stays first.
  candidates.sort((a, b) => b.netBps - a.netBps);
  return { candidates, excluded, ...choose(candidates, excluded) };
}

function pricesOf({ bids, asks, referencePx }: CarryLeg): CoinPrices {
  return { midPx: ((bids.px[0] as number) + (asks.px[0] as number)) / 2, referencePx };
}

/** Returns how a candidate is said: the venue whose rate brings more, and the side that earns it. */
function sideOf(candidate: CarryCandidate): BestCarry {
  const { longVenue, longMarket, longRateFrac, longIntervalHours } = candidate;
  const { shortVenue, shortMarket, shortRateFrac, shortIntervalHours } = candidate;
  const short = (shortRateFrac ?? 0) / (shortIntervalHours ?? 1);
  const long = longMarket === 'spot' ? Number.NEGATIVE_INFINITY : -(longRateFrac ?? 0) / (longIntervalHours ?? 1);
  return short >= long
    ? { venue: shortVenue, side: 'short', counterVenue: longVenue, counterMarket: longMarket }
    : { venue: longVenue, side: 'long', counterVenue: shortVenue, counterMarket: shortMarket };
}

/** Returns the edge per hour of a pair in bps: what the short earns less what the long pays. */
function edgePerHourBps(long: CarryFunding | null, short: CarryFunding | null, reading: RateReading): number {
  const isBlended = haveOtherIntervals(long, short);
  const earned = short === null ? 0 : ratePerHourFrac(short, isBlended, reading);
  const paid = long === null ? 0 : ratePerHourFrac(long, isBlended, reading);
  return (earned - paid) * 1e4;
}

/** Returns what each leg brings at its settlements from then on; null for spot. */
export function flowsOf(
  long: CarryFunding | null,
  short: CarryFunding | null,
  reading: RateReading,
): { readonly longFlow: FundingFlow | null; readonly shortFlow: FundingFlow | null } {
  const isBlended = haveOtherIntervals(long, short);
  return {
    longFlow: long === null ? null : flowOf(long, 'long', isBlended, reading),
    shortFlow: short === null ? null : flowOf(short, 'short', isBlended, reading),
  };
}

/**
 * Returns the edge per hour by the predicted rates alone, in bps: what the next settlements pay. An open round is judged by it; a blend
 * would call it worthless shortly before each payment, whenever the basis has just gone.
 */
export function predictedEdgeBps(long: CarryFunding | null, short: CarryFunding | null): number {
  const perHour = (funding: CarryFunding | null) => (funding === null ? 0 : funding.rateFrac / funding.intervalHours);
  return (perHour(short) - perHour(long)) * 1e4;
}

function choose(
  candidates: readonly CarryCandidate[],
  excluded: readonly CarryExclusion[],
): Pick<CarryPlan, 'best' | 'reason'> {
  const [top] = candidates;
  if (top === undefined) {
    const why = excluded.map(({ instrumentId, reason }) => `${instrumentId}: ${reason}`).join('; ');
    return { best: null, reason: why === '' ? 'no two listings to carry between' : `nothing can be planned: ${why}` };
  }
  const name = `long ${top.longId}, short ${top.shortId}`;
  if (top.netBps <= 0) return { best: null, reason: `nothing pays; the nearest is ${name}: ${top.reason}` };
  return { best: sideOf(top), reason: `${name}: ${top.reason}` };
}

function planPair(
  long: CarryLeg,
  short: CarryLeg,
  { notionalUsd, nowMs, rules }: { readonly notionalUsd: number; readonly nowMs: number; readonly rules: CarryRules },
): CarryCandidate {
  const reading = { nowMs, fromMs: nowMs + rules.executionMs, basisCapFrac: rules.basisCapFrac };
  const edgeBps = edgePerHourBps(long.funding, short.funding, reading);
  const isBlended = haveOtherIntervals(long.funding, short.funding);
  const endMs = nowMs + rules.maxHoldMs;
  const { longFlow, shortFlow } = flowsOf(long.funding, short.funding, reading);
  const flows = [longFlow, shortFlow].filter((flow) => flow !== null);
  const [longIncome, shortIncome] = [longFlow, shortFlow].map((flow) =>
    flow === null ? { settlements: 0, bps: 0 } : incomeUntil(flow, endMs),
  ) as [ReturnType<typeof incomeUntil>, ReturnType<typeof incomeUntil>];
  const holdIncomeBps = longIncome.bps + shortIncome.bps;
  const costs = carryCosts(long, short, notionalUsd);
  const spreadBps = costs.entrySpreadBps + costs.exitSpreadBps;
  const costBps = costs.feesBps + spreadBps;
  const netBps = holdIncomeBps - costBps;
  const covered = paymentsUntil(flows, costBps, reading.fromMs);
  const holdHours = rules.maxHoldMs / HOUR_MS;
  const planned = {
    longId: long.instrumentId,
    longVenue: long.venue,
    longMarket: long.market,
    shortId: short.instrumentId,
    shortVenue: short.venue,
    shortMarket: short.market,
    ...ratesOf(long.funding, short.funding),
    edgePerHourBps: edgeBps,
    isBlended,
    longSettlements: longIncome.settlements,
    shortSettlements: shortIncome.settlements,
    holdIncomeBps,
    nextSettlementMs: nextOf(long.funding, short.funding),
    ...costs,
    spreadBps,
    costBps,
    netBps,
    aprGrossPct: aprPctOf(edgeBps),
    aprNetPct: aprPctOf(netBps / holdHours),
    breakEvenHours: edgeBps > 0 ? Math.max(0, costBps) / edgeBps : null,
    breakEvenPayments: covered?.payments ?? null,
    breakEvenMs: covered?.atMs ?? null,
    ...stabilityOf(edgeHistory(long.funding, short.funding, nowMs - rules.stabilityMs), edgeBps),
    capacityUsd: carryCapacityUsd(long, short, holdIncomeBps),
  };
  const faults = carryFaults(planned, rules, nowMs);
  return {
    ...planned,
    isWorthIt: faults.length === 0,
    reason: faults.length === 0 ? carryPromise(planned) : faults.join('; '),
  };
}

function ratesOf(long: CarryFunding | null, short: CarryFunding | null) {
  return {
    longRateFrac: long?.rateFrac ?? null,
    longIntervalHours: long?.intervalHours ?? null,
    longNextMs: long?.nextMs ?? null,
    longSettledFrac: long?.settled.at(-1)?.rateFrac ?? null,
    shortRateFrac: short?.rateFrac ?? null,
    shortIntervalHours: short?.intervalHours ?? null,
    shortNextMs: short?.nextMs ?? null,
    shortSettledFrac: short?.settled.at(-1)?.rateFrac ?? null,
  };
}

function nextOf(long: CarryFunding | null, short: CarryFunding | null): number | null {
  const times = [long, short].flatMap((funding) => (funding === null ? [] : [funding.nextMs]));
  return times.length === 0 ? null : Math.min(...times);
}

function haveOtherIntervals(long: CarryFunding | null, short: CarryFunding | null): boolean {
  return long !== null && short !== null && long.intervalHours !== short.intervalHours;
}
