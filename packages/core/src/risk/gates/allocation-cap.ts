import { atMost, deny, type Gate } from './decide.ts';
import { boundMargin, figure, orderAccount, orderMargin, sumKnown } from './request-figures.ts';

const GATE = 'allocation-cap';

/** Blocks an entry that would bind more capital at its venue than was allocated to it. */
export const allocationCapGate: Gate = (request) => {
  const { view } = request;
  const account = orderAccount(request);
  const parts = [orderMargin(request)];
  for (const position of view.positions) {
    if (position.account === account && position.entryPx !== null) parts.push(boundMargin(position));
  }
  for (const entry of view.openEntries) if (entry.account === account) parts.push(boundMargin(entry));
  const value = sumKnown(parts);
  const bound = figure(view.allocationUsd);
  if (bound === null) return deny(GATE, 'the capital allocated to the venue is unknown');
  if (value === null) return deny(GATE, 'what is bound at the venue is unknown');
  return atMost(GATE, `bound at ${request.order.venue} would be`, { value, bound }, 'USD');
};
