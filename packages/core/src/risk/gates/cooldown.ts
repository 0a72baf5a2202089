import { ZERO } from '../../domain/index.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'cooldown';

/** Blocks a trade while its symbol cools down at its venue. The end itself is free again. */
export const cooldownGate: Gate = (request) => {
  const { cooldownEndMs, nowMs } = request.view;
  if (cooldownEndMs === null || nowMs >= cooldownEndMs) return allow(GATE, 'no cooldown runs');
  const remainingMs = cooldownEndMs - nowMs;
  return deny(GATE, `cools down for another ${remainingMs} ms`, { value: exact(remainingMs), bound: ZERO });
};
