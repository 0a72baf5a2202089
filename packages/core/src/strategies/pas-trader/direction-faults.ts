import type { ArmFault } from './arm-figures.ts';
import { effectiveNumbers } from './pas-settings.ts';
import type { PriceFigures } from './price-figures.ts';
import { shown } from './shown.ts';
import type { TriggerInput } from './trigger-facts.ts';

/**
 * Returns what speaks against fading: the price must stand at least so far on the side to which the flow pushed it, and not so far that
 * the data must be wrong.
 */
export function fadeFault({ settings }: TriggerInput, { stretchBps }: PriceFigures): ArmFault {
  const minBps = effectiveNumbers(settings).minDisplacementBps;
  if (!Number.isFinite(stretchBps)) return unknownDisplacement;
  if (stretchBps < minBps) return () => `stretched by ${shown(stretchBps)} bps, less than ${shown(minBps)} bps`;
  return tooFar(stretchBps, settings.maxDisplacementBps);
}

/** Returns what speaks against following: the price must already stand on the side to which the flow pushes. */
export function followFault({ settings }: TriggerInput, { stretchBps }: PriceFigures): ArmFault {
  if (!Number.isFinite(stretchBps)) return unknownDisplacement;
  if (stretchBps <= 0) return () => `the price stands ${shown(-stretchBps)} bps against the flow`;
  return tooFar(stretchBps, settings.maxDisplacementBps);
}

function tooFar(stretchBps: number, maxBps: number): ArmFault {
  if (stretchBps <= maxBps) return null;
  return () => `stretched by ${shown(stretchBps)} bps, more than ${maxBps} bps is taken for a fault`;
}

function unknownDisplacement(): string {
  return 'displacement is unknown';
}
