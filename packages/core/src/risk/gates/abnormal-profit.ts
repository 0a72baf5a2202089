import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'abnormal-profit';

/** Blocks an entry that promises too much: nearly always a wrong multiplier, another coin of the same name, or a halted market. A wish without an expectation passes. */
export const abnormalProfitGate: Gate = (request) => {
  const { expectedNetBps } = request.intent;
  if (expectedNetBps === null) return allow(GATE, 'no gain was promised');
  if (!Number.isFinite(expectedNetBps)) return deny(GATE, 'the promised gain is no number');
  const figures = { value: exact(expectedNetBps), bound: exact(request.view.limits.abnormalProfitBps) };
  return atMost(GATE, 'promises', figures, 'bps');
};
