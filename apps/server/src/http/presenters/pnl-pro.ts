import type { z } from 'zod';
import type { getPnlPro, PnlPeriod } from '@riptide/contracts';
import { roundTo, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { toNumber } from './money.ts';
import { bookOf } from './result-books.ts';
import { openParts } from './result-figures.ts';

const HOUR_MS = 3_600_000;
const PERIOD_MS: Readonly<Record<PnlPeriod, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
  all: Number.POSITIVE_INFINITY,
};

/**
 * Returns what was realised by trades closed in the period, net of fees and funding; what positions that are still open realised and paid stands by
 * itself. Each figure is the exact one to the cent, so the total too.
 */
export function presentPnlPro(
  link: EngineLink,
  trades: readonly ClosedTrade[],
  { mode, period, nowMs }: { readonly mode: ExecutionMode; readonly period: PnlPeriod; readonly nowMs: number },
): Omit<z.input<typeof getPnlPro.response>, 'ok'> {
  const { sums } = bookOf(link, trades, { mode, engine: 'all' }).span(
    nowMs - PERIOD_MS[period],
    Number.POSITIVE_INFINITY,
  );
  const count = sums.counted - sums.unknown;
  const open = openParts(link, mode);
  const rows = [...sums.bySymbolOfLeg]
    .map(([symbol, net]) => [symbol, shownCents(net)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    period,
    realized_total: shownCents(sums.net),
    realized_by_symbol: Object.fromEntries(rows),
    count,
    average_pnl: count === 0 ? null : shownCents(sums.gains.plus(sums.falls).div(count)),
    fees_total: shownCents(sums.costs),
    liquidation_fees_total: shownCents(sums.liquidation),
    funding_total: shownCents(sums.funding),
    open_realized: shownCents(open.realised),
    open_fees: shownCents(open.fees),
    open_funding: shownCents(open.funding),
    mode,
  };
}

function shownCents(value: Decimal): number {
  return toNumber(roundTo(value, 2));
}
