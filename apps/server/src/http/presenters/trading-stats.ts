import type { z } from 'zod';
import type { TradingStats } from '@riptide/contracts';
import type { ClosedTrade, RatedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { engineViews } from './engines.ts';
import { exact } from './money.ts';
import { rounded, roundedOrNull } from './numbers.ts';
import { rate } from './rated-trades.ts';

const BPS = 10_000;

/** Returns the figures of what both engines traded, from closed trades of one execution mode. Figures that judge, not money. */
export function presentTradingStats(link: EngineLink, trades: readonly ClosedTrade[]): z.input<typeof TradingStats> {
  const rated = rate(
    link,
    trades.filter(({ source }) => source === 'pas-trader' || source === 'oraculis'),
  );
  const fees = rated.flatMap((each) => inBps(each.trade, exact(each.trade.feesQuote)));
  const edges = rated.flatMap((each) => (each.netUsd === null ? [] : inBps(each.trade, exact(each.netUsd))));
  const views = engineViews(link);
  return {
    trades_taken:
      views === null
        ? rated.length
        : views.pasTrader.performance.positionsOpened + views.oraculis.performance.positionsOpened,
    avg_hold_s: roundedOrNull(mean(rated.map(holdS)), 3),
    fees_bps_accum: rounded(
      fees.reduce((sum, bps) => sum + bps, 0),
      4,
    ),
    avg_edge_bps: roundedOrNull(mean(edges), 4),
    router_votes_hist: Object.fromEntries(
      [...link.values('arm').values()].filter(({ chosen }) => chosen > 0).map(({ arm, chosen }) => [arm.armId, chosen]),
    ),
  };
}

function holdS({ trade }: RatedTrade): number {
  return trade.holdMs / 1_000;
}

/** Nothing for a trade whose notional at entry is unknown. */
function inBps({ qtyBase, avgEntryPx }: ClosedTrade, usd: number): number[] {
  if (qtyBase === null || avgEntryPx === null) return [];
  const notional = Math.abs(exact(qtyBase) * exact(avgEntryPx));
  return notional > 0 ? [(usd / notional) * BPS] : [];
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
