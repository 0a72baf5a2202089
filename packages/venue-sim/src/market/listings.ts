import type { Venue } from '@riptide/core/domain';
import { decimalsOf } from '../server/text.ts';
import { SIM_ASSETS, SIM_CROSSES, type SimAsset } from './assets.ts';
import type { SimInstrument } from './model.ts';

/** Everything a venue's rules say about one listing; the rest follows from the steps. */
interface ListingRule {
  readonly wireSymbol: string;
  readonly base: string;
  readonly pxTick: number;
  readonly qtyStep: number;
  readonly qtyScale: number;
  readonly pxMultiplier: number;
  /** Digits printed beyond those the tick needs, or a fixed number of digits. */
  readonly pxDecimals?: number;
  readonly qtyDecimals?: number;
  readonly qtyMinSteps?: number;
  readonly notionalMin: number;
}

const LISTED_MS = 1_600_000_000_000;
const LISTING_GAP_MS = 2_592_000_000;
const SPOT_DECIMALS_BINANCE = 8;
/** Tickers whose perps on Binance and Bybit are quoted per thousand. */
const THOUSANDS = new Set(['PEPE', 'SHIB', 'BONK', 'FLOKI']);
/** Listed on these venues only. */
const ONLY_ON: Readonly<Record<string, readonly Venue[]>> = { KAS: ['BYBIT', 'KUCOIN'] };
const PERP_TICKS: Readonly<Record<string, number>> = { BTC: 0.1, ETH: 0.01 };
const SPOT_TICKS: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.01 };
const OKX_CONTRACT_BASE: Readonly<Record<string, number>> = { BTC: 0.01, ETH: 0.1 };
const KUCOIN_MULTIPLIER: Readonly<Record<string, number>> = { BTC: 0.001, ETH: 0.01 };
const LEVERAGE_BY_TIER = { 1: 125, 2: 75, 3: 50 } as const;
/** Funding intervals that differ from 8 h; the rest of the tail differs by venue. */
const FOUR_HOURLY = new Set(['WIF', 'ORDI', 'JUP', 'TIA', 'SEI', 'PEPE', 'BONK', 'SUI']);
const HOURLY_ON: Readonly<Record<string, Venue>> = { KAS: 'BYBIT', CRV: 'BYBIT', RUNE: 'KUCOIN' };

function powerOfTen(exponent: number): number {
  return exponent >= 0 ? 10 ** exponent : 1 / 10 ** -exponent;
}

/** A price step of 0.1 to 1 basis points, never finer than `finest`. */
function tickFor(px: number, finest: number): number {
  return Math.max(finest, powerOfTen(Math.floor(Math.log10(px)) - 4));
}

/** The power of ten of base units worth about `usd`. */
function unitsWorth(usd: number, px: number): number {
  return powerOfTen(Math.round(Math.log10(usd / px)));
}

function thousandOf(asset: SimAsset): number {
  return THOUSANDS.has(asset.ticker) ? 1_000 : 1;
}

function spotRule(venue: Venue, asset: SimAsset): ListingRule {
  const { startPx, ticker } = asset;
  const separator = venue === 'BINANCE' || venue === 'BYBIT' ? '' : '-';
  const finest = venue === 'BINANCE' ? 1e-8 : 1e-9;
  const fixed = venue === 'BINANCE' ? { pxDecimals: SPOT_DECIMALS_BINANCE, qtyDecimals: SPOT_DECIMALS_BINANCE } : {};
  return {
    wireSymbol: `${ticker}${separator}USDT`,
    base: ticker,
    pxTick: SPOT_TICKS[ticker] ?? tickFor(startPx, finest),
    qtyStep: Math.max(1e-8, unitsWorth(venue === 'KUCOIN' ? 0.05 : 0.5, startPx)),
    qtyScale: 1,
    pxMultiplier: 1,
    notionalMin: venue === 'KUCOIN' ? 0.1 : venue === 'OKX' ? 1 : 5,
    ...fixed,
  };
}

function perpRule(venue: Venue, asset: SimAsset): ListingRule {
  const { startPx, ticker, tier } = asset;
  const thousand = venue === 'BINANCE' || venue === 'BYBIT' ? thousandOf(asset) : 1;
  const wirePx = startPx * thousand;
  const pxTick = PERP_TICKS[ticker] ?? tickFor(wirePx, 1e-9);
  const shared = { pxTick, pxMultiplier: thousand };
  switch (venue) {
    case 'BINANCE':
    case 'BYBIT': {
      const name = thousand === 1 ? ticker : venue === 'BYBIT' && ticker === 'SHIB' ? 'SHIB1000' : `1000${ticker}`;
      return {
        ...shared,
        wireSymbol: `${name}USDT`,
        base: name,
        qtyStep: ticker === 'BTC' ? 0.001 : ticker === 'ETH' ? 0.001 : unitsWorth(3, wirePx),
        qtyScale: thousand,
        pxDecimals: decimalsOf(pxTick) + (tier === 1 && ticker === 'BTC' ? 1 : 0),
        notionalMin: venue === 'BINANCE' && tier === 1 ? (ticker === 'BTC' ? 100 : 20) : 5,
      };
    }
    case 'OKX':
      return {
        ...shared,
        wireSymbol: `${ticker}-USDT-SWAP`,
        base: ticker,
        qtyStep: tier === 3 ? 0.1 : 0.01,
        qtyScale: OKX_CONTRACT_BASE[ticker] ?? unitsWorth(100, startPx),
        notionalMin: 0,
      };
    case 'KUCOIN':
    default:
      return {
        ...shared,
        wireSymbol: `${ticker === 'BTC' ? 'XBT' : ticker}USDTM`,
        base: ticker === 'BTC' ? 'XBT' : ticker,
        qtyStep: 1,
        qtyScale: KUCOIN_MULTIPLIER[ticker] ?? unitsWorth(10, startPx),
        notionalMin: 0,
      };
  }
}

function fundingIntervalHours(venue: Venue, asset: SimAsset): number {
  if (HOURLY_ON[asset.ticker] === venue) return 1;
  if (FOUR_HOURLY.has(asset.ticker)) return 4;
  return 8;
}

function instrumentOf(venue: Venue, kind: 'spot' | 'perp', asset: SimAsset, order: number): SimInstrument {
  const rule = kind === 'spot' ? spotRule(venue, asset) : perpRule(venue, asset);
  return {
    venue,
    kind,
    asset: asset.key,
    wireSymbol: rule.wireSymbol,
    base: rule.base,
    quote: 'USDT',
    pxTick: rule.pxTick,
    pxDecimals: rule.pxDecimals ?? decimalsOf(rule.pxTick),
    qtyStep: rule.qtyStep,
    qtyDecimals: rule.qtyDecimals ?? decimalsOf(rule.qtyStep),
    qtyScale: rule.qtyScale,
    pxMultiplier: rule.pxMultiplier,
    qtyMinLots: rule.qtyMinSteps ?? 1,
    notionalMin: rule.notionalMin,
    leverageMax: kind === 'perp' ? LEVERAGE_BY_TIER[asset.tier] : 1,
    fundingIntervalHours: kind === 'perp' ? fundingIntervalHours(venue, asset) : 0,
    listedMs: LISTED_MS + order * LISTING_GAP_MS,
  };
}

/** Spot of a coin in another coin. */
function crossOf(venue: Venue, asset: SimAsset, order: number): SimInstrument {
  const { base = '', quote = '' } = asset.cross ?? {};
  const usdOf = (key: string): number => SIM_ASSETS.find((one) => one.key === key)?.startPx ?? Number.NaN;
  const separator = venue === 'BINANCE' || venue === 'BYBIT' ? '' : '-';
  const pxTick = tickFor(asset.startPx, 1e-8);
  const qtyStep = Math.max(1e-8, unitsWorth(0.5, usdOf(base)));
  return {
    venue,
    kind: 'spot',
    asset: asset.key,
    wireSymbol: `${base}${separator}${quote}`,
    base,
    quote,
    quoteUsd: usdOf(quote),
    pxTick,
    pxDecimals: venue === 'BINANCE' ? SPOT_DECIMALS_BINANCE : decimalsOf(pxTick),
    qtyStep,
    qtyDecimals: venue === 'BINANCE' ? SPOT_DECIMALS_BINANCE : decimalsOf(qtyStep),
    qtyScale: 1,
    pxMultiplier: 1,
    qtyMinLots: 1,
    notionalMin: quote === 'BTC' ? 0.0001 : 0.001,
    leverageMax: 1,
    fundingIntervalHours: 0,
    listedMs: LISTED_MS + order * LISTING_GAP_MS,
  };
}

/** The fair price a ticker follows on a venue, or null where the venue does not list it. */
function assetsOf(venue: Venue): readonly SimAsset[] {
  return SIM_ASSETS.filter((asset) => {
    if (asset.key.includes('.')) return asset.key.endsWith(`.${venue}`);
    if (asset.ticker === 'ALT') return venue !== 'KUCOIN';
    return ONLY_ON[asset.ticker]?.includes(venue) ?? true;
  });
}

/** Returns everything a venue lists: spot first, then spot in other coins, then perps, each from the most to the least traded. */
export function listingsOf(venue: Venue): readonly SimInstrument[] {
  const assets = assetsOf(venue);
  return [
    ...assets.map((asset, order) => instrumentOf(venue, 'spot', asset, order)),
    ...SIM_CROSSES.map((asset, order) => crossOf(venue, asset, order)),
    ...assets.map((asset, order) => instrumentOf(venue, 'perp', asset, order)),
  ];
}
