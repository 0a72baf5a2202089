import { toDecimalString } from '../../domain/index.ts';
import { atMost, deny, type Gate } from './decide.ts';
import { exact, orderMargin, positive } from './request-figures.ts';

const GATE = 'capital-per-trade';

/** Blocks an entry that binds more than the limit's share of its account's equity. */
export const capitalPerTradeGate: Gate = (request) => {
  const equity = positive(request.view.equityUsd);
  const value = orderMargin(request);
  if (equity === null) return deny(GATE, 'the equity of the account is unknown or not positive');
  if (value === null) return deny(GATE, 'quantity, price or leverage is unknown');
  const bound = equity.times(exact(request.view.limits.capitalPerTradeFrac));
  return atMost(GATE, `of an equity of ${toDecimalString(equity)} USD it binds`, { value, bound }, 'USD');
};
