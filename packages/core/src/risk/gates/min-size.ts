import { toDecimalString } from '../../domain/index.ts';
import { allow, deny, type Gate } from './decide.ts';
import { exact, isEntry, orderNotional, positive } from './request-figures.ts';

const GATE = 'min-size';

/** Blocks a quantity or a notional outside what the instrument takes. Bounds count in base units; a perp's reducing order has no smallest notional. */
export const minSizeGate: Gate = (request) => {
  const { order, instrument } = request;
  if (order.qtyBase === null && order.closesPosition) return allow(GATE, 'closes whatever is open');
  const qty = positive(order.qtyBase);
  if (qty === null) return deny(GATE, 'the quantity is unknown or not positive');
  if (instrument === null) return deny(GATE, 'the instrument is unknown');
  const scale = exact(instrument.qtyScale);
  const minBase = exact(instrument.qtyMin).times(scale);
  if (qty.lt(minBase)) {
    const detail = `quantity ${toDecimalString(qty)} below ${toDecimalString(minBase)} ${instrument.baseAsset}`;
    return deny(GATE, detail, { value: qty, bound: minBase });
  }
  const maxBase = instrument.qtyMax === null ? null : exact(instrument.qtyMax).times(scale);
  if (maxBase !== null && qty.gt(maxBase)) {
    const detail = `quantity ${toDecimalString(qty)} above ${toDecimalString(maxBase)} ${instrument.baseAsset}`;
    return deny(GATE, detail, { value: qty, bound: maxBase });
  }
  const needsNotional = isEntry(request) || instrument.kind === 'spot';
  if (instrument.notionalMin === null || !needsNotional) {
    return allow(GATE, `quantity ${toDecimalString(qty)}, at least ${toDecimalString(minBase)}`, {
      value: qty,
      bound: minBase,
    });
  }
  const bound = exact(instrument.notionalMin);
  const value = orderNotional(request);
  if (value === null) {
    return isEntry(request)
      ? deny(GATE, 'no price to measure the notional by')
      : allow(GATE, 'no price to measure the notional by; the venue decides');
  }
  const isAllowed = value.gte(bound);
  const detail = `notional ${toDecimalString(value)} ${isAllowed ? 'at least' : 'below'} ${toDecimalString(bound)} ${instrument.quoteAsset}`;
  return isAllowed ? allow(GATE, detail, { value, bound }) : deny(GATE, detail, { value, bound });
};
