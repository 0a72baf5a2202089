import { minOf, ONE, toDecimalString, type Decimal } from '../../domain/index.ts';
import type { RiskRequest } from '../risk-request.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact, isHere, orderLeverage, orderPx, positive } from './request-figures.ts';

const GATE = 'liquidation-distance';

/** The nearer of what the leverage leaves (1 / leverage less maintenance) and the venue's figure for what is open already. */
function liquidationFrac(request: RiskRequest, px: Decimal | null): Decimal | null {
  const { view } = request;
  const leverage = orderLeverage(request);
  if (px === null || leverage === null) return null;
  const maintenance = exact(view.maintenanceMarginFrac ?? view.limits.assumedMaintenanceFrac);
  const byLeverage = ONE.div(leverage).minus(maintenance);
  const open = view.positions.find((position) => isHere(position, request));
  const venuePx = positive(open?.liquidationPx ?? null);
  return venuePx === null ? byLeverage : minOf(byLeverage, px.minus(venuePx).abs().div(px));
}

/** Blocks an entry on a perp whose stop times the limit's ratio is not nearer than the liquidation. Distances are shares of the order's price; without a named stop the limit's stop counts. */
export const liquidationDistanceGate: Gate = (request) => {
  const { intent, instrument, view } = request;
  if (instrument?.kind === 'spot') return allow(GATE, 'spot is never liquidated');
  const px = orderPx(request);
  const bound = liquidationFrac(request, px);
  if (px === null || bound === null) return deny(GATE, 'price or leverage is unknown');
  const stopPx = positive(intent.stopPx);
  if (intent.stopPx !== null && stopPx === null) return deny(GATE, 'the stop price is unreadable');
  const stopFrac = stopPx === null ? exact(view.limits.stopLossPct).div(exact(100)) : px.minus(stopPx).abs().div(px);
  const value = stopFrac.times(exact(view.limits.liquidationToStopRatio));
  const detail = `stop distance times ${view.limits.liquidationToStopRatio} is ${toDecimalString(value)}, the liquidation is ${toDecimalString(bound)} away`;
  return value.lt(bound) ? allow(GATE, detail, { value, bound }) : deny(GATE, detail, { value, bound });
};
