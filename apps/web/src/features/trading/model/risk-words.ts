import type { RiskLevelFigures } from '@riptide/contracts/calls';
import { formatCount, formatPct, formatUsd } from '../../../lib/format.ts';
import type { RiskLevel } from './trading-draft.ts';

const NAMES: Readonly<Record<RiskLevel, string>> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Says what a risk level means in numbers: loss at the stop, trades at a time, share of capital and what it takes to act. */
export function wordRisk(level: RiskLevel, figures: RiskLevelFigures | undefined): string {
  if (!figures) return `${NAMES[level]}: its numbers are not known yet`;
  const { risk_usd: risk, max_concurrent: count, capital_frac: share, max_notional_usd: notional } = figures;
  // Of the engine: what is opened by hand counts against the position capacity alone.
  const trades = count === 1 ? 'one trade' : `${formatCount(count)} trades`;
  const size = `${formatPct(share * 100, share * 100 < 20 ? 1 : 0)} of capital per trade`;
  return `${NAMES[level]}: ${formatUsd(risk)} at risk per trade, up to ${trades} of the engine at once, ${size} and at most ${formatUsd(notional, 0)}; acts from ${figures.min_displacement_bps} bps displacement at ${figures.threshold_factor}x the liquidation threshold`;
}

export const RISK_SEGMENTS = (['low', 'medium', 'high'] as const).map((value) => ({ value, label: NAMES[value] }));
