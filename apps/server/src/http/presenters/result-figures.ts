import { decimal, toDecimalString, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import type { TradingStateView } from '@riptide/core/engine';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { modeOfVenue } from './accounts.ts';
import { shown } from './money.ts';
import { bookOf } from './result-books.ts';

const USD_DIGITS = 4;
const ZERO = decimal(0);

/** What positions that are open brought so far, in USD. */
export interface OpenParts {
  readonly realised: Decimal;
  readonly fees: Decimal;
  readonly funding: Decimal;
  /** null while the price of one is unknown. */
  readonly unrealised: Decimal | null;
}

/** Of figures that open positions are no part of: those of one kind of engine. */
export const NO_OPEN_PARTS = null;

/** The result as every screen names it: `net_pnl` = total_pnl + open_realized - open_fees + open_funding + unrealized_pnl. */
interface ResultParts {
  /** Net of closed trades alone, their fees and funding in it. */
  readonly total_pnl: number;
  readonly open_realized: number | null;
  readonly open_fees: number | null;
  readonly open_funding: number | null;
  readonly unrealized_pnl: number | null;
  readonly net_pnl: number | null;
}

interface ResultFigures extends ResultParts {
  /** Change of the equity in the UTC day without deposits and withdrawals; null while a price is unknown. */
  readonly daily_pnl: number | null;
}

/** Returns what the open positions of a mode brought so far. */
export function openParts(link: EngineLink, mode: ExecutionMode): OpenParts {
  let [realised, fees, funding] = [ZERO, ZERO, ZERO];
  let unrealised: Decimal | null = ZERO;
  for (const position of link.values('position').values()) {
    if (position.mode !== mode || modeOfVenue(link, position.venue) !== mode) continue;
    realised = realised.plus(decimal(position.realisedUsd));
    fees = fees.plus(decimal(position.feesUsd));
    funding = funding.plus(decimal(position.fundingUsd));
    const { unrealisedUsd } = position;
    unrealised = unrealised === null || unrealisedUsd === null ? null : unrealised.plus(decimal(unrealisedUsd));
  }
  return { realised, fees, funding, unrealised };
}

/** Returns a net of closed trades beside what is open; `open` null: not asked for. */
export function shownParts(closedNet: Decimal, open: OpenParts | null): ResultParts {
  const money = (value: Decimal | null): number | null =>
    value === null ? null : shown(toDecimalString(value), USD_DIGITS);
  const net =
    open === null || open.unrealised === null
      ? null
      : closedNet.plus(open.realised).minus(open.fees).plus(open.funding).plus(open.unrealised);
  return {
    total_pnl: shown(toDecimalString(closedNet), USD_DIGITS),
    open_realized: money(open?.realised ?? null),
    open_fees: money(open?.fees ?? null),
    open_funding: money(open?.funding ?? null),
    unrealized_pnl: money(open?.unrealised ?? null),
    net_pnl: money(net),
  };
}

/** Returns the change of a mode's equity in the UTC day: what was realised in it, and unrealised now less at its start. */
export function dayChange(state: TradingStateView, mode: ExecutionMode, { unrealised }: OpenParts): number | null {
  if (unrealised === null) return null;
  const change = decimal(state.dayPnlUsd[mode]).plus(unrealised).minus(decimal(state.dayStartUnrealisedUsd[mode]));
  return shown(toDecimalString(change), USD_DIGITS);
}

/** Returns the one result and the one day that every screen shows. */
export function resultFigures(
  link: EngineLink,
  state: TradingStateView,
  { mode, trades }: { readonly mode: ExecutionMode; readonly trades: readonly ClosedTrade[] },
): ResultFigures {
  const open = openParts(link, mode);
  const { net } = bookOf(link, trades, { mode, engine: 'all' }).whole().sums;
  return { ...shownParts(net, open), daily_pnl: dayChange(state, mode, open) };
}
