import { shown } from '../shown.ts';
import type { TriggerInput } from '../trigger-facts.ts';
import { answer, atLeast, figured, type TriggerGate } from './gate.ts';

/** Blocks below the threshold. */
export const triggerSizeGate: TriggerGate = ({ reading }, { threshold }) =>
  atLeast('trigger-size', {
    what: () =>
      `liquidations of ${reading.liquidatedSide} in the window${reading.isLowerBound ? ', a lower bound,' : ''}`,
    value: reading.windowUsd,
    bound: threshold.usd,
    unit: `USD (${threshold.note})`,
  });

/** Blocks few liquidations, unless the newest is many times the threshold by itself. */
export const triggerCountGate: TriggerGate = ({ reading, settings }, { threshold }) => {
  const singleUsd = threshold.usd * settings.singleEventFactor;
  if (reading.windowCount < settings.nMin && reading.windowCount >= 1 && reading.eventUsd >= singleUsd) {
    const detail = () => `one of ${shown(reading.eventUsd)} USD is enough, from ${shown(singleUsd)} USD on`;
    return figured('trigger-count', true, { detail, value: reading.windowCount, bound: settings.nMin });
  }
  return atLeast('trigger-count', {
    what: 'liquidations',
    value: reading.windowCount,
    bound: settings.nMin,
    unit: 'in the window',
  });
};

/** Returns true when size and count are a trigger's, whatever the other gates say. */
export function isTrigger(
  { reading, settings }: Pick<TriggerInput, 'reading' | 'settings'>,
  thresholdUsd: number,
): boolean {
  if (!(reading.windowUsd >= thresholdUsd)) return false;
  if (reading.windowCount >= settings.nMin) return true;
  return reading.windowCount >= 1 && reading.eventUsd >= thresholdUsd * settings.singleEventFactor;
}

/** Blocks during the pause of a symbol and side; its end is free. */
export const cooldownGate: TriggerGate = ({ facts }) => {
  const leftMs = facts.cooldownUntilMs - facts.nowMs;
  if (Number.isFinite(leftMs) && leftMs <= 0) return answer('cooldown', true, 'no pause runs');
  const detail = () =>
    Number.isFinite(leftMs) ? `${shown(leftMs / 1_000)} s of its pause are left` : 'the end of its pause is unknown';
  return figured('cooldown', false, { detail, value: leftMs, bound: 0 });
};
