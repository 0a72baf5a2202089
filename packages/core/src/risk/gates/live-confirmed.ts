import { allow, deny, type Gate } from './decide.ts';

const GATE = 'live-confirmed';

/** Blocks a live order while live trading is not permitted, switched on and confirmed for its venue. Paper needs nothing. */
export const liveConfirmedGate: Gate = (request) => {
  const { order, view } = request;
  if (order.mode === 'paper') return allow(GATE, 'a paper order needs no confirmation');
  return view.isLiveConfirmed
    ? allow(GATE, `live trading at ${order.venue} is confirmed`)
    : deny(GATE, `live trading at ${order.venue} is not confirmed`);
};
