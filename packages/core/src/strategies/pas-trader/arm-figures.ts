import type { Arm } from '../../domain/index.ts';
import { ARMS } from './arms.ts';
import { shown } from './shown.ts';
import { plannedStopBps, type PasSettings } from './pas-settings.ts';
import type { TriggerFacts } from './trigger-facts.ts';

/** What an arm would earn at its target, and how far its stop is from the liquidation. */
export interface ArmFigures {
  readonly arm: Arm;
  /** Take-profit less both fees and the reserve for slippage; it must exceed `minNetBps`. */
  readonly netBps: number;
  /** Distance of the stop times the wanted ratio, and of the liquidation at the leverage. */
  readonly stopReachBps: number;
  readonly liquidationBps: number;
}

/** Returns the figures of every arm. Entry pays maker or taker by its execution, the target rests and pays maker. */
export function armFigures(settings: PasSettings, facts: TriggerFacts): readonly ArmFigures[] {
  const { makerBps, takerBps } = facts.fees;
  const liquidationBps = (1 / settings.leverage - facts.maintenanceFrac) * 1e4;
  return ARMS.map((arm) => ({
    arm,
    netBps: arm.takeProfitBps - (arm.execution === 'ioc' ? takerBps : makerBps) - makerBps - settings.slipReserveBps,
    stopReachBps: plannedStopBps(arm.stopLossBps, settings) * settings.liquidationToStopRatio,
    liquidationBps,
  }));
}

/** Returns why an arm's target does not pay; null when it does. */
export function feeFault({ netBps }: ArmFigures, settings: PasSettings): string | null {
  if (!Number.isFinite(netBps)) return 'fees are unknown';
  return netBps > settings.minNetBps
    ? null
    : `edge ${shown(netBps)} bps, not more than ${shown(settings.minNetBps)} bps`;
}

/** Returns why an arm's stop would be no protection; null when it is one. */
export function liquidationFault({ stopReachBps, liquidationBps }: ArmFigures): string | null {
  if (!Number.isFinite(stopReachBps) || !Number.isFinite(liquidationBps)) return 'the liquidation distance is unknown';
  if (stopReachBps < liquidationBps) return null;
  return `stop times ratio is ${shown(stopReachBps)} bps, the liquidation is ${shown(liquidationBps)} bps away`;
}
