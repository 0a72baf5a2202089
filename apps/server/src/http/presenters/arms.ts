import type { z } from 'zod';
import type { ArmItem } from '@riptide/contracts';
import type { ArmRow } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { roundedOrNull } from './numbers.ts';

/** Two-sided 90 % of the normal distribution. */
const Z_90 = 1.645;

/** Returns the arms, the best mean first and those nothing is known of last. */
export function presentArms(link: EngineLink): z.input<typeof ArmItem>[] {
  return [...link.values('arm').values()]
    .sort((a, b) => (b.meanNetBps ?? -Infinity) - (a.meanNetBps ?? -Infinity) || (a.arm.armId < b.arm.armId ? -1 : 1))
    .map(presentArm);
}

function presentArm(row: ArmRow): z.input<typeof ArmItem> {
  const { arm, outcomes, stdNetBps } = row;
  return {
    arm: arm.armId,
    direction: arm.direction,
    offset_bps: arm.offsetBps,
    take_profit_bps: arm.takeProfitBps,
    stop_loss_bps: arm.stopLossBps,
    execution: arm.execution,
    pulls: row.chosen,
    outcomes,
    fills: row.fills,
    real_fills: row.realFills,
    win_rate: roundedOrNull(row.winRateFrac, 6),
    mean_net_bps: roundedOrNull(row.meanNetBps, 4),
    std_net_bps: roundedOrNull(stdNetBps, 4),
    half_width_bps:
      stdNetBps === null || outcomes < 2 ? null : roundedOrNull((Z_90 * stdNetBps) / Math.sqrt(outcomes), 4),
    last_net_bps: roundedOrNull(row.lastNetBps, 4),
  };
}
