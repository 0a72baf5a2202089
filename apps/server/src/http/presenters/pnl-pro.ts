import type { z } from 'zod';
import type { getPnlPro } from '@riptide/contracts';
import { decimal, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { cents, sumOf, toNumber } from './money.ts';
import { costsUsd, liquidationFeeUsd, rate } from './performance.ts';

const ZERO = decimal(0);

/**
 * Returns what was realised, net of fees and funding: closed trades, and the realised part of positions that are still open. Symbols are
 * rounded to the cent, the total is their sum.
 */
export function presentPnlPro(
  link: EngineLink,
  trades: readonly ClosedTrade[],
  mode: ExecutionMode,
): Omit<z.input<typeof getPnlPro.response>, 'ok'> {
  const bySymbol = new Map<string, Decimal>();
  let fees = ZERO;
  let liquidation = ZERO;
  let funding = ZERO;
  const add = (symbol: string, net: Decimal): void =>
    void bySymbol.set(symbol, (bySymbol.get(symbol) ?? ZERO).plus(net));
  for (const rated of rate(link, trades)) {
    const { trade, netUsd } = rated;
    if (netUsd === null) continue;
    fees = fees.plus(costsUsd(rated));
    liquidation = liquidation.plus(liquidationFeeUsd(rated));
    funding = funding.plus(decimal(trade.fundingQuote));
    add(trade.instrumentId.slice(0, trade.instrumentId.indexOf('.')), decimal(netUsd));
  }
  for (const position of link.values('position').values()) {
    if (position.mode !== mode) continue;
    const [realised, fee, paid] = [position.realisedUsd, position.feesUsd, position.fundingUsd].map((text) =>
      decimal(text),
    ) as [Decimal, Decimal, Decimal];
    fees = fees.plus(fee);
    funding = funding.plus(paid);
    add(position.symbol, realised.minus(fee).plus(paid));
  }
  const rows = [...bySymbol]
    .map(([symbol, net]) => [symbol, cents(net.toString()) ?? ZERO] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    realized_total: toNumber(sumOf(rows.map(([, net]) => net)) ?? ZERO),
    realized_by_symbol: Object.fromEntries(rows.map(([symbol, net]) => [symbol, toNumber(net)])),
    count: trades.length,
    fees_total: toNumber(cents(fees.toString()) ?? ZERO),
    liquidation_fees_total: toNumber(cents(liquidation.toString()) ?? ZERO),
    funding_total: toNumber(cents(funding.toString()) ?? ZERO),
    mode,
  };
}
