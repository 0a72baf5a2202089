import { ZERO } from '../../domain/index.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact } from './request-figures.ts';

const GATE = 'kill-switch';

/** Blocks new risk at every level of the kill switch: each stops the engines until a person releases it. */
export const killSwitchGate: Gate = (request) => {
  const { killLevel } = request.view;
  const figures = { value: exact(killLevel), bound: ZERO };
  return killLevel === 0
    ? allow(GATE, 'the kill switch is released', figures)
    : deny(GATE, `the kill switch stands at level ${killLevel}`, figures);
};
