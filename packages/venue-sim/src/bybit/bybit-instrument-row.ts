import { decimalsOf, trimZeros } from '../server/text.ts';
import type { BybitListing } from './bybit-listing.ts';

const MAX_STEPS = 1_000_000;

/** One row of instruments-info. */
export function instrumentRow(listing: BybitListing): Record<string, unknown> {
  return listing.category === 'spot' ? spotRow(listing) : linearRow(listing);
}

function linearRow(listing: BybitListing): Record<string, unknown> {
  const { instrument } = listing;
  return {
    symbol: listing.symbol,
    symbolId: listing.symbolId,
    contractType: 'LinearPerpetual',
    status: 'Trading',
    baseCoin: instrument.base,
    quoteCoin: instrument.quote,
    launchTime: String(instrument.listedMs),
    deliveryTime: '0',
    deliveryFeeRate: '',
    priceScale: String(instrument.pxDecimals),
    leverageFilter: { minLeverage: '1', maxLeverage: instrument.leverageMax.toFixed(2), leverageStep: '0.01' },
    priceFilter: { minPrice: listing.px(1), maxPrice: listing.px(19_999_998), tickSize: listing.px(1) },
    lotSizeFilter: {
      maxOrderQty: listing.qty(MAX_STEPS),
      minOrderQty: listing.qty(instrument.qtyMinLots),
      qtyStep: listing.qty(1),
      postOnlyMaxOrderQty: listing.qty(MAX_STEPS),
      maxMktOrderQty: listing.qty(MAX_STEPS / 2),
      minNotionalValue: String(instrument.notionalMin),
    },
    unifiedMarginTrade: true,
    fundingInterval: instrument.fundingIntervalHours * 60,
    settleCoin: instrument.quote,
    copyTrading: 'both',
    upperFundingRate: '0.00375',
    lowerFundingRate: '-0.00375',
    displayName: '',
    forbidUplWithdrawal: false,
    riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.1' },
    isPreListing: false,
    preListingInfo: null,
    symbolType: '',
  };
}

function spotRow(listing: BybitListing): Record<string, unknown> {
  const { instrument } = listing;
  const quotePrecision = (
    1 /
    10 ** Math.min(12, decimalsOf(instrument.pxTick) + decimalsOf(instrument.qtyStep))
  ).toFixed(12);
  return {
    symbol: listing.symbol,
    symbolId: listing.symbolId,
    baseCoin: instrument.base,
    quoteCoin: instrument.quote,
    innovation: '0',
    symbolType: '',
    status: 'Trading',
    marginTrading: 'utaOnly',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: listing.qty(1),
      quotePrecision: trimZeros(quotePrecision),
      minOrderQty: listing.qty(instrument.qtyMinLots),
      maxOrderQty: listing.qty(MAX_STEPS),
      minOrderAmt: String(instrument.notionalMin),
      maxOrderAmt: '8000000',
      maxLimitOrderQty: listing.qty(MAX_STEPS),
      maxMarketOrderQty: listing.qty(MAX_STEPS / 2),
      postOnlyMaxLimitOrderSize: listing.qty(MAX_STEPS),
    },
    priceFilter: { tickSize: listing.px(1) },
    riskParameters: { priceLimitRatioX: '0.05', priceLimitRatioY: '0.1' },
  };
}
