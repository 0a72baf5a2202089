import type { Decimal } from '../../domain/index.ts';
import type { RiskOpenEntry, RiskPosition, RiskRequest } from '../risk-request.ts';
import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, figure, isOfMode, orderPx, signedEntryQty, signedOrderQty, sumKnown } from './request-figures.ts';

const GATE = 'net-exposure';

function isSame(held: RiskPosition | RiskOpenEntry, request: RiskRequest): boolean {
  return held.baseAsset === request.instrument?.baseAsset && isOfMode(held.account, request);
}

/** Blocks an entry that leaves one asset longer or shorter, over all accounts of the mode, than the limit. What brings it nearer to flat passes; a pair counts with both its legs. */
export const netExposureGate: Gate = (request) => {
  const { order, instrument, view } = request;
  if (instrument === null) return deny(GATE, 'the instrument is unknown');
  const held: (Decimal | null)[] = [];
  for (const position of view.positions) if (isSame(position, request)) held.push(figure(position.qtyBase));
  const ordered = [signedOrderQty(request)];
  for (const entry of view.openEntries) {
    if (entry.side === order.side && isSame(entry, request)) ordered.push(signedEntryQty(entry));
  }
  const before = sumKnown(held);
  const added = sumKnown(ordered);
  const px = orderPx(request);
  if (before === null || added === null || px === null) return deny(GATE, 'a quantity or the price is unknown');
  const after = before.plus(added).plus(exact(view.pairedBase ?? '0'));
  const figures = { value: after.abs().times(px), bound: exact(view.limits.netExposureUsd) };
  if (after.abs().lte(before.abs())) return allow(GATE, `brings ${instrument.baseAsset} nearer to flat`, figures);
  return atMost(GATE, `${instrument.baseAsset} net of all accounts would be`, figures, 'USD');
};
