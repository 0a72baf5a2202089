import { shown } from '../pas-trader/shown.ts';
import type { CarryCandidate } from './carry-candidate.ts';
import type { CarryRules } from './carry-rules.ts';

const HOUR_MS = 3_600_000;

/** Returns what speaks against a carry, in words; empty when it is worth it. What is unknown speaks against it. */
export function carryFaults(
  candidate: Omit<CarryCandidate, 'isWorthIt' | 'reason'>,
  rules: CarryRules,
  nowMs: number,
): readonly string[] {
  const { aprGrossPct, netBps, breakEvenHours, nextSettlementMs, sizeUsd, isCut } = candidate;
  const holdHours = rules.maxHoldMs / HOUR_MS;
  const faults: string[] = [];
  if (aprGrossPct < rules.minAprPct) {
    faults.push(`it earns ${shown(aprGrossPct)} % a year before costs, ${shown(rules.minAprPct)} % is the least`);
  }
  if (breakEvenHours === null) faults.push('it pays instead of earning');
  else if (breakEvenHours > holdHours) {
    faults.push(`the costs are earned in ${shown(breakEvenHours)} h, ${shown(holdHours)} h is the most`);
  }
  if (netBps <= 0) faults.push(`its settlements within ${shown(holdHours)} h leave ${shown(netBps)} bps after costs`);
  const neededMs = rules.executionMs + rules.settlementMarginMs;
  if (nextSettlementMs !== null && nextSettlementMs - nowMs < neededMs) {
    const seconds = shown((nextSettlementMs - nowMs) / 1_000);
    faults.push(`the next settlement is in ${seconds} s, ${shown(neededMs / 1_000)} s are needed before it`);
  }
  if (isCut) faults.push(`the books show ${shown(sizeUsd)} USD only`);
  return [...faults, ...stabilityFaults(candidate, rules)];
}

/** Returns what a carry that is worth it promises, in words. */
export function carryPromise({
  aprGrossPct,
  netBps,
  breakEvenHours,
  breakEvenPayments,
}: Pick<CarryCandidate, 'aprGrossPct' | 'netBps' | 'breakEvenHours' | 'breakEvenPayments'>): string {
  const hours = breakEvenHours === null ? '—' : shown(breakEvenHours);
  const payments = breakEvenPayments === null ? '—' : String(breakEvenPayments);
  return `earns ${shown(aprGrossPct)} % a year before costs, pays them in ${hours} h (${payments} payments), leaves ${shown(netBps)} bps`;
}

function stabilityFaults(
  { sameSignFrac, periods, variation }: Pick<CarryCandidate, 'sameSignFrac' | 'periods' | 'variation'>,
  rules: CarryRules,
): readonly string[] {
  if (periods < rules.periodsMin || sameSignFrac === null) {
    return [`${periods} settled periods are known, ${rules.periodsMin} are needed`];
  }
  const faults: string[] = [];
  if (sameSignFrac < rules.sameSignMinFrac) {
    const share = `${shown(sameSignFrac * 100)} % of ${periods} periods`;
    faults.push(`the edge had this sign in ${share}, ${shown(rules.sameSignMinFrac * 100)} % is the least`);
  }
  if (variation === null || variation >= rules.variationMax) {
    const text = variation === null ? '—' : shown(variation);
    faults.push(`the edge varies by ${text} of its mean, under ${shown(rules.variationMax)} is wanted`);
  }
  return faults;
}
