import type { z } from 'zod';
import type { PositionRow, getPortfolioOverview } from '@riptide/contracts';
import { decimal, VENUES, type Decimal, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import { activeAccount, leadingMode, modeOfVenue } from './accounts.ts';
import { presentBalances } from './balances.ts';
import { cents, sumOf, toNumber } from './money.ts';
import { rounded } from './numbers.ts';
import { presentPositions } from './positions.ts';

type Overview = Omit<z.input<typeof getPortfolioOverview.response>, 'ok'>;

const QUOTE = 'USDT';
const ASSET_DIGITS = 10;
const SHARE_DIGITS = 6;

const exactly = (value: number): Decimal => decimal(String(value));
const exactlyOrNull = (value: number | null): Decimal | null => (value === null ? null : exactly(value));

/** Returns the accounts of the mode that counts, added up exactly from the shown parts. */
export function presentPortfolioOverview(link: EngineLink, nowMs: number): Overview {
  const mode = leadingMode(link);
  const { exchanges, balances } = presentBalances(link, nowMs);
  const venues = VENUES.filter((venue) => modeOfVenue(link, venue) === mode).map((venue) => {
    const { spot, futures, status } = exchanges[venue];
    const equity = status === 'available' ? sumOf([exactlyOrNull(spot.usd), exactlyOrNull(futures.usd)]) : null;
    return { venue, equity, spot, futures };
  });
  const known = venues.flatMap(({ equity }) => (equity === null ? [] : [equity]));
  const knownUsd = known.length === 0 ? null : sumOf(known);
  const positions = presentPositions(link).filter((position) => position.mode === mode);
  return {
    success: true,
    mode,
    known_usd: toNumber(knownUsd),
    unknown_venues: venues.flatMap(({ venue, equity }) => (equity === null ? [venue] : [])),
    venues: venues.map(({ venue, equity, spot, futures }) => ({
      venue,
      equity_usd: toNumber(equity),
      share: shareOf(equity, knownUsd),
      spot_usd: spot.usd,
      futures_usd: futures.usd,
      free_usd: toNumber(cents(activeAccount(link, venue)?.freeUsd ?? null)),
      margin_usd: futures.margin_usd,
      unrealized_usd: futures.unrealized_pnl,
    })),
    margin_usd: toNumber(sumOf(venues.map(({ futures }) => exactlyOrNull(futures.margin_usd)))),
    positions_usd: notionalOf(positions),
    assets: assetsOf(balances.filter((row) => row.mode === mode)),
    exposure: exposureOf(positions),
  };
}

function shareOf(part: Decimal | null, whole: Decimal | null): number | null {
  if (part === null || whole === null || whole.lte(0)) return null;
  return rounded(Number(part.div(whole).toString()), SHARE_DIGITS);
}

function notionalOf(positions: readonly PositionRow[]): number | null {
  const sum = sumOf(positions.map(({ notional }) => exactlyOrNull(notional)));
  return sum === null ? null : toNumber(cents(sum.toString()));
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups];
}

const uniqueVenues = (venues: readonly Venue[]): Venue[] => [...new Set(venues)];

/** One line per asset over all venues, the most valuable first, those without a price last. */
function assetsOf(balances: ReturnType<typeof presentBalances>['balances']): Overview['assets'] {
  const rows = groupBy(balances, ({ asset }) => asset).map(([asset, held]) => {
    const sum = (pick: (row: (typeof held)[number]) => number): number =>
      toNumber(held.reduce((total, row) => total.plus(exactly(pick(row))), decimal(0)).round(ASSET_DIGITS));
    return {
      asset,
      total: sum(({ total }) => total),
      free: sum(({ free }) => free),
      used: sum(({ used }) => used),
      usd: toNumber(sumOf(held.map(({ usd }) => exactlyOrNull(usd)))),
      venues: uniqueVenues(held.map(({ exchange }) => exchange)),
    };
  });
  return rows.sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1) || (a.asset < b.asset ? -1 : 1));
}

/** Long against short of each asset over all venues, the widest net first: a hedged pair is near zero. */
function exposureOf(positions: readonly PositionRow[]): Overview['exposure'] {
  const rows = groupBy(positions, ({ symbol }) => baseOf(symbol)).map(([asset, held]) => {
    const side = (wanted: PositionRow['side']): Decimal | null => {
      const sum = sumOf(held.filter((row) => row.side === wanted).map(({ notional }) => exactlyOrNull(notional)));
      return sum === null ? null : cents(sum.toString());
    };
    const [long, short] = [side('long'), side('short')];
    return {
      asset,
      long_usd: toNumber(long),
      short_usd: toNumber(short),
      net_usd: long === null || short === null ? null : toNumber(long.minus(short)),
      venues: uniqueVenues(held.map(({ venue }) => venue)),
    };
  });
  return rows.sort((a, b) => Math.abs(b.net_usd ?? 0) - Math.abs(a.net_usd ?? 0) || (a.asset < b.asset ? -1 : 1));
}

function baseOf(symbol: string): string {
  return symbol.endsWith(QUOTE) ? symbol.slice(0, -QUOTE.length) : symbol;
}
