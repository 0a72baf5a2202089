import { shown } from '../pas-trader/shown.ts';
import { aprPctOf } from './funding-flow.ts';

/** What the rules look at in a round that holds both legs. NaN and null are unknown. */
export interface CarryExitFacts {
  readonly nowMs: number;
  readonly openedMs: number;
  /** False while the venue of a leg is not heard of: the other leg alone could be closed then. */
  readonly areBooksCurrent: boolean;
  /** Edge per hour now and when it was planned. */
  readonly edgePerHourBps: number | null;
  readonly plannedEdgePerHourBps: number;
  /** Of the leg with the longer interval: the edge is compared per such interval. */
  readonly intervalHours: number | null;
  /** What closing now would cost beyond a price without spread, and what was planned for it, in bps. */
  readonly exitSpreadBps: number | null;
  readonly plannedExitSpreadBps: number;
  /** Price, fees of both ways and borrow if it were closed now, without funding; null while a book is missing. */
  readonly openResultUsd: number | null;
  readonly fundingUsd: number;
  readonly notionalUsd: number;
  readonly plannedCostBps: number;
  /** By leg: distance to the liquidation price in percent of what it was at the entry; null where there is none. */
  readonly marginPct: { readonly long: number | null; readonly short: number | null };
}

export interface CarryExitRules {
  readonly minAprPct: number;
  readonly maxHoldMs: number;
  /** Edge per interval, as a fraction, that counts as turned round. */
  readonly flipFrac: number;
  readonly exitSpreadBps: number;
  readonly marginAlertPct: number;
  readonly marginReducePct: number;
}

type CarryRule =
  'margin-reduce' | 'funding-flip' | 'apr-gone' | 'loss' | 'max-hold' | 'apr-low' | 'apr-low-held' | 'margin-alert';

/** What the rules say: `close` now, `warn` a person, or nothing. */
export interface CarryExitPlan {
  readonly action: 'close' | 'warn';
  readonly rule: CarryRule;
  readonly reason: string;
}

const HOUR_MS = 3_600_000;
/** A loss beyond the planned costs is taken when it is more than so many times the funding. */
const LOSS_PER_FUNDING = 3;
/** What float arithmetic leaves of a difference that is none. */
const DUST = 1e-9;

/**
 * Returns what is due in a round, reasons to close before warnings. Order: margin, funding turned round, nothing earned any more, loss,
 * longest hold, earns too little.
 *
 * While the venue of a leg is not heard of, only the margin closes: any other reason can wait better than a leg can stand alone.
 *
 * A round is never closed for being as poor as it was planned: one that was opened at less than the minimum, or at a loss that somebody
 * accepted, is measured by its own plan.
 */
export function planCarryExit(facts: CarryExitFacts, rules: CarryExitRules): readonly CarryExitPlan[] {
  const found = [
    marginRule(facts, rules),
    flipRule(facts, rules),
    goneRule(facts),
    lossRule(facts),
    holdRule(facts, rules),
    lowRule(facts, rules),
    alertRule(facts, rules),
  ]
    .filter((plan) => plan !== null)
    .filter(({ action, rule }) => facts.areBooksCurrent || action === 'warn' || rule === 'margin-reduce');
  return [...found.filter(({ action }) => action === 'close'), ...found.filter(({ action }) => action === 'warn')];
}

function marginRule({ marginPct }: CarryExitFacts, { marginReducePct }: CarryExitRules): CarryExitPlan | null {
  const leg = nearest(marginPct, marginReducePct);
  if (leg === null) return null;
  return close('margin-reduce', `${distance(leg)}, under ${shown(marginReducePct)} % both legs are closed`);
}

function flipRule(facts: CarryExitFacts, { flipFrac }: CarryExitRules): CarryExitPlan | null {
  const { edgePerHourBps: edge, plannedEdgePerHourBps: planned, intervalHours } = facts;
  if (edge === null || intervalHours === null || edge * planned >= 0) return null;
  const perInterval = Math.abs(edge) * intervalHours;
  if (perInterval <= flipFrac * 1e4 + DUST) return null;
  const now = shown(edge * intervalHours);
  return close(
    'funding-flip',
    `the funding turned round: ${now} bps per interval, over ${shown(flipFrac * 1e4)} counts`,
  );
}

function goneRule({ edgePerHourBps: edge, plannedEdgePerHourBps: planned }: CarryExitFacts): CarryExitPlan | null {
  if (edge === null || edge > 0 || planned <= 0) return null;
  return close('apr-gone', `it earns ${shown(aprPctOf(edge))} % a year now`);
}

/** Costs that were planned are no loss. What one interval was to bring is the least that the funding counts as. */
function lossRule(facts: CarryExitFacts): CarryExitPlan | null {
  const { openResultUsd, fundingUsd, notionalUsd, plannedCostBps, plannedEdgePerHourBps, intervalHours } = facts;
  if (openResultUsd === null) return null;
  const plannedUsd = (notionalUsd * plannedCostBps) / 1e4;
  const lossUsd = -openResultUsd - Math.max(0, plannedUsd);
  const paymentUsd = (notionalUsd * Math.max(0, plannedEdgePerHourBps) * (intervalHours ?? 0)) / 1e4;
  const boundUsd = LOSS_PER_FUNDING * Math.max(fundingUsd, paymentUsd);
  if (boundUsd <= 0 || lossUsd <= boundUsd) return null;
  return close(
    'loss',
    `it lost ${shown(lossUsd)} USD beyond its costs, over 3 times the funding: ${shown(boundUsd)} USD`,
  );
}

function holdRule({ nowMs, openedMs }: CarryExitFacts, { maxHoldMs }: CarryExitRules): CarryExitPlan | null {
  if (nowMs - openedMs < maxHoldMs) return null;
  return close('max-hold', `it was held for ${shown((nowMs - openedMs) / HOUR_MS)} h`);
}

function lowRule(facts: CarryExitFacts, rules: CarryExitRules): CarryExitPlan | null {
  const { edgePerHourBps: edge, plannedEdgePerHourBps, exitSpreadBps, plannedExitSpreadBps } = facts;
  if (edge === null) return null;
  const apr = aprPctOf(edge);
  const floor = Math.min(rules.minAprPct, aprPctOf(plannedEdgePerHourBps));
  if (apr >= floor - DUST) return null;
  const maxBps = Math.max(rules.exitSpreadBps, plannedExitSpreadBps);
  const text = `it earns ${shown(apr)} % a year now, ${shown(floor)} % is the least`;
  if (exitSpreadBps !== null && exitSpreadBps <= maxBps + DUST) return close('apr-low', text);
  const spread = exitSpreadBps === null ? '—' : shown(exitSpreadBps);
  return warn('apr-low-held', `${text}; closing costs ${spread} bps of spread, it waits for ${shown(maxBps)}`);
}

function alertRule({ marginPct }: CarryExitFacts, { marginAlertPct }: CarryExitRules): CarryExitPlan | null {
  const leg = nearest(marginPct, marginAlertPct);
  return leg === null ? null : warn('margin-alert', `${distance(leg)}, under ${shown(marginAlertPct)} % is told`);
}

/** The leg that is nearest to its liquidation, when it is under a bound. */
function nearest({ long, short }: CarryExitFacts['marginPct'], boundPct: number) {
  const legs = [
    { name: 'long', pct: long },
    { name: 'short', pct: short },
  ] as const;
  const [worst] = legs
    .flatMap(({ name, pct }) => (pct !== null && pct < boundPct ? [{ name, pct }] : []))
    .sort((a, b) => a.pct - b.pct);
  return worst ?? null;
}

function distance({ name, pct }: { readonly name: string; readonly pct: number }): string {
  return `the ${name} has ${shown(pct)} % of its distance to liquidation left`;
}

function close(rule: CarryRule, reason: string): CarryExitPlan {
  return { action: 'close', rule, reason };
}

function warn(rule: CarryRule, reason: string): CarryExitPlan {
  return { action: 'warn', rule, reason };
}
