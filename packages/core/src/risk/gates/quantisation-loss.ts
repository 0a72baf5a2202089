import { maxOf, ZERO } from '../../domain/index.ts';
import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, positive } from './request-figures.ts';

const GATE = 'quantisation-loss';

/** Blocks an entry of which rounding to the venue's step took more than the limit's share. Share of the wished quantity. */
export const quantisationLossGate: Gate = (request) => {
  const { order, intent, view } = request;
  if (intent.qtyBase === null && order.closesPosition) return allow(GATE, 'closes whatever is open');
  const wanted = positive(intent.qtyBase);
  const planned = positive(order.qtyBase);
  if (wanted === null || planned === null) return deny(GATE, 'the wished or the planned quantity is unknown');
  const value = maxOf(wanted.minus(planned).div(wanted), ZERO);
  return atMost(GATE, 'rounding takes', { value, bound: exact(view.limits.quantisationLossFrac) }, 'of the quantity');
};
