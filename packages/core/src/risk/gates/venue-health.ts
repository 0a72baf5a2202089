import { allow, deny, type Gate } from './decide.ts';

const GATE = 'venue-health';

/** Blocks new risk while the venue is disabled, its private stream or market feed is down or unknown, or its account has not been compared since the start. */
export const venueHealthGate: Gate = (request) => {
  const { order, view } = request;
  const faults = (
    [
      ['the venue is disabled', view.isVenueEnabled],
      ['the private stream is down', view.isStreamLive],
      ['its account is not compared with the venue', view.isReconciled],
      ['the market feed is down', view.isFeedLive],
    ] as const
  )
    .filter(([, isGood]) => isGood !== true)
    .map(([text, isGood]) => (isGood === null ? `${text} or unknown` : text));
  return faults.length === 0
    ? allow(GATE, `${order.venue} is enabled, its stream and feed are live`)
    : deny(GATE, `${order.venue}: ${faults.join(', ')}`);
};
