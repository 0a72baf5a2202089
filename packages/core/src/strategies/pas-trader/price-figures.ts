import { flowSign } from './trade-side.ts';
import type { TriggerInput } from './trigger-facts.ts';
import { triggerThreshold, type TriggerThreshold } from './trigger-threshold.ts';

/** The figures of prices alone; NaN is unknown. */
export interface PriceFigures {
  readonly threshold: TriggerThreshold;
  readonly flowSign: 1 | -1;
  readonly isPriceKnown: boolean;
  /** (mid - VWAP) / VWAP: positive is above. */
  readonly displacementBps: number;
  /** The same, positive when the price stands where the forced flow pushed it. */
  readonly stretchBps: number;
  readonly spreadBps: number;
  /** (bids - asks) / (bids + asks) of the depth near the mid. */
  readonly imbalance: number;
}

/** Computes the figures of a trigger's prices. */
export function priceFigures(input: TriggerInput): PriceFigures {
  const { reading, market, settings } = input;
  const { bidPx, askPx, midPx, vwapPx } = market;
  const sign = flowSign(reading.liquidatedSide);
  const isBookKnown = isPrice(bidPx) && isPrice(askPx) && isPrice(midPx) && isPrice(market.markPx) && bidPx < askPx;
  const isVwapKnown =
    isPrice(vwapPx) &&
    Number.isFinite(market.vwapAgeMs) &&
    market.vwapAgeMs <= settings.maxVwapAgeMs &&
    Number.isFinite(market.vwapMinutes) &&
    market.vwapMinutes >= settings.minVwapMinutes;
  const displacementBps = isBookKnown && isVwapKnown ? ((midPx - vwapPx) / vwapPx) * 1e4 : Number.NaN;
  const depthUsd = market.bidDepthUsd + market.askDepthUsd;
  return {
    threshold: triggerThreshold(reading, market, settings),
    flowSign: sign,
    isPriceKnown: Number.isFinite(displacementBps),
    displacementBps,
    stretchBps: displacementBps * sign,
    spreadBps: isBookKnown ? ((askPx - bidPx) / midPx) * 1e4 : Number.NaN,
    imbalance: depthUsd > 0 ? (market.bidDepthUsd - market.askDepthUsd) / depthUsd : Number.NaN,
  };
}

function isPrice(px: number): boolean {
  return Number.isFinite(px) && px > 0;
}
