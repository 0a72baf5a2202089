import { expect, it } from 'vitest';
import { closedReason } from './closed-reason.ts';

it.each([
  [{ exit: 'take-profit', source: 'pas-trader', killReason: null }, 'closed by take-profit'],
  [{ exit: 'other', source: 'kill-switch', killReason: 'drill' }, 'closed by the kill switch: drill'],
  [{ exit: 'other', source: 'kill-switch', killReason: null }, 'closed by the kill switch'],
  [{ exit: 'other', source: 'operator', killReason: 'drill' }, 'closed by an order of a person'],
  [{ exit: 'other', source: 'trailing', killReason: null }, 'closed by a trailing order'],
  [{ exit: 'other', source: null, killReason: null }, 'closed by an order from outside'],
] as const)('names who closed the trade: %j', (closer, words) => {
  expect(closedReason(closer)).toBe(words);
});
