import { atMost, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'clock-offset';

/** Blocks new risk while our clock is farther from the venue's than the limit, either way, or the offset is unknown. */
export const clockOffsetGate: Gate = (request) => {
  const { clockOffsetMs, limits } = request.view;
  if (clockOffsetMs === null || !Number.isFinite(clockOffsetMs)) return deny(GATE, 'the clock offset is unknown');
  const figures = { value: exact(Math.ceil(Math.abs(clockOffsetMs))), bound: exact(limits.clockOffsetMsMax) };
  return atMost(GATE, 'the clock is off by', figures, 'ms');
};
