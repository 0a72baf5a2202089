import { atMost, deny, type Gate } from './decide.ts';
import { exact, figure, orderAccount, orderPx, signedEntryQty, signedOrderQty, sumKnown } from './request-figures.ts';

const GATE = 'max-position';

/** Blocks an entry after which the position, with every open entry on the same side filled, would be worth more than the limit. */
export const maxPositionGate: Gate = (request) => {
  const { order, view } = request;
  const account = orderAccount(request);
  const isHere = (held: { account: string; instrumentId: string }) =>
    held.account === account && held.instrumentId === order.instrumentId;
  const qtyAfter = sumKnown([
    signedOrderQty(request),
    ...view.positions.filter(isHere).map((p) => figure(p.qtyBase)),
    ...view.openEntries.filter((e) => isHere(e) && e.side === order.side).map(signedEntryQty),
  ]);
  const px = orderPx(request);
  if (qtyAfter === null || px === null) return deny(GATE, 'a quantity or the price is unknown');
  const figures = { value: qtyAfter.abs().times(px), bound: exact(view.limits.maxPositionUsd) };
  return atMost(GATE, 'the position would be', figures, 'USD');
};
