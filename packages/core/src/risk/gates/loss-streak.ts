import { allow, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'loss-streak';

/** Blocks new risk while a halt after too many losses in a row runs, and for good after the last permitted halt. The end of a halt is free. */
export const lossStreakGate: Gate = (request) => {
  const { lossStreak, limits, nowMs } = request.view;
  const figures = { value: exact(lossStreak.losses), bound: exact(limits.lossStreakMax) };
  if (lossStreak.isOff) return deny(GATE, `off after ${lossStreak.halts} halts, until released`, figures);
  if (lossStreak.haltEndMs !== null && nowMs < lossStreak.haltEndMs) {
    return deny(GATE, `halted for another ${lossStreak.haltEndMs - nowMs} ms after losses in a row`, figures);
  }
  return allow(GATE, `${lossStreak.losses} losses in a row, a halt comes at ${limits.lossStreakMax}`, figures);
};
