import type { z } from 'zod';
import type { getPnlPro, PnlPeriod } from '@riptide/contracts';
import { decimal, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import { knownLegs, type ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { cents, toNumber } from './money.ts';
import { costsUsd, liquidationFeeUsd, results } from './rated-trades.ts';
import { openParts } from './result-figures.ts';

const ZERO = decimal(0);
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
  const bySymbol = new Map<string, Decimal>();
  let fees = ZERO;
  let liquidation = ZERO;
  let funding = ZERO;
  const add = (symbol: string, net: Decimal): void =>
    void bySymbol.set(symbol, (bySymbol.get(symbol) ?? ZERO).plus(net));
  const fromMs = nowMs - PERIOD_MS[period];
  const all = results(link, trades).filter(({ closeMs }) => closeMs >= fromMs);
  for (const rated of knownLegs(all)) {
    const { trade, netUsd } = rated;
    fees = fees.plus(costsUsd(rated));
    liquidation = liquidation.plus(liquidationFeeUsd(rated));
    funding = funding.plus(decimal(trade.fundingQuote));
    add(trade.instrumentId.slice(0, trade.instrumentId.indexOf('.')), decimal(netUsd ?? '0'));
  }
  const total = all.reduce((before, { netUsd }) => (netUsd === null ? before : before.plus(decimal(netUsd))), ZERO);
  const open = openParts(link, mode);
  const rows = [...bySymbol]
    .map(([symbol, net]) => [symbol, cents(net.toString()) ?? ZERO] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const known = all.flatMap(({ netUsd, isCounted }) => (isCounted && netUsd !== null ? [decimal(netUsd)] : []));
  const sum = known.reduce((before, net) => before.plus(net), ZERO);
  return {
    period,
    realized_total: toNumber(cents(total.toString()) ?? ZERO),
    realized_by_symbol: Object.fromEntries(rows.map(([symbol, net]) => [symbol, toNumber(net)])),
    count: known.length,
    average_pnl: known.length === 0 ? null : toNumber(cents(sum.div(known.length).toString())),
    fees_total: toNumber(cents(fees.toString()) ?? ZERO),
    liquidation_fees_total: toNumber(cents(liquidation.toString()) ?? ZERO),
    funding_total: toNumber(cents(funding.toString()) ?? ZERO),
    open_realized: toNumber(cents(open.realised.toString()) ?? ZERO),
    open_fees: toNumber(cents(open.fees.toString()) ?? ZERO),
    open_funding: toNumber(cents(open.funding.toString()) ?? ZERO),
    mode,
  };
}
