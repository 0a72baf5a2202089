import type { LegKey } from '../../domain/index.ts';

/** What the exit of an open pair is judged by. null is unknown, which ends nothing. */
export interface ExitFacts {
  /** The leg that holds less than the other by more than a lot, and by what it was closed; null while both hold alike. */
  readonly missing: { readonly leg: LegKey; readonly cause: string } | null;
  /** Distance to the liquidation price now, in percent of that at the entry. */
  readonly marginPct: Readonly<Record<LegKey, number | null>>;
  /** Result if closed at the books of now. */
  readonly netUsd: number | null;
  readonly netBps: number | null;
  /** Taker fees of all four orders: known from the start, and lost whatever the prices do. */
  readonly feesBps: number;
  readonly exitSpreadBps: number | null;
  readonly heldMs: number;
  /** False while the venue of a leg is not heard of: the other leg alone could be closed then. */
  readonly areBooksCurrent: boolean;
}

export interface ExitLimits {
  readonly marginReducePct: number;
  readonly lossCapUsd: number;
  readonly takeProfitBps: number | null;
  /** How far prices may go against the pair, beyond its fees. */
  readonly stopLossBps: number | null;
  readonly exitSpreadBps: number | null;
  readonly maxHoldMs: number;
}

/**
 * Returns why a pair is to be closed now, the first rule that matches; null while none does. A pair whose legs can't both be closed is closed
 * only where it is no pair any more or is about to be none: a hedge that is held too long is better than a leg that stands alone.
 */
export function judgeExit(facts: ExitFacts, limits: ExitLimits): string | null {
  const { missing, marginPct, netUsd, netBps, feesBps, exitSpreadBps, heldMs } = facts;
  if (missing !== null) return `missing leg: the ${missing.leg} leg was closed by ${missing.cause}`;
  for (const leg of ['buy', 'sell'] as const) {
    const pct = marginPct[leg];
    if (pct !== null && pct < limits.marginReducePct) {
      return `margin: the ${leg} leg is at ${pct.toFixed(1)} % of its distance to liquidation, the least is ${limits.marginReducePct} %`;
    }
  }
  if (!facts.areBooksCurrent) return null;
  if (netUsd !== null && netUsd < -limits.lossCapUsd) {
    return `loss cap: ${netUsd.toFixed(2)} USD, the most is ${limits.lossCapUsd} USD`;
  }
  // WHY: with the fees in it, a stop of 25 bps would close a pair of 22 bps of fees before its spread has had a second to come in.
  if (netBps !== null && limits.stopLossBps !== null && netBps <= -limits.stopLossBps - feesBps) {
    return `stop loss: ${netBps.toFixed(1)} bps, the stop is ${limits.stopLossBps} bps beyond ${feesBps.toFixed(1)} bps of fees`;
  }
  if (netBps !== null && limits.takeProfitBps !== null && netBps >= limits.takeProfitBps) {
    return `take profit: ${netBps.toFixed(1)} bps of ${limits.takeProfitBps} bps`;
  }
  if (exitSpreadBps !== null && limits.exitSpreadBps !== null && exitSpreadBps <= limits.exitSpreadBps) {
    return `exit spread: ${exitSpreadBps.toFixed(1)} bps, the target is ${limits.exitSpreadBps} bps`;
  }
  return heldMs >= limits.maxHoldMs ? `max hold: ${heldMs} ms of ${limits.maxHoldMs} ms` : null;
}
