import { allow, deny, type Gate } from './decide.ts';

const GATE = 'mode-match';

/** Blocks an entry on a perp whose position mode, margin mode or leverage at the venue differs from the wanted one or is unknown. */
export const modeMatchGate: Gate = (request) => {
  const { order, instrument, view } = request;
  if (instrument?.kind === 'spot') return allow(GATE, 'spot has no modes');
  const { modes } = view;
  if (modes === null || modes.instrumentId !== order.instrumentId) return deny(GATE, 'the modes were not read back');
  const faults: string[] = [];
  if (modes.positionMode !== view.wantedPositionMode) {
    faults.push(`position mode ${modes.positionMode}, wanted ${view.wantedPositionMode}`);
  }
  if (modes.marginMode !== view.wantedMarginMode) {
    faults.push(`margin mode ${modes.marginMode}, wanted ${view.wantedMarginMode}`);
  }
  if (order.leverage !== null && modes.leverage !== order.leverage) {
    faults.push(`leverage ${modes.leverage}, wanted ${order.leverage}`);
  }
  return faults.length === 0
    ? allow(GATE, `${modes.positionMode}, ${modes.marginMode}, leverage ${modes.leverage}`)
    : deny(GATE, faults.join('; '));
};
