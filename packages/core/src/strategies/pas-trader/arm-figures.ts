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

/** Why an arm may not be taken, in words that are made when somebody reads them; null when it may. */
export type ArmFault = (() => string) | null;

/** The arms as settings and fees leave them, whatever the market does. */
export interface ArmTable {
  /** Of every arm, in the order of `ARMS`. */
  readonly arms: readonly ArmFigures[];
  /** Fees and liquidation distance, in the same order. */
  readonly faults: readonly ArmFault[];
  readonly isAnyFade: boolean;
  readonly isAnyFollow: boolean;
  /** That which earns most at its target, and that whose stop is nearest. */
  readonly best: ArmFigures;
  readonly nearest: ArmFigures;
}

type CostFacts = Pick<TriggerFacts, 'fees' | 'maintenanceFrac'>;

interface KeptTable {
  readonly costs: readonly [makerBps: number, takerBps: number, maintenanceFrac: number];
  readonly table: ArmTable;
}

/** By settings, which are never changed but replaced. */
const kept = new WeakMap<PasSettings, KeptTable>();

/** Returns the table of the arms; worked out anew when settings or fees change. */
export function armTable(settings: PasSettings, facts: CostFacts): ArmTable {
  const { fees, maintenanceFrac } = facts;
  const before = kept.get(settings);
  if (before !== undefined) {
    const [makerBps, takerBps, maintenance] = before.costs;
    if (makerBps === fees.makerBps && takerBps === fees.takerBps && maintenance === maintenanceFrac)
      return before.table;
  }
  const table = newTable(settings, facts);
  kept.set(settings, { costs: [fees.makerBps, fees.takerBps, maintenanceFrac], table });
  return table;
}

function newTable(settings: PasSettings, facts: CostFacts): ArmTable {
  const arms = armFigures(settings, facts);
  const faults = arms.map((each): ArmFault => feeFault(each, settings) ?? liquidationFault(each));
  const isAny = (direction: Arm['direction']): boolean =>
    arms.some(({ arm }, at) => arm.direction === direction && faults[at] === null);
  return {
    arms,
    faults,
    isAnyFade: isAny('fade'),
    isAnyFollow: isAny('follow'),
    best: bestOf(arms, ({ netBps }) => netBps),
    nearest: bestOf(arms, ({ stopReachBps }) => -stopReachBps),
  };
}

/** Returns the figures of every arm. Entry pays maker or taker by its execution, the target rests and pays maker. */
export function armFigures(settings: PasSettings, facts: CostFacts): readonly ArmFigures[] {
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
export function feeFault({ netBps }: ArmFigures, settings: PasSettings): ArmFault {
  if (!Number.isFinite(netBps)) return () => 'fees are unknown';
  if (netBps > settings.minNetBps) return null;
  return () => `edge ${shown(netBps)} bps, not more than ${shown(settings.minNetBps)} bps`;
}

/** Returns why an arm's stop would be no protection; null when it is one. */
export function liquidationFault({ stopReachBps, liquidationBps }: ArmFigures): ArmFault {
  if (!Number.isFinite(stopReachBps) || !Number.isFinite(liquidationBps)) {
    return () => 'the liquidation distance is unknown';
  }
  if (stopReachBps < liquidationBps) return null;
  return () => `stop times ratio is ${shown(stopReachBps)} bps, the liquidation is ${shown(liquidationBps)} bps away`;
}

function bestOf(all: readonly ArmFigures[], worth: (each: ArmFigures) => number): ArmFigures {
  return all.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}
