import { answer, atLeast, atMost, type TriggerGate } from './gate.ts';

const HOUR_MS = 3_600_000;

/** Blocks a high funding rate of either sign. */
export const fundingRateGate: TriggerGate = ({ market, settings }) =>
  atMost('funding-rate', {
    what: 'funding, either sign,',
    value: Math.abs(market.fundingRateFrac) * 1e4,
    bound: settings.maxFundingFrac * 1e4,
    unit: 'bps',
  });

/**
 * Blocks close to a settlement, before or after. Where the interval is unknown every whole number of hours before the next settlement
 * counts as one: venues settle every 1, 2, 4 or 8 hours.
 */
export const fundingWindowGate: TriggerGate = ({ market, settings, facts }) => {
  if (settings.fundingWindowMs === 0) return answer('funding-window', true, 'the window is off');
  const beforeMs = Math.abs(market.nextFundingMs - facts.nowMs);
  const intervalMs = facts.fundingIntervalMs ?? HOUR_MS;
  const sinceMs = beforeMs % intervalMs;
  const value = Number.isFinite(intervalMs) ? Math.min(intervalMs - sinceMs, sinceMs) / 1_000 : Number.NaN;
  const bound = settings.fundingWindowMs / 1_000;
  return atLeast('funding-window', { what: 'distance to a settlement', value, bound, unit: 's' });
};
