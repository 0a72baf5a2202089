import type { z } from 'zod';
import type { CandidateRow, CascadeItem, LeadLagItem } from '@riptide/contracts';
import type { LeadLagRow, Venue } from '@riptide/core/domain';
import type { CandidateView, CascadeView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { presentDecisionGate } from './decisions.ts';
import { price, rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';

/** Returns the symbols and sides near a trigger, the nearest first. */
export function presentCandidates(link: EngineLink, symbol: string | null = null): z.input<typeof CandidateRow>[] {
  return [...link.values('candidate').values()]
    .filter((row) => symbol === null || row.symbol === symbol)
    .sort((a, b) => b.gatesPassed - a.gatesPassed || (b.progressFrac ?? 0) - (a.progressFrac ?? 0))
    .map(presentCandidate);
}

function presentCandidate(row: CandidateView): z.input<typeof CandidateRow> {
  return {
    symbol: row.symbol,
    liquidated_side: row.liquidatedSide,
    venue: row.instrumentId.slice(row.instrumentId.lastIndexOf('.') + 1) as Venue,
    timestamp: toEpochSeconds(row.atMs),
    window_usd: rounded(row.windowUsd, 2),
    count: row.windowCount,
    lower_bound: row.isLowerBound,
    threshold_usd: roundedOrNull(row.thresholdUsd, 2),
    progress_pct: row.progressFrac === null ? null : roundedOrNull(row.progressFrac * 100, 2),
    stretch_bps: roundedOrNull(row.stretchBps, 2),
    gates_passed: row.gatesPassed,
    gates_total: row.gatesTotal,
    failed_gates: row.failedGates.map(presentDecisionGate),
    blocked_by: row.blockedBy,
    eligible_arms: row.eligibleArms,
  };
}

/** Returns cascades, those that run first, then the newest. */
export function presentCascades(link: EngineLink, symbol: string | null = null): z.input<typeof CascadeItem>[] {
  return [...link.values('cascade').values()]
    .filter((row) => symbol === null || row.symbol === symbol)
    .sort((a, b) => Number(b.isRunning) - Number(a.isRunning) || b.lastMs - a.lastMs)
    .map(presentCascade);
}

function presentCascade(row: CascadeView): z.input<typeof CascadeItem> {
  return {
    cluster_id: row.clusterId,
    symbol: row.symbol,
    liquidated_side: row.liquidatedSide,
    started_at: toEpochSeconds(row.startedMs),
    last_at: toEpochSeconds(row.lastMs),
    running: row.isRunning,
    events: row.events,
    usd: rounded(row.usd, 2),
    usd_per_second: rounded(row.usdPerS, 2),
    lower_bound: row.isLowerBound,
    venues: [...row.venues],
    lead_venue: row.leadVenue,
    lead_ms: roundedOrNull(row.leadMs, 1),
    start_price: row.startPx === null ? null : price(row.startPx),
    extreme_bps: roundedOrNull(row.extremeBps, 2),
    after_bps: roundedOrNull(row.afterBps, 2),
  };
}

export function presentLeadLag(row: LeadLagRow): z.input<typeof LeadLagItem> {
  return {
    lead_venue: row.leadVenue,
    lag_venue: row.lagVenue,
    median_ms: rounded(row.medianMs, 1),
    first_share: rounded(row.firstFrac, 4),
    cascades: row.n,
  };
}
