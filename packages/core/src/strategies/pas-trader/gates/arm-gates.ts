import type { DecisionGate } from '../../../domain/index.ts';
import { feeFault, liquidationFault, type ArmFigures } from '../arm-figures.ts';
import { offerArms } from '../offer-arms.ts';
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

/** Blocks when no arm's stop stands well before the liquidation; shows the widest stop of the arms that are offered. */
export const liquidationDistanceGate: TriggerGate = (input, figures): DecisionGate => {
  const { arms } = figures;
  const fault = liquidationFault(bestOf(arms, (each) => -each.stopReachBps));
  const eligible = new Set(offerArms(input, figures).flatMap(({ armId, isEligible }) => (isEligible ? [armId] : [])));
  const offered = arms.filter(({ arm }) => eligible.has(arm.armId));
  const safe = arms.filter((each) => liquidationFault(each) === null);
  const shownArm =
    fault === null
      ? bestOf(offered.length > 0 ? offered : safe, (each) => each.stopReachBps)
      : bestOf(arms, (each) => -each.stopReachBps);
  const { stopReachBps, liquidationBps } = shownArm;
  const detail =
    fault ??
    `widest stop offered times ratio is ${shown(stopReachBps)} bps, the liquidation is ${shown(liquidationBps)} bps away`;
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
