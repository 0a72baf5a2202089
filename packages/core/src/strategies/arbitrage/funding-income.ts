const HOUR_MS = 3_600_000;

/** Funding of one perp leg. NaN is unknown. */
export interface FundingTerms {
  readonly rateFrac: number;
  readonly intervalHours: number;
  readonly nextMs: number;
}

/** Returns how many settlements fall in (nowMs, nowMs + holdMs]; NaN when the schedule is unknown. */
export function settlementsWithin(terms: FundingTerms, nowMs: number, holdMs: number): number {
  const intervalMs = terms.intervalHours * HOUR_MS;
  if (!(intervalMs > 0) || Number.isNaN(terms.nextMs)) return Number.NaN;
  const missed = terms.nextMs <= nowMs ? Math.floor((nowMs - terms.nextMs) / intervalMs) + 1 : 0;
  const nextMs = terms.nextMs + missed * intervalMs;
  return nextMs > nowMs + holdMs ? 0 : Math.floor((nowMs + holdMs - nextMs) / intervalMs) + 1;
}

/**
 * Returns the funding the pair earns over the hold in bps, signed; null when a leg's terms are unknown.
 * A positive rate is paid by longs: the bought leg pays it, the sold leg earns it. A spot leg has null terms.
 */
export function fundingIncomeBps(
  buy: FundingTerms | null,
  sell: FundingTerms | null,
  nowMs: number,
  holdMs: number,
): number | null {
  const paidFrac = buy === null ? 0 : buy.rateFrac * settlementsWithin(buy, nowMs, holdMs);
  const earnedFrac = sell === null ? 0 : sell.rateFrac * settlementsWithin(sell, nowMs, holdMs);
  const bps = (earnedFrac - paidFrac) * 1e4;
  return Number.isNaN(bps) ? null : bps;
}
