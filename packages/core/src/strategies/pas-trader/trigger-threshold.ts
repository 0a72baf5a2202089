import type { RadarReading, SnipeMarket } from '../../domain/index.ts';
import { effectiveNumbers, type PasSettings, type ThresholdMode } from './pas-settings.ts';

/** How many USD make a trigger, and by what that was found. */
export interface TriggerThreshold {
  readonly usd: number;
  readonly by: ThresholdMode;
  /** The same for a person: why `fixed` stood in for a percentile. */
  readonly note: string;
}

/** Window to which the share of the turnover belongs. */
const TURNOVER_WINDOW_MS = 300_000;

/**
 * Returns the threshold of a symbol and side in USD; NaN when it can't be known (`turnover` without a volume).
 *
 * The mode's own figure times the risk level's factor, and never below the floor. A percentile of fewer than 50 windows is unknown;
 * the fixed amount of the symbol stands in for it.
 */
export function triggerThreshold(reading: RadarReading, market: SnipeMarket, settings: PasSettings): TriggerThreshold {
  const own = ownThreshold(reading, market, settings);
  return { ...own, usd: Math.max(settings.floorUsd, own.usd * effectiveNumbers(settings).thresholdFactor) };
}

function ownThreshold(reading: RadarReading, market: SnipeMarket, settings: PasSettings): TriggerThreshold {
  switch (settings.thresholdBy) {
    case 'fixed':
      return { usd: fixedUsd(reading.symbol, settings), by: 'fixed', note: 'fixed' };
    case 'turnover': {
      const windows = reading.windowMs / TURNOVER_WINDOW_MS;
      return { usd: market.dayQuoteVolume * settings.turnoverFrac * windows, by: 'turnover', note: 'turnover' };
    }
    case 'P95':
    case 'P97': {
      const usd = settings.thresholdBy === 'P95' ? reading.windowP95Usd : reading.windowP97Usd;
      if (Number.isFinite(usd)) return { usd, by: settings.thresholdBy, note: settings.thresholdBy };
      return {
        usd: fixedUsd(reading.symbol, settings),
        by: 'fixed',
        note: `fixed, ${settings.thresholdBy} has ${reading.samples} of 50 windows`,
      };
    }
  }
}

function fixedUsd(symbol: string, settings: PasSettings): number {
  if (/^BTCUSD[TC]?$/.test(symbol)) return settings.fixedBtcUsd;
  if (/^ETHUSD[TC]?$/.test(symbol)) return settings.fixedEthUsd;
  return settings.fixedAltUsd;
}
