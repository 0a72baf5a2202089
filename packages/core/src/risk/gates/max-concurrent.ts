import { ZERO, type Decimal } from '../../domain/index.ts';
import type { RiskPosition, RiskRequest } from '../risk-request.ts';
import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, figure, isHere, isOfMode, positive, symbolOf } from './request-figures.ts';

const GATE = 'max-concurrent';
/** Coins of less value are what orders leave behind, no position. */
const DUST_USD = '10';

function isDust({ instrumentId, markPx, entryPx }: RiskPosition, qty: Decimal): boolean {
  const px = positive(markPx) ?? positive(entryPx);
  return instrumentId.includes('.SPOT.') && px !== null && qty.abs().times(px).lt(exact(DUST_USD));
}

/** Holdings without an entry price came from elsewhere; they are no position of ours. */
function heldSymbols(request: RiskRequest): Set<string> | null {
  const symbols = new Set<string>();
  for (const position of request.view.positions) {
    if (!isOfMode(position.account, request) || position.entryPx === null) continue;
    const qty = figure(position.qtyBase);
    if (qty === null) return null;
    if (!qty.eq(ZERO) && !isDust(position, qty)) symbols.add(symbolOf(position.instrumentId));
  }
  for (const entry of request.view.openEntries) {
    if (isOfMode(entry.account, request)) symbols.add(symbolOf(entry.instrumentId));
  }
  return symbols;
}

function addsCap(request: RiskRequest) {
  const { view } = request;
  // What a pair may hold is checked as a whole: its instruments are nobody else's.
  if (view.pairedBase !== undefined) return allow(GATE, 'a leg of a pair adds to no position of its own');
  const position = view.positions.find(
    (p) => isHere(p, request) && p.entryPx !== null && figure(p.qtyBase)?.eq(ZERO) === false,
  );
  if (position !== undefined && position.entryCount === null) {
    return deny(GATE, 'how often the position was added to is unknown');
  }
  const entries = (position?.entryCount ?? 0) + view.openEntries.filter((entry) => isHere(entry, request)).length;
  const figures = { value: exact(entries), bound: exact(view.limits.addsPerPositionMax) };
  return atMost(GATE, 'orders added to the position:', figures, '');
}

/** Blocks an entry on one symbol too many. A symbol that is held or ordered already, at any venue, counts once; adding to it has its own cap. */
export const maxConcurrentGate: Gate = (request) => {
  const { order, view } = request;
  const symbols = heldSymbols(request);
  if (symbols === null) return deny(GATE, 'the quantity of a position is unknown');
  const symbol = symbolOf(order.instrumentId);
  if (symbols.has(symbol)) return addsCap(request);
  const figures = { value: exact(symbols.size + 1), bound: exact(view.limits.maxConcurrentSymbols) };
  return atMost(GATE, 'symbols with a position or an open entry:', figures, '');
};
