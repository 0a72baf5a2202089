import { feeFault, liquidationFault, type ArmFigures } from '../arm-figures.ts';
import { isOffered } from '../offer-arms.ts';
import { shown } from '../shown.ts';
import { figured, type TriggerGate } from './gate.ts';

/** Blocks when no arm's target pays its costs. */
export const feeGate: TriggerGate = ({ settings, facts }, { armTable }) => {
  const { best } = armTable;
  const fault = feeFault(best, settings);
  const detail =
    fault ??
    (() =>
      `edge of the best arm ${shown(best.netBps)} bps, more than ${shown(settings.minNetBps)} bps; fees ${facts.fees.source}`);
  return figured('fee-gate', fault === null, { detail, value: best.netBps, bound: settings.minNetBps });
};

/** Blocks when no arm's stop stands well before the liquidation; shows the widest stop of the arms that are offered. */
export const liquidationDistanceGate: TriggerGate = (_input, figures) => {
  const { arms, nearest } = figures.armTable;
  const fault = liquidationFault(nearest);
  const told = () => {
    const offered = arms.filter((_, at) => isOffered(figures, at));
    const safe = arms.filter((each) => liquidationFault(each) === null);
    const { stopReachBps, liquidationBps } = fault === null ? widest(offered.length > 0 ? offered : safe) : nearest;
    const detail =
      fault ??
      `widest stop offered times ratio is ${shown(stopReachBps)} bps, the liquidation is ${shown(liquidationBps)} bps away`;
    return figured('liquidation-distance', fault === null, {
      detail,
      value: stopReachBps,
      bound: liquidationBps,
    }).told();
  };
  return { ok: fault === null, told };
};

function widest(arms: readonly ArmFigures[]): ArmFigures {
  return arms.reduce((best, each) => (each.stopReachBps > best.stopReachBps ? each : best));
}
