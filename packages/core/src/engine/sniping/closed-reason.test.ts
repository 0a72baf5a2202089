import { expect, it } from 'vitest';
import { closedReason, exitOf } from './closed-reason.ts';

it.each([
  [{ exit: 'take-profit', source: 'pas-trader', killReason: null }, 'take-profit', 'closed by take-profit'],
  [{ exit: 'other', source: 'kill-switch', killReason: 'drill' }, 'kill-switch', 'closed by the kill switch: drill'],
  [{ exit: 'other', source: 'kill-switch', killReason: null }, 'kill-switch', 'closed by the kill switch'],
  [{ exit: 'other', source: 'operator', killReason: 'drill' }, 'operator', 'closed by an order of a person'],
  [{ exit: 'other', source: 'trailing', killReason: null }, 'trailing-order', 'closed by a trailing order'],
  [{ exit: 'other', source: 'carry', killReason: null }, 'other', 'closed by an order of carry'],
  [{ exit: 'other', source: null, killReason: null }, 'other', 'closed by an order from outside'],
  [{ exit: 'break-even', source: 'protection', killReason: null }, 'break-even', 'closed by the stop at the entry'],
  [{ exit: 'trailing-stop', source: 'protection', killReason: null }, 'trailing-stop', 'closed by the trailing stop'],
  [{ exit: 'liquidation', source: null, killReason: null }, 'liquidation', 'liquidated by the venue'],
  [{ exit: 'adl', source: null, killReason: null }, 'adl', 'closed by the auto-deleveraging of the venue'],
] as const)('names how and by whom the trade was closed: %j', (closer, exit, words) => {
  expect(exitOf(closer.exit, closer.source)).toBe(exit);
  expect(closedReason({ ...closer, exit })).toBe(words);
});
