import { minOf, type Decimal } from '../../domain/index.ts';
import type { RiskRequest } from '../risk-request.ts';
import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, positive } from './request-figures.ts';

const GATE = 'price-band';

function limitBound({ view }: RiskRequest, awayFrac: Decimal, isCostly: boolean): Decimal | null {
  const venueFrac = awayFrac.gt(0) ? view.venueBand.upFrac : view.venueBand.downFrac;
  const venueBound = positive(venueFrac);
  if (!isCostly) return venueBound;
  const own = exact(view.limits.priceBandFrac);
  return venueBound === null ? own : minOf(own, venueBound);
}

/** Blocks a price too far from the mark (else the mid): a limit on its costly side and beyond the venue's own band, a market order by what the book would give. */
export const priceBandGate: Gate = (request) => {
  const { order, view } = request;
  const reference = positive(view.markPx) ?? positive(view.midPx);
  const px = order.type === 'limit' ? positive(order.px) : (positive(view.expectedPx) ?? positive(view.midPx));
  if (reference === null || px === null) return deny(GATE, 'the price or its reference is unknown');
  const awayFrac = px.minus(reference).div(reference);
  if (order.type !== 'limit') {
    return atMost(GATE, 'off the mark by', { value: awayFrac.abs(), bound: exact(view.limits.priceBandFrac) }, 'of it');
  }
  const isCostly = awayFrac.gt(0) === (order.side === 'BUY');
  const bound = limitBound(request, awayFrac, isCostly);
  return bound === null
    ? allow(GATE, 'waits on its cheap side; the venue states no band there')
    : atMost(GATE, 'off the mark by', { value: awayFrac.abs(), bound }, 'of it');
};
