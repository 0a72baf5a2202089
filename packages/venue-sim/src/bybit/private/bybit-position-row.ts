import { decimal, toDecimalString, type Decimal } from '@riptide/core/domain';
import type { SimPosition } from '../../account/model.ts';
import { POSITION_USD_MAX } from '../../account/venue-rules.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { positionIdxOf, pxText } from './bybit-order-row.ts';

/** What stands at a position besides itself. */
export interface PositionStops {
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** Worth of a position at its entry. */
function positionValue(listing: BybitListing, position: SimPosition): Decimal {
  return position.entryPx.times(decimal(listing.instrument.qtyStep).times(Math.abs(position.lots)));
}

/** One position of REST; the stream calls the entry price by another name. */
export function bybitPositionRow(
  listing: BybitListing,
  position: SimPosition,
  stops: PositionStops,
): Record<string, unknown> {
  const isFlat = position.lots === 0;
  const margin = toDecimalString(position.margin.round(8));
  const maintenance = toDecimalString(position.maintenanceMargin.round(8));
  return {
    positionIdx: positionIdxOf(position.positionSide),
    riskId: 1,
    riskLimitValue: String(POSITION_USD_MAX),
    symbol: listing.symbol,
    side: isFlat ? '' : position.lots > 0 ? 'Buy' : 'Sell',
    size: isFlat ? '0' : listing.qty(Math.abs(position.lots)),
    avgPrice: isFlat ? '0' : toDecimalString(position.entryPx.round(8)),
    positionValue: isFlat ? '' : toDecimalString(positionValue(listing, position).round(8)),
    autoAddMargin: 0,
    positionStatus: 'Normal',
    leverage: String(position.leverage),
    breakEvenPrice: '',
    markPrice: listing.pxOf(position.markPx),
    liqPrice: position.liquidationPx === null || isFlat ? '' : listing.pxOf(position.liquidationPx),
    bustPrice: '',
    positionIM: isFlat ? '' : margin,
    positionIMByMp: isFlat ? '' : margin,
    positionMM: isFlat ? '' : maintenance,
    positionMMByMp: isFlat ? '' : maintenance,
    positionBalance: '0',
    tpslMode: 'Full',
    tradeMode: 0,
    takeProfit: stops.takeProfitTicks === null ? '' : pxText(listing, stops.takeProfitTicks),
    stopLoss: stops.stopLossTicks === null ? '' : pxText(listing, stops.stopLossTicks),
    trailingStop: '0',
    sessionAvgPrice: '',
    unrealisedPnl: isFlat ? '' : toDecimalString(position.unrealised.round(8)),
    curRealisedPnl: toDecimalString(position.realised.round(8)),
    cumRealisedPnl: toDecimalString(position.realised.round(8)),
    adlRankIndicator: isFlat ? 0 : position.adlRank,
    createdTime: String(position.openedMs),
    updatedTime: String(position.updatedMs),
    openTime: isFlat ? 0 : position.openedMs,
    seq: position.updatedMs,
    isReduceOnly: false,
    mmrSysUpdatedTime: '',
    leverageSysUpdatedTime: '',
  };
}
