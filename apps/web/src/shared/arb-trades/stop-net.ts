import type { ArbExecution } from '@riptide/contracts/calls';

/** Gives what a pair has lost when its stop closes it, bps: the stop and the four fees; null without a stop. */
export function stopNetBps({ sl_bps: stop, legs }: Pick<ArbExecution, 'sl_bps' | 'legs'>): number | null {
  return stop === null ? null : stop + 2 * legs.reduce((sum, leg) => sum + leg.fee_bps, 0);
}
