import { ZERO } from '../../domain/index.ts';
import { atMost, deny, type Gate } from './decide.ts';
import { figure, orderMargin, orderNotional, positive } from './request-figures.ts';

const GATE = 'free-margin';

/** Blocks an entry that binds more than the account has free: margin and fee on a perp, the price and fee of a spot buy, the coins of a spot sell. */
export const freeMarginGate: Gate = (request) => {
  const { order, instrument, view } = request;
  const isSpot = instrument?.kind === 'spot';
  if (isSpot && order.side === 'SELL') {
    const value = positive(order.qtyBase);
    const bound = figure(view.freeBase);
    if (value === null || bound === null) return deny(GATE, 'the quantity or the free coins are unknown');
    return atMost(GATE, 'sells', { value, bound }, instrument.baseAsset);
  }
  const margin = orderMargin(request);
  const notional = orderNotional(request);
  const bound = figure(view.freeUsd);
  const feeFrac = figure(view.takerFeeFrac);
  if (margin === null || notional === null) return deny(GATE, 'quantity, price or leverage is unknown');
  if (bound === null || feeFrac === null) return deny(GATE, 'the free margin or the fee rate is unknown');
  const fee = feeFrac.gt(0) ? notional.times(feeFrac) : ZERO;
  const value = isSpot ? notional.plus(fee) : margin.plus(fee);
  return atMost(GATE, 'binds', { value, bound }, 'USD');
};
