import { expect, it } from 'vitest';
import { GATE_NAMES, PAIR_CHECK_NAMES } from '@riptide/contracts';
import { GATES } from '@riptide/core/domain';
import { OPPORTUNITY_CHECKS } from '@riptide/core/strategies';

it('names in the contract every gate and every check of a pair, in the order they are told', () => {
  expect(GATE_NAMES).toEqual(GATES);
  expect(PAIR_CHECK_NAMES).toEqual(OPPORTUNITY_CHECKS.map(({ check }) => check));
});
