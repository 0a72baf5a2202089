import type { z } from 'zod';
import type { AssetBalance, BalanceRow, BalancesAnswer, VenueBalances } from '@riptide/contracts';
import { decimal, VENUES, type Decimal, type Venue } from '@riptide/core/domain';
import type { AccountView } from '@riptide/core/engine';
import { keyText } from '../../access/key-text.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import { activeAccount, modeOfVenue, overallMode, realAccount } from './accounts.ts';
import { coinPrices } from './coin-prices.ts';
import { engineSilence } from './engine-silence.ts';
import { cents, sumOf, toNumber } from './money.ts';
import { toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

type Asset = z.input<typeof AssetBalance>;
type PriceOf = (asset: string) => string | null;

/** An account in the parts that are shown, each rounded to the cent first. */
interface Parts {
  readonly spot: Decimal | null;
  readonly margin: Decimal | null;
  readonly unrealised: Decimal | null;
  readonly futures: Decimal | null;
  readonly equity: Decimal | null;
  readonly free: Decimal | null;
}

const ASSET_DIGITS = 10;

/** Returns the balances of the accounts orders go to, and the real ones beside, in both forms. Totals are the exact sums of the shown parts. */
export function presentBalances(link: EngineLink, nowMs: number): Omit<z.input<typeof BalancesAnswer>, 'ok'> {
  const priceOf = coinPrices(link);
  const silence = engineSilence(link);
  const accounts = VENUES.map((venue) => ({ venue, account: activeAccount(link, venue) }));
  const parts = new Map(accounts.map(({ venue, account }) => [venue, partsOf(account)]));
  const exchanges = Object.fromEntries(
    accounts.map(({ venue, account }) => [
      venue,
      venueBalances(link, { venue, account, parts: partsOf(account), priceOf, silence }),
    ]),
  ) as Record<Venue, z.input<typeof VenueBalances>>;
  const mode = overallMode(link);
  const all = [...parts.values()];
  const total = (pick: (part: Parts) => Decimal | null): number | null =>
    mode === 'mixed' ? null : toNumber(sumOf(all.map(pick)));
  const ofMode = (wanted: 'paper' | 'live'): number | null => {
    const venues = VENUES.filter((venue) => modeOfVenue(link, venue) === wanted);
    return venues.length === 0 ? null : toNumber(sumOf(venues.map((venue) => parts.get(venue)?.equity ?? null)));
  };
  return {
    success: true,
    summary: {
      total_usd: total(({ equity }) => equity),
      free_usd: total(({ free }) => free),
      in_positions_usd: total(({ margin, unrealised }) => sumOf([margin, unrealised])),
      exchanges_connected: Object.values(exchanges).filter(({ status }) => status === 'available').length,
      total_exchanges: VENUES.length,
      mode,
      paper_total_usd: ofMode('paper'),
      live_total_usd: ofMode('live'),
    },
    balances: accounts.flatMap(({ venue, account }) => rowsOf(venue, account, priceOf)),
    exchanges,
    ts: toEpochSeconds(nowMs),
    total_usd: total(({ equity }) => equity),
    spot_usd: total(({ spot }) => spot),
    futures_margin_usd: total(({ futures }) => futures),
  };
}

interface VenueParts {
  readonly venue: Venue;
  readonly account: AccountView | null;
  readonly parts: Parts;
  readonly priceOf: PriceOf;
  readonly silence: string | null;
}

function venueBalances(
  link: EngineLink,
  { venue, account, parts, priceOf, silence }: VenueParts,
): z.input<typeof VenueBalances> {
  const mode = modeOfVenue(link, venue);
  const real = mode === 'live' ? null : realAccount(link, venue);
  const reason = silence ?? reasonOf(account, parts);
  return {
    status: reason === null ? 'available' : 'unavailable',
    mode,
    reason,
    spot: { assets: account === null ? [] : assetsOf(account, priceOf, isOfSpot), usd: toNumber(parts.spot) },
    futures: {
      usd: toNumber(parts.futures),
      margin_usd: toNumber(parts.margin),
      unrealized_pnl: toNumber(parts.unrealised),
    },
    real: real === null ? null : { total_usd: toNumber(partsOf(real).equity), assets: assetsOf(real, priceOf) },
    updated_at: account === null ? null : updatedAt(account),
  };
}

function reasonOf(account: AccountView | null, { equity }: Parts): string | null {
  if (account === null) return 'The account is being opened';
  if (!account.stream.isLive) {
    return account.lastErrorCode === null ? 'The account is not connected' : keyText(account.lastErrorCode);
  }
  return equity === null ? 'The venue has not told its balances, or a price is missing' : null;
}

/**
 * Spot and perps of a paper or unified account share their cash: free cash is spot, margin in use and unrealised PnL are futures. At a
 * venue with a futures wallet of its own that wallet is futures.
 */
function partsOf(account: AccountView | null): Parts {
  if (account === null) return { spot: null, margin: null, unrealised: null, futures: null, equity: null, free: null };
  const margin = cents(account.marginUsd);
  const unrealised = cents(account.unrealisedUsd);
  const wallet = futuresWallet(account);
  const inFutures = wallet ?? margin;
  const cash = account.cashUsd;
  const spot =
    cash === null || inFutures === null
      ? null
      : cents(
          decimal(cash)
            .minus(wallet ?? decimal(account.marginUsd ?? '0'))
            .toString(),
        );
  const futures = sumOf([inFutures, unrealised]);
  return { spot, margin, unrealised, futures, equity: sumOf([spot, futures]), free: cents(account.freeUsd) };
}

/** Returns the dollars in a futures wallet of its own; null where spot and perps share their cash. */
function futuresWallet({ balances }: AccountView): Decimal | null {
  const own = balances.filter(({ scope }) => scope === 'futures');
  if (own.length === 0) return null;
  const usd = own.filter(({ asset }) => asset === 'USDT' || asset === 'USDC' || asset === 'USD');
  return cents(usd.reduce((sum, { total }) => sum.plus(decimal(total)), decimal(0)).toString());
}

/** One line per asset, over all pockets of the account. */
/** A futures wallet of its own is counted under futures; a unified one is shown with its coins under spot. */
function isOfSpot({ scope }: AccountView['balances'][number]): boolean {
  return scope !== 'futures';
}

function assetsOf(account: AccountView, priceOf: PriceOf, isShown: typeof isOfSpot = () => true): Asset[] {
  const byAsset = new Map<string, { free: Decimal; locked: Decimal; total: Decimal }>();
  for (const { asset, free, locked, total } of account.balances.filter(isShown)) {
    const sum = byAsset.get(asset) ?? { free: decimal(0), locked: decimal(0), total: decimal(0) };
    byAsset.set(asset, {
      free: sum.free.plus(decimal(free)),
      locked: sum.locked.plus(decimal(locked)),
      total: sum.total.plus(decimal(total)),
    });
  }
  return [...byAsset].map(([asset, { free, locked, total }]) => {
    const price = priceOf(asset);
    return {
      asset,
      free: toNumber(free.round(ASSET_DIGITS)),
      locked: toNumber(locked.round(ASSET_DIGITS)),
      total: toNumber(total.round(ASSET_DIGITS)),
      usd: price === null ? null : toNumber(cents(total.times(decimal(price)).toString())),
    };
  });
}

function rowsOf(venue: Venue, account: AccountView | null, priceOf: PriceOf): z.input<typeof BalanceRow>[] {
  if (account === null) return [];
  return assetsOf(account, priceOf).map(({ asset, free, locked, total, usd }) => ({
    exchange: venue,
    mode: account.mode,
    asset,
    free,
    used: locked,
    total,
    usd,
  }));
}

function updatedAt({ balances }: AccountView): number | null {
  const times = balances.map(({ updatedMs }) => updatedMs);
  return times.length === 0 ? null : toEpochSecondsOrNull(Math.max(...times));
}
