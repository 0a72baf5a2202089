import type { Venue } from '../../domain/index.ts';
import { shown } from '../pas-trader/shown.ts';

/** What one leg gained or lost since its entry; a perp takes it from its margin, spot keeps it in the coin. */
export interface RebalanceLeg {
  readonly venue: Venue;
  readonly isPerp: boolean;
  readonly gainUsd: number;
}

/** Source: running carry programs move margin at a skew of 1 % of the notional. */
const SKEW_MIN_FRAC = 0.01;

/**
 * Returns in words which money should go where, so that neither leg comes near its liquidation; null while the legs are even or share
 * one venue's pocket. Moving it is a person's: nothing here withdraws.
 */
export function proposeRebalance(long: RebalanceLeg, short: RebalanceLeg, notionalUsd: number): string | null {
  const skewUsd = Math.abs(long.gainUsd - short.gainUsd);
  if (!(skewUsd > notionalUsd * SKEW_MIN_FRAC)) return null;
  const [winner, loser, lost] = long.gainUsd > short.gainUsd ? [long, short, 'short'] : [short, long, 'long'];
  if (!loser.isPerp) return null;
  const text = `the ${lost} lost ${shown(Math.max(0, -loser.gainUsd))} USD of its margin`;
  if (!winner.isPerp)
    return `add ${shown(-loser.gainUsd)} USDT of margin at ${loser.venue}: ${text}, the spot leg gained it in the coin`;
  if (winner.venue === loser.venue) return null;
  return `move ${shown(skewUsd / 2)} USDT from ${winner.venue} to ${loser.venue}: ${text}, the other leg gained ${shown(winner.gainUsd)} USD`;
}
