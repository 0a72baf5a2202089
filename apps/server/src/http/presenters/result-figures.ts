import { decimal, toDecimalString, type ExecutionMode } from '@riptide/core/domain';
import type { TradingStateView } from '@riptide/core/engine';
import { performanceOf, type ClosedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { modeOfVenue } from './accounts.ts';
import { shown } from './money.ts';
import { rate } from './performance.ts';

const USD_DIGITS = 4;

/** What a mode brought, in USD; null while the price of an open position is unknown. */
interface ResultFigures {
  readonly total_pnl: number | null;
  readonly daily_pnl: number | null;
}

/**
 * Returns the one total and the one result of the day that every screen shows. Total: net of all closed trades, and of what is open its
 * realised part, fees, funding and unrealised. Day: the same of the UTC day, that is what was realised in it, and what is open unrealised.
 */
export function resultFigures(
  link: EngineLink,
  state: TradingStateView,
  { mode, trades }: { readonly mode: ExecutionMode; readonly trades: readonly ClosedTrade[] },
): ResultFigures {
  let booked = decimal(performanceOf(rate(link, trades)).netUsd);
  let unrealised = decimal(0);
  for (const position of link.values('position').values()) {
    if (position.mode !== mode || modeOfVenue(link, position.venue) !== mode) continue;
    if (position.unrealisedUsd === null) return { total_pnl: null, daily_pnl: null };
    const { realisedUsd, feesUsd, fundingUsd } = position;
    booked = booked.plus(decimal(realisedUsd)).minus(decimal(feesUsd)).plus(decimal(fundingUsd));
    unrealised = unrealised.plus(decimal(position.unrealisedUsd));
  }
  return {
    total_pnl: shown(toDecimalString(booked.plus(unrealised)), USD_DIGITS),
    daily_pnl: shown(toDecimalString(decimal(state.dayPnlUsd[mode]).plus(unrealised)), USD_DIGITS),
  };
}
