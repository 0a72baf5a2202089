import { toDecimalString, ZERO } from '../../domain/index.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact, figure } from './request-figures.ts';

const GATE = 'daily-loss';

/** Blocks new risk once the day's loss reaches the limit's share of the equity at the day's start (UTC). Reaching it blocks. */
export const dailyLossGate: Gate = (request) => {
  const { view } = request;
  const pnl = figure(view.dayPnlUsd);
  const equity = figure(view.dayStartEquityUsd);
  if (pnl === null) return deny(GATE, "the day's result is unknown");
  if (equity === null) return deny(GATE, "the equity at the day's start is unknown");
  const value = pnl.lt(ZERO) ? pnl.times(-1) : ZERO;
  const bound = equity.times(exact(view.limits.dailyLossPct)).div(exact(100));
  const detail = `lost today ${toDecimalString(value)} USD, the limit is ${toDecimalString(bound)} USD`;
  return value.lt(bound) ? allow(GATE, detail, { value, bound }) : deny(GATE, detail, { value, bound });
};
