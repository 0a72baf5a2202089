import type { Venue } from '@riptide/core/domain';
import type { SimFeeRates, SimMarginMode, SimPocket } from './model.ts';

/** What differs between the venues in how they keep accounts and treat orders. */
export interface VenueRules {
  readonly pockets: { readonly spot: SimPocket; readonly perp: SimPocket };
  /** Base tier. */
  readonly fees: { readonly spot: SimFeeRates; readonly perp: SimFeeRates };
  /** Which asset a spot buyer pays the fee in. */
  readonly spotBuyFeeIn: 'base' | 'quote';
  /** Whether a post-only order that would take is refused at once, or accepted and ended. */
  readonly postOnlyThatTakes: 'refuse' | 'end';
  /** Whether a client id may be used again once its order is finished. */
  readonly clientIdAgain: 'when-finished' | 'never';
  readonly leverageDefault: number;
  readonly marginModeDefault: SimMarginMode;
  /** How far a limit price may lie on the taking side of the mark (perps) or the last price (spot). */
  readonly bandFrac: { readonly spot: number; readonly perp: number };
  /** Lots of one order. */
  readonly lotsMax: { readonly limit: number; readonly market: number };
}

const SPLIT = { spot: 'spot', perp: 'futures' } as const;
const UNIFIED = { spot: 'unified', perp: 'unified' } as const;
const LOTS_MAX = { limit: 100_000_000, market: 10_000_000 } as const;

/** Rules of each venue; fees and fee assets are those of the venues' base tiers. */
export const VENUE_RULES: Readonly<Record<Venue, VenueRules>> = {
  BINANCE: {
    pockets: SPLIT,
    fees: { spot: { makerFrac: 0.001, takerFrac: 0.001 }, perp: { makerFrac: 0.0002, takerFrac: 0.0005 } },
    spotBuyFeeIn: 'base',
    postOnlyThatTakes: 'refuse',
    clientIdAgain: 'when-finished',
    leverageDefault: 20,
    marginModeDefault: 'cross',
    bandFrac: { spot: 4, perp: 0.05 },
    lotsMax: LOTS_MAX,
  },
  BYBIT: {
    pockets: UNIFIED,
    fees: { spot: { makerFrac: 0.001, takerFrac: 0.001 }, perp: { makerFrac: 0.0002, takerFrac: 0.00055 } },
    spotBuyFeeIn: 'base',
    postOnlyThatTakes: 'end',
    clientIdAgain: 'never',
    leverageDefault: 10,
    marginModeDefault: 'cross',
    bandFrac: { spot: 0.1, perp: 0.1 },
    lotsMax: LOTS_MAX,
  },
  OKX: {
    pockets: UNIFIED,
    fees: { spot: { makerFrac: 0.0008, takerFrac: 0.001 }, perp: { makerFrac: 0.0002, takerFrac: 0.0005 } },
    spotBuyFeeIn: 'base',
    postOnlyThatTakes: 'end',
    clientIdAgain: 'never',
    leverageDefault: 3,
    marginModeDefault: 'cross',
    bandFrac: { spot: 0.1, perp: 0.1 },
    lotsMax: LOTS_MAX,
  },
  KUCOIN: {
    pockets: SPLIT,
    fees: { spot: { makerFrac: 0.001, takerFrac: 0.001 }, perp: { makerFrac: 0.0002, takerFrac: 0.0006 } },
    spotBuyFeeIn: 'quote',
    postOnlyThatTakes: 'end',
    clientIdAgain: 'never',
    leverageDefault: 1,
    marginModeDefault: 'isolated',
    bandFrac: { spot: 0.1, perp: 0.1 },
    lotsMax: LOTS_MAX,
  },
};

/** Resting orders of one account on one listing, and conditional ones beside them. */
export const OPEN_ORDERS_MAX = 200;
export const CONDITIONAL_ORDERS_MAX = 100;
/** Largest position, quote. */
export const POSITION_USD_MAX = 50_000_000;
/** Share of a liquidated position's value that goes to the insurance fund. */
export const LIQUIDATION_FEE_FRAC = '0.005';

/** Maintenance margin: `rateFrac` of the value up to `untilUsd`, each part at its own rate. */
export const MARGIN_BRACKETS = [
  { untilUsd: 100_000, rateFrac: '0.004', deductionUsd: '0' },
  { untilUsd: 1_000_000, rateFrac: '0.005', deductionUsd: '100' },
  { untilUsd: Number.POSITIVE_INFINITY, rateFrac: '0.01', deductionUsd: '5100' },
] as const;
