import type { Venue } from '@riptide/core/domain';
import { normal, type Random } from '@riptide/core/kernel';
import type { AssetTier, SimAsset } from './assets.ts';
import type { SimInstrument, SimTrade } from './model.ts';
import { SimOrderBook } from './sim-book.ts';

/** How one kind of listing behaves. */
interface ListingTemper {
  /** Level counts the book hovers around, a side. */
  readonly levelCount: number;
  /** Mean time between two batches of ordinary book work. */
  readonly meanGapMs: number;
  /** A fair price further off than this is followed at once. */
  readonly followBps: number;
  /** Usual value of one level near the touch, USDT. */
  readonly levelUsd: number;
  /** Median value of one trade, USDT. */
  readonly tradeUsd: number;
  /** Share of batches that contain a trade. */
  readonly tradeShareFrac: number;
  /** Usual volume of 24 h, USDT. */
  readonly dayUsd: number;
}

const TEMPERS: Readonly<Record<AssetTier, ListingTemper>> = {
  1: {
    levelCount: 160,
    meanGapMs: 90,
    followBps: 0.6,
    levelUsd: 60_000,
    tradeUsd: 1_500,
    tradeShareFrac: 0.5,
    dayUsd: 6e9,
  },
  2: {
    levelCount: 90,
    meanGapMs: 320,
    followBps: 1.4,
    levelUsd: 12_000,
    tradeUsd: 500,
    tradeShareFrac: 0.4,
    dayUsd: 4e8,
  },
  3: {
    levelCount: 50,
    meanGapMs: 650,
    followBps: 3,
    levelUsd: 2_500,
    tradeUsd: 200,
    tradeShareFrac: 0.35,
    dayUsd: 4e7,
  },
};
const VENUE_SHARE: Readonly<Record<Venue, number>> = { BINANCE: 1, BYBIT: 0.6, OKX: 0.6, KUCOIN: 0.2 };
/** A venue that trades less moves its book less often. */
const VENUE_GAP: Readonly<Record<Venue, number>> = { BINANCE: 1, BYBIT: 1.2, OKX: 1.2, KUCOIN: 1.4 };
const SPOT_SHARE = 0.4;
/** How late a venue's market makers follow the fair price. */
const VENUE_LAG_MS: Readonly<Record<Venue, number>> = { BINANCE: 50, OKX: 100, BYBIT: 150, KUCOIN: 350 };
const BASIS_SPREAD_BPS = { spot: 0.7, perp: 1.6 } as const;

/** Everything the market keeps for one listing. */
export interface ListingState {
  readonly instrument: SimInstrument;
  /** Index in its venue's list. */
  readonly ix: number;
  readonly assetAt: number;
  readonly asset: SimAsset;
  readonly temper: ListingTemper;
  readonly random: Random;
  readonly book: SimOrderBook;
  readonly lagMs: number;
  /** Usual distance of bid and ask, in ticks. */
  readonly spreadTicks: number;
  /** Where the basis to the fair price comes to rest, in bps. */
  readonly basisRestBps: number;
  /** A lasting lean of the funding rate per 8 h, in bps. */
  readonly fundingBiasBps: number;
  /** Newest last; at most 500. */
  readonly trades: SimTrade[];
  basisBps: number;
  basisAtMs: number;
  /** Smoothed distance of the book to the index, in bps. */
  premiumBps: number;
  nextWorkMs: number;
  lastTicks: number;
  tradeId: number;
  liquidationCount: number;
  /** A halted book stands still. */
  isHalted: boolean;
  /** Where the middle of a locked book stays, in ticks; null while it follows the market. */
  lockedTicks: number | null;
  /** How far the operator keeps it from the fair price, in bps. */
  offsetBps: number;
}

/** USDT value of one lot at a price. */
export function lotUsd(instrument: SimInstrument, ticks: number): number {
  return lotQuote(instrument, ticks) * (instrument.quoteUsd ?? 1);
}

/** Value of one lot at a price, in the quote asset. */
export function lotQuote(instrument: SimInstrument, ticks: number): number {
  return (ticks * instrument.pxTick * instrument.qtyStep * instrument.qtyScale) / instrument.pxMultiplier;
}

/** Builds the state of one listing with an empty book. `intensity` scales its activity. */
export function createListingState(
  instrument: SimInstrument,
  place: { readonly ix: number; readonly assetAt: number; readonly asset: SimAsset; readonly intensity: number },
  random: Random,
  startMs: number,
): ListingState {
  const base = TEMPERS[place.asset.tier];
  const share = VENUE_SHARE[instrument.venue] * (instrument.kind === 'spot' ? SPOT_SHARE : 1);
  const temper: ListingTemper = {
    ...base,
    meanGapMs:
      (base.meanGapMs * VENUE_GAP[instrument.venue] * (instrument.kind === 'spot' ? 1.3 : 1)) / place.intensity,
    levelUsd: base.levelUsd * Math.sqrt(share),
    tradeUsd: base.tradeUsd * Math.sqrt(share),
    dayUsd: base.dayUsd * share * (0.6 + 0.8 * random()),
  };
  const wirePx = place.asset.startPx * instrument.pxMultiplier;
  const tickBps = (instrument.pxTick / wirePx) * 1e4;
  const spreadBps = place.asset.tier === 1 ? 0 : place.asset.tier === 2 ? 0.8 : 1.8;
  const basisRestBps = normal(random) * BASIS_SPREAD_BPS[instrument.kind];
  return {
    instrument,
    ix: place.ix,
    assetAt: place.assetAt,
    asset: place.asset,
    temper,
    random,
    book: new SimOrderBook(),
    lagMs: VENUE_LAG_MS[instrument.venue] * (instrument.kind === 'spot' ? 1 : 0.8),
    spreadTicks: Math.max(1, Math.round(spreadBps / tickBps)),
    basisRestBps: Math.max(-3, Math.min(3, basisRestBps)),
    fundingBiasBps: 0.3 + 1.2 * normal(random),
    trades: [],
    basisBps: basisRestBps,
    basisAtMs: startMs,
    premiumBps: basisRestBps,
    nextWorkMs: startMs + random() * temper.meanGapMs,
    lastTicks: Math.round(wirePx / instrument.pxTick),
    tradeId: 1_000_000 + Math.floor(random() * 1e8),
    liquidationCount: 0,
    isHalted: false,
    lockedTicks: null,
    offsetBps: 0,
  };
}
