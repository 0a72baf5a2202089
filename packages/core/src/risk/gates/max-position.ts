import { atMost, deny, type Gate } from './decide.ts';
import { exact, figure, isHere, orderPx, signedEntryQty, signedOrderQty, sumKnown } from './request-figures.ts';

const GATE = 'max-position';

/** Blocks an entry after which the position, with every open entry on the same side filled, would be worth more than the limit. */
export const maxPositionGate: Gate = (request) => {
  const { order, view } = request;
  const parts = [signedOrderQty(request)];
  for (const position of view.positions) if (isHere(position, request)) parts.push(figure(position.qtyBase));
  for (const entry of view.openEntries) {
    if (entry.side === order.side && isHere(entry, request)) parts.push(signedEntryQty(entry));
  }
  const qtyAfter = sumKnown(parts);
  const px = orderPx(request);
  if (qtyAfter === null || px === null) return deny(GATE, 'a quantity or the price is unknown');
  const figures = { value: qtyAfter.abs().times(px), bound: exact(view.limits.maxPositionUsd) };
  return atMost(GATE, 'the position would be', figures, 'USD');
};
