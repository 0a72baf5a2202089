import { allow, deny, type Gate } from './decide.ts';
import { isEntry } from './request-figures.ts';

const GATE = 'symbol-support';
/** Sizes and limits are in dollars. */
const DOLLARS = new Set(['USDT', 'USDC', 'USD']);

/** Blocks what the product does not trade. A halted instrument and a quote other than the settlement block entries alone. */
export const symbolSupportGate: Gate = (request) => {
  const { order, instrument } = request;
  if (instrument === null) return deny(GATE, `${order.instrumentId} is not listed`);
  if (instrument.id !== order.instrumentId || instrument.venue !== order.venue) {
    return deny(GATE, `the order is for ${order.instrumentId}, the instrument is ${instrument.id}`);
  }
  if (instrument.kind !== 'spot' && instrument.kind !== 'perp')
    return deny(GATE, `kind ${instrument.kind} is only read`);
  if (instrument.isInverse) return deny(GATE, 'inverse contracts are not traded');
  if (!isEntry(request)) return allow(GATE, `${instrument.id} is known`);
  if (!DOLLARS.has(instrument.quoteAsset)) return deny(GATE, `${instrument.id} is priced in a coin: it is only read`);
  if (!instrument.isTrading) return deny(GATE, `${instrument.id} is halted`);
  return allow(GATE, `${instrument.id} trades`);
};
