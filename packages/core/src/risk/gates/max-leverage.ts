import { allow, atMost, deny, type Gate } from './decide.ts';
import { exact, orderLeverage } from './request-figures.ts';

const GATE = 'max-leverage';

/** Blocks an entry on a perp with more leverage than the limit, or with none known. */
export const maxLeverageGate: Gate = (request) => {
  if (request.instrument?.kind === 'spot') return allow(GATE, 'spot has no leverage');
  const value = orderLeverage(request);
  if (value === null) return deny(GATE, 'the leverage is unknown');
  return atMost(GATE, 'leverage', { value, bound: exact(request.view.limits.maxLeverage) }, '');
};
