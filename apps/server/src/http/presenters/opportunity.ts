import type { Opportunity, OpportunityLeg } from '@riptide/contracts';
import type { LegView, OpportunityView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { engineSilence } from './engine-silence.ts';
import { known, price, rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

/**
 * Returns an opportunity as the API shows it, or null when one of its figures is not a number. Ages are those of the books at
 * `nowMs`, whenever the row was computed. While the engine does not answer nothing may be traded on.
 */
export function presentOpportunity(link: EngineLink, view: OpportunityView, nowMs: number): Opportunity | null {
  const figures = [view.qtyBase, view.notionalUsd, view.grossBps, view.entryNetBps, view.capacityUsd, view.expectedUsd];
  if (![...figures, ...legFigures(view.buy), ...legFigures(view.sell)].every((figure) => Number.isFinite(figure)))
    return null;
  const silence = engineSilence(link);
  const buyMs = bookMsOf(link, view.buy);
  const sellMs = bookMsOf(link, view.sell);
  const olderMs = Math.min(buyMs, sellMs);
  const roundTripBps = roundedOrNull(view.roundTripNetBps, 4);
  return {
    id: view.id,
    asset: view.asset,
    symbol: view.symbol,
    buy_exchange: view.buy.venue,
    sell_exchange: view.sell.venue,
    spread_pct: rounded(view.grossBps / 100, 6),
    volume_usd: rounded(view.notionalUsd, 4),
    timestamp: toEpochSeconds(olderMs),
    confidence: rounded(view.confidence, 4),
    mode: view.mode,
    ...(silence === null ? policyOf(view) : { policy: 'blocked', policy_reason: silence }),
    nearest_miss: silence === null ? presentMiss(view.nearestMiss) : null,
    quantity: price(view.qtyBase),
    buy: presentLeg(view.buy, nowMs - buyMs),
    sell: presentLeg(view.sell, nowMs - sellMs),
    gross_bps: rounded(view.grossBps, 4),
    entry_net_bps: rounded(view.entryNetBps, 4),
    round_trip_net_bps: roundTripBps,
    net_bps: roundTripBps === null ? null : rounded(Math.max(0, view.entryNetBps), 4),
    latency_reserve_bps: rounded(view.latencyReserveBps, 4),
    exit_spread_bps: roundedOrNull(view.exitSpreadBps, 4),
    exit_spread_samples: view.exitSpreadSamples,
    funding_bps: roundedOrNull(view.fundingBps, 4),
    borrow_bps: roundedOrNull(view.borrowBps, 4),
    learned_cost_bps: roundedOrNull(view.learnedCostBps, 4),
    learned_net_bps: roundedOrNull(view.learnedNetBps, 4),
    fill_probability: roundedOrNull(view.fillProbability, 4),
    size_frac: rounded(view.sizeFrac, 4),
    expected_usd: rounded(view.expectedUsd, 4),
    capacity_usd: rounded(view.capacityUsd, 2),
    alive_p50_ms: roundedOrNull(view.aliveP50Ms, 0),
    crossings_per_hour: view.crossingsPerHour,
    alive_ms: Math.max(0, Math.round(view.computedMs - view.aliveSinceMs)),
    age_ms: Math.max(0, Math.round(nowMs - olderMs)),
  };
}

/**
 * Returns at most `limit` presentable opportunities: blocked ones last, each group best entry net first.
 * None of a stopped scanner. A wrong symbol mapping shows the widest spread of all; it must not push out what could be traded.
 */
export function presentOpportunities(
  link: EngineLink,
  views: Iterable<OpportunityView>,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Opportunity[] {
  // WHY: the hot thread takes its rows back with its next batch; a stopped scanner shows none before that either.
  if (link.values('scanner').get('state')?.isScanning === false) return [];
  const best = [...views].sort(
    (left, right) => blockedRank(left) - blockedRank(right) || right.entryNetBps - left.entryNetBps,
  );
  const shown: Opportunity[] = [];
  for (const view of best) {
    if (shown.length >= limit) break;
    const opportunity = presentOpportunity(link, view, nowMs);
    if (opportunity !== null) shown.push(opportunity);
  }
  return shown;
}

function blockedRank(view: OpportunityView): number {
  return view.policy === 'blocked' ? 1 : 0;
}

function presentMiss(miss: OpportunityView['nearestMiss']): Opportunity['nearest_miss'] {
  if (miss === null) return null;
  return { check: miss.check, value: roundedOrNull(miss.value, 6), bound: roundedOrNull(miss.bound, 6) };
}

function policyOf(view: OpportunityView): Pick<Opportunity, 'policy' | 'policy_reason'> {
  if (view.policy === 'executable') return { policy: 'executable', policy_reason: null };
  return { policy: view.policy, policy_reason: view.policyReason ?? 'Not executable' };
}

/** The book may have lived on since the row was told: the instrument's own time is newer then. */
function bookMsOf(link: EngineLink, leg: LegView): number {
  return Math.max(leg.bookMs, link.values('instrument').get(leg.id)?.bookMs ?? 0);
}

function presentLeg(leg: LegView, ageMs: number): OpportunityLeg {
  return {
    venue: leg.venue,
    market: leg.market,
    side: leg.side,
    vwap: price(leg.vwapPx),
    best: price(leg.bestPx),
    fee_bps: rounded(leg.feeBps, 4),
    fee_source: leg.feeSource,
    slippage_bps: rounded(leg.slippageBps, 4),
    book_age_ms: Math.max(0, Math.round(ageMs)),
    funding_rate: known(leg.fundingRateFrac),
    funding_interval_hours: known(leg.fundingIntervalHours),
    next_funding_at: toEpochSecondsOrNull(leg.nextFundingMs),
  };
}

function legFigures(leg: LegView): readonly number[] {
  return [leg.vwapPx, leg.bestPx, leg.feeBps, leg.slippageBps, leg.bookMs];
}
