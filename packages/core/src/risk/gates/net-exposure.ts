import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, figure, orderPx, signedEntryQty, signedOrderQty, sumKnown } from './request-figures.ts';

const GATE = 'net-exposure';

/** Blocks an entry that leaves one asset longer or shorter, over all accounts of the mode, than the limit. What brings it nearer to flat passes. */
export const netExposureGate: Gate = (request) => {
  const { order, instrument, view } = request;
  if (instrument === null) return deny(GATE, 'the instrument is unknown');
  const isSame = (held: { account: `${string}:${string}`; baseAsset: string }) =>
    held.account.endsWith(`:${order.mode}`) && held.baseAsset === instrument.baseAsset;
  const before = sumKnown(view.positions.filter(isSame).map((p) => figure(p.qtyBase)));
  const added = sumKnown([
    signedOrderQty(request),
    ...view.openEntries.filter((e) => isSame(e) && e.side === order.side).map(signedEntryQty),
  ]);
  const px = orderPx(request);
  if (before === null || added === null || px === null) return deny(GATE, 'a quantity or the price is unknown');
  const after = before.plus(added);
  const figures = { value: after.abs().times(px), bound: exact(view.limits.netExposureUsd) };
  if (after.abs().lte(before.abs())) return allow(GATE, `brings ${instrument.baseAsset} nearer to flat`, figures);
  return atMost(GATE, `${instrument.baseAsset} net of all accounts would be`, figures, 'USD');
};
