import { ZERO, type Condition } from '../../domain/index.ts';
import type { RiskRequest } from '../risk-request.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact, isOfMode, orderAccount, symbolOf } from './request-figures.ts';

const GATE = 'open-conditions';

function blocks(condition: Condition, request: RiskRequest): boolean {
  if (condition.account === null) return true;
  if (!isOfMode(condition.account, request)) return false;
  switch (condition.kind) {
    case 'naked':
    case 'halted':
    case 'journal':
    case 'slow-loop':
      return true;
    case 'divergence':
      return condition.account === orderAccount(request);
    case 'unknown-order':
    case 'unprotected':
      if (condition.instrumentId === null) return condition.account === orderAccount(request);
      return symbolOf(condition.instrumentId) === symbolOf(request.order.instrumentId);
  }
}

/** Blocks new risk where something is unsettled: a naked leg, a halt or a journal fault everywhere in the mode, a divergence at its account, an unknown order or an unprotected position on its symbol. */
export const openConditionsGate: Gate = (request) => {
  const blocking = request.view.conditions.filter((condition) => blocks(condition, request));
  const figures = { value: exact(blocking.length), bound: ZERO };
  return blocking.length === 0
    ? allow(GATE, 'nothing is unsettled', figures)
    : deny(GATE, blocking.map((c) => `${c.kind}: ${c.text}`).join('; '), figures);
};
