import type { z } from 'zod';
import type { TradingStats } from '@riptide/contracts';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { engineViews } from './engines.ts';
import { exact } from './money.ts';
import { rounded, roundedOrNull } from './numbers.ts';
import { rate } from './rated-trades.ts';

const BPS = 10_000;

/** Returns the figures of what both engines traded, from closed trades of one execution mode. Figures that judge, not money. */
export function presentTradingStats(link: EngineLink, trades: readonly ClosedTrade[]): z.input<typeof TradingStats> {
  const { count, holdS, feesBps, edges, unsettled } = settledOf(link, trades);
  const moving = edgesOf(link, unsettled);
  const rated = edges.count + moving.count;
  const views = engineViews(link);
  return {
    trades_taken:
      views === null ? count : views.pasTrader.performance.positionsOpened + views.oraculis.performance.positionsOpened,
    avg_hold_s: roundedOrNull(count === 0 ? null : holdS / count, 3),
    fees_bps_accum: rounded(feesBps, 4),
    avg_edge_bps: roundedOrNull(rated === 0 ? null : (edges.bps + moving.bps) / rated, 4),
    router_votes_hist: Object.fromEntries(
      [...link.values('arm').values()].filter(({ chosen }) => chosen > 0).map(({ arm, chosen }) => [arm.armId, chosen]),
    ),
  };
}

interface Edges {
  readonly count: number;
  readonly bps: number;
}

interface Settled {
  readonly count: number;
  readonly holdS: number;
  readonly feesBps: number;
  readonly edges: Edges;
  /** With a fee in a coin: their net moves with its price. */
  readonly unsettled: readonly ClosedTrade[];
}

/** A list of trades stays the same until another one closes, and is asked about every second until then. */
const settled = new WeakMap<readonly ClosedTrade[], Settled>();

function settledOf(link: EngineLink, trades: readonly ClosedTrade[]): Settled {
  const made = settled.get(trades) ?? settle(link, trades);
  settled.set(trades, made);
  return made;
}

function settle(link: EngineLink, trades: readonly ClosedTrade[]): Settled {
  const sniped = trades.filter(({ source }) => source === 'pas-trader' || source === 'oraculis');
  return {
    count: sniped.length,
    holdS: sumOf(sniped.map(({ holdMs }) => holdMs)) / 1_000,
    feesBps: sumOf(sniped.flatMap((trade) => inBps(trade, exact(trade.feesQuote)))),
    edges: edgesOf(
      link,
      sniped.filter(({ otherFees }) => otherFees.length === 0),
    ),
    unsettled: sniped.filter(({ otherFees }) => otherFees.length > 0),
  };
}

function edgesOf(link: EngineLink, trades: readonly ClosedTrade[]): Edges {
  const bps = rate(link, trades).flatMap(({ trade, netUsd }) => (netUsd === null ? [] : inBps(trade, exact(netUsd))));
  return { count: bps.length, bps: sumOf(bps) };
}

/** Nothing for a trade whose notional at entry is unknown. */
function inBps({ qtyBase, avgEntryPx }: ClosedTrade, usd: number): number[] {
  if (qtyBase === null || avgEntryPx === null) return [];
  const notional = Math.abs(exact(qtyBase) * exact(avgEntryPx));
  return notional > 0 ? [(usd / notional) * BPS] : [];
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
