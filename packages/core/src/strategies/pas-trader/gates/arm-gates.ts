import type { DecisionGate } from '../../../domain/index.ts';
import { feeFault, liquidationFault, type ArmFigures } from '../arm-figures.ts';
import { shown } from '../shown.ts';
import { finiteOrNull, type TriggerGate } from './gate.ts';

/** Blocks when no arm's target pays its costs. */
export const feeGate: TriggerGate = ({ settings, facts }, { arms }): DecisionGate => {
  const best = bestOf(arms, (each) => each.netBps);
  const fault = feeFault(best, settings);
  const detail =
    fault ??
    `edge of the best arm ${shown(best.netBps)} bps, more than ${shown(settings.minNetBps)} bps; fees ${facts.fees.source}`;
  return { gate: 'fee-gate', ok: fault === null, detail, value: finiteOrNull(best.netBps), bound: settings.minNetBps };
};

/** Blocks when no arm's stop stands well before the liquidation. */
export const liquidationDistanceGate: TriggerGate = (_input, { arms }): DecisionGate => {
  const nearest = bestOf(arms, (each) => -each.stopReachBps);
  const fault = liquidationFault(nearest);
  const { stopReachBps, liquidationBps } = nearest;
  const detail =
    fault ?? `stop times ratio is ${shown(stopReachBps)} bps, the liquidation is ${shown(liquidationBps)} bps away`;
  return {
    gate: 'liquidation-distance',
    ok: fault === null,
    detail,
    value: finiteOrNull(stopReachBps),
    bound: finiteOrNull(liquidationBps),
  };
};

function bestOf(all: readonly ArmFigures[], worth: (each: ArmFigures) => number): ArmFigures {
  return all.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}
