/**
 * What the venue sends over REST, as far as the product reads it. Prices and quantities are decimal text, ids and times numbers.
 * Every field is optional here: `parse.ts` decides what may be missing.
 */

/** `{"filterType":"PRICE_FILTER","tickSize":"0.10",…}`; which of the fields stand depends on the type. */
export interface WireFilter {
  readonly filterType?: unknown;
  readonly tickSize?: unknown;
  readonly stepSize?: unknown;
  readonly minQty?: unknown;
  readonly maxQty?: unknown;
  /** Spot. */
  readonly minNotional?: unknown;
  /** `PERCENT_PRICE`: both sides against the mark on USD-M, against the average on spot. */
  readonly multiplierUp?: unknown;
  readonly multiplierDown?: unknown;
  /** `PERCENT_PRICE_BY_SIDE`, spot. */
  readonly bidMultiplierUp?: unknown;
  readonly bidMultiplierDown?: unknown;
  readonly askMultiplierUp?: unknown;
  readonly askMultiplierDown?: unknown;
  /** USD-M writes the smallest notional under this name. */
  readonly notional?: unknown;
}

/** One symbol of `exchangeInfo`, spot or USD-M. */
export interface WireSymbol {
  readonly symbol?: unknown;
  readonly status?: unknown;
  readonly baseAsset?: unknown;
  readonly quoteAsset?: unknown;
  readonly filters?: unknown;
  /** Spot only. */
  readonly isSpotTradingAllowed?: unknown;
  /** USD-M only, like the two below. */
  readonly contractType?: unknown;
  readonly marginAsset?: unknown;
  /** Epoch ms. */
  readonly onboardDate?: unknown;
}

/** `{"lastUpdateId":7001,"bids":[["64000.10","1.2"]],"asks":[…]}`; USD-M adds `E` and `T`. */
export interface WireDepth {
  readonly lastUpdateId?: unknown;
  readonly E?: unknown;
  readonly bids?: unknown;
  readonly asks?: unknown;
}

/** A trade (`trades`) or an aggregated one (`aggTrades`, one-letter names). */
export interface WireTrade {
  readonly id?: unknown;
  readonly price?: unknown;
  readonly qty?: unknown;
  readonly time?: unknown;
  readonly isBuyerMaker?: unknown;
  readonly a?: unknown;
  readonly p?: unknown;
  readonly q?: unknown;
  readonly T?: unknown;
  readonly m?: unknown;
}

/** `ticker/24hr`. */
export interface WireDayTicker {
  readonly symbol?: unknown;
  readonly lastPrice?: unknown;
  readonly priceChangePercent?: unknown;
  readonly quoteVolume?: unknown;
}

/** `premiumIndex`. */
export interface WirePremiumIndex {
  readonly symbol?: unknown;
  readonly markPrice?: unknown;
  readonly indexPrice?: unknown;
  readonly lastFundingRate?: unknown;
}

/** `fundingInfo`: only symbols with adjusted settings are listed. */
export interface WireFundingInfo {
  readonly symbol?: unknown;
  readonly fundingIntervalHours?: unknown;
}
