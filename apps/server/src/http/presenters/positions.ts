import type { z } from 'zod';
import type { OpenPositions, PositionRow } from '@riptide/contracts';
import { decimal, VENUES, type InstrumentId, type Market } from '@riptide/core/domain';
import type { PositionView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { activeAccount, modeOfVenue, tradingState } from './accounts.ts';
import { exact, pxOrNull, shown, shownOrNull } from './money.ts';
import { price, toEpochSeconds } from './numbers.ts';

const USD_DIGITS = 4;
const PERCENT_DIGITS = 4;

/** Returns the positions of the accounts orders go to, the newest first. */
export function presentPositions(link: EngineLink): PositionRow[] {
  return presentAllPositions(link).filter(({ venue, mode }) => modeOfVenue(link, venue) === mode);
}

/** Returns the open positions, with the venues of which it is not known whether they are all: after a start, until the account is compared. */
export function presentOpenPositions(link: EngineLink): z.input<typeof OpenPositions> {
  const uncompared = VENUES.filter((venue) => activeAccount(link, venue)?.reconciledMs === null);
  return { positions: presentPositions(link), ...(uncompared.length === 0 ? {} : { uncompared }) };
}

/** Returns the positions of every account, also those on paper of a venue that trades live meanwhile, the newest first. */
export function presentAllPositions(link: EngineLink): PositionRow[] {
  const blind = blindSince(link);
  return [...link.values('position').values()]
    .sort((a, b) => b.openedMs - a.openedMs || (a.id < b.id ? -1 : 1))
    .map((position) => {
      const tickSize = link.values('instrument').get(position.instrumentId)?.pxTick ?? null;
      return { ...presentPosition(position, tickSize), price_stale_since: blind.get(position.instrumentId) ?? null };
    });
}

/** Returns since when, epoch seconds, nothing tells the price of an instrument in which a position is open. */
export function blindSince(link: EngineLink): ReadonlyMap<InstrumentId, number> {
  const books = tradingState(link)?.darkBooks ?? [];
  return new Map(
    books.flatMap(({ instrumentId, sinceMs, follows }) =>
      follows === null ? [[instrumentId, toEpochSeconds(sinceMs)]] : [],
    ),
  );
}

/** Returns the market of a position, from the id of its instrument. */
export function marketOfPosition({ instrumentId }: Pick<PositionView, 'instrumentId'>): Market {
  return instrumentId.includes('.SPOT.') ? 'spot' : 'perp';
}

/** Returns a position as the API shows it; `tickSize`: the price step of its instrument where that is known. */
export function presentPosition(position: PositionView, tickSize: number | null): PositionRow {
  const pnl = shownOrNull(position.unrealisedUsd, USD_DIGITS);
  const size = exact(position.qtyBase);
  return {
    id: position.id,
    symbol: position.symbol,
    venue: position.venue,
    mode: position.mode,
    market: marketOfPosition(position),
    side: position.side,
    size,
    contracts: size,
    entry_price: price(exact(position.entryPx)),
    mark_price: pxOrNull(position.markPx),
    pnl,
    unrealized_pnl: pnl,
    pnl_pct: pnlPct(position),
    roe_pct: shownOrNull(position.roePct, PERCENT_DIGITS),
    notional: shownOrNull(position.notionalUsd, USD_DIGITS),
    leverage: position.leverage,
    margin_mode: position.marginMode,
    margin_usd: shownOrNull(position.marginUsd, USD_DIGITS),
    liquidation_price: pxOrNull(position.liquidationPx),
    adl_rank: position.adlRank,
    stop_price: pxOrNull(position.stopPx),
    take_profit_price: pxOrNull(position.takeProfitPx),
    protected: position.stopPx !== null,
    fees: shown(position.feesUsd, USD_DIGITS),
    funding: shown(position.fundingUsd, USD_DIGITS),
    realized_pnl: shown(position.realisedUsd, USD_DIGITS),
    opened_at: toEpochSeconds(position.openedMs),
    tick_size: tickSize,
  };
}

/** Unrealised PnL in percent of the notional at entry. */
function pnlPct({ unrealisedUsd, qtyBase, entryPx }: PositionView): number | null {
  const cost = decimal(qtyBase).times(decimal(entryPx));
  if (unrealisedUsd === null || cost.lte(0)) return null;
  return shown(decimal(unrealisedUsd).div(cost).times(100).toString(), PERCENT_DIGITS);
}
