import {
  decimal,
  domainError,
  isMultipleOf,
  type Decimal,
  type DomainError,
  type DomainErrorCode,
  type PlaceOrder,
} from '../../domain/index.ts';

/** What the paper venue compares an order with. */
export interface PaperCheck {
  /** Signed position of the instrument. */
  readonly heldBase: Decimal;
  /** Price for the smallest notional of market orders; null when none is known. */
  readonly refPx: Decimal | null;
}

/**
 * Returns why a venue would refuse the order by its rules, or null.
 *
 * Money is checked apart. @errors the codes of the venues' own refusals, outcome `rejected`.
 */
export function checkPaperOrder(order: PlaceOrder, check: PaperCheck): DomainError | null {
  const { instrument } = order;
  if (!instrument.isTrading) return domainError('INSTRUMENT_HALTED', `instrument=${instrument.id}`);
  if (instrument.kind === 'spot' && (order.isReduceOnly || order.closesPosition)) {
    return domainError('ORDER_TYPE_UNSUPPORTED', 'spot has no position to reduce');
  }
  return checkPrices(order) ?? checkQuantity(order, check) ?? checkReducing(order, check.heldBase);
}

function checkPrices(order: PlaceOrder): DomainError | null {
  const { instrument } = order;
  const isConditional = order.type === 'stop-market' || order.type === 'take-profit-market';
  if (order.type === 'limit' && order.px === null) return domainError('INPUT_INVALID', 'a limit order without px');
  if (isConditional && order.triggerPx === null) return domainError('INPUT_INVALID', 'no triggerPx');
  for (const px of [order.type === 'limit' ? order.px : null, isConditional ? order.triggerPx : null]) {
    if (px === null) continue;
    const wire = decimal(px).times(decimal(instrument.pxDivisor));
    if (wire.lte(0) || !isMultipleOf(wire, decimal(instrument.pxTick))) {
      return domainError('PRICE_OFF_TICK', `px=${px} tick=${instrument.pxTick} divisor=${instrument.pxDivisor}`);
    }
  }
  return null;
}

function checkQuantity(order: PlaceOrder, { refPx }: PaperCheck): DomainError | null {
  const { instrument, qtyBase } = order;
  if (qtyBase === null) return order.closesPosition ? null : domainError('INPUT_INVALID', 'no quantity');
  const wire = decimal(qtyBase).div(decimal(instrument.qtyScale));
  const figures = `qty=${qtyBase} scale=${instrument.qtyScale}`;
  if (wire.lt(decimal(instrument.qtyMin))) return refuse('QUANTITY_TOO_SMALL', `${figures} min=${instrument.qtyMin}`);
  if (!isMultipleOf(wire, decimal(instrument.qtyStep)))
    return refuse('QUANTITY_OFF_STEP', `${figures} step=${instrument.qtyStep}`);
  if (instrument.qtyMax !== null && wire.gt(decimal(instrument.qtyMax))) {
    return refuse('QUANTITY_TOO_LARGE', `${figures} max=${instrument.qtyMax}`);
  }
  const px = order.px === null ? refPx : decimal(order.px);
  if (instrument.notionalMin === null || px === null || order.isReduceOnly) return null;
  const isEnough = decimal(qtyBase).times(px).gte(decimal(instrument.notionalMin));
  return isEnough ? null : refuse('NOTIONAL_TOO_SMALL', `${figures} px=${px.toString()} min=${instrument.notionalMin}`);
}

function checkReducing(order: PlaceOrder, heldBase: Decimal): DomainError | null {
  if (!order.isReduceOnly && !order.closesPosition) return null;
  const isOpposite = order.side === 'BUY' ? heldBase.lt(0) : heldBase.gt(0);
  return isOpposite ? null : refuse('ORDER_REDUCE_ONLY', `side=${order.side} position=${heldBase.toString()}`);
}

function refuse(code: DomainErrorCode, detail: string): DomainError {
  return domainError(code, detail);
}
