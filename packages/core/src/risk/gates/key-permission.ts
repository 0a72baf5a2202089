import { allow, deny, type Gate } from './decide.ts';
import { isEntry } from './request-figures.ts';

const GATE = 'key-permission';

/** Blocks a live order that the key can't place. An unknown key blocks entries alone: the venue itself answers for the rest. */
export const keyPermissionGate: Gate = (request) => {
  const { order, instrument, view } = request;
  if (order.mode === 'paper') return allow(GATE, 'a paper order needs no key');
  const { key } = view;
  if (key === null) {
    return isEntry(request)
      ? deny(GATE, `what the key of ${order.venue} may do is unknown`)
      : allow(GATE, 'the key is unknown; the order reduces risk, the venue decides');
  }
  if (key.venue !== order.venue) return deny(GATE, `the key is of ${key.venue}, the order of ${order.venue}`);
  if (key.isReadOnly === true) return deny(GATE, 'the key is read-only');
  if (key.expiresMs !== null && view.nowMs >= key.expiresMs) return deny(GATE, 'the key has expired');
  const isSpot = instrument?.kind === 'spot';
  if (!(isSpot ? key.spotOk : key.futuresOk)) return deny(GATE, `the key may not trade ${isSpot ? 'spot' : 'futures'}`);
  const warning = key.canWithdraw === true ? '; it can withdraw, use one that cannot' : '';
  return allow(GATE, `the key may trade ${isSpot ? 'spot' : 'futures'}${warning}`);
};
