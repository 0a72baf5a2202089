import {
  decimal,
  domainError,
  roundTo,
  toDecimalString,
  ZERO,
  type Decimal,
  type DomainError,
  type FeeRates,
  type Instrument,
  type PlaceOrder,
} from '../../domain/index.ts';
import { checkPaperOrder } from './check-paper-order.ts';
import type { PaperAccount } from './paper-account.ts';
import { triggerSource, type PaperMarket } from './paper-market.ts';
import { isConditional, isTriggered } from './paper-order.ts';

const FIGURE_DIGITS = 8;

export interface PaperRefusalParts {
  readonly market: PaperMarket;
  readonly account: PaperAccount;
  readonly feesOf: (instrument: Instrument) => FeeRates;
  readonly leverageFor: (instrument: Instrument, wanted: number | null) => number;
}

/** Says what a paper venue refuses of an order that arrives: its rules, a trigger that is reached already, money that is not there. */
export class PaperRefusals {
  private readonly parts: PaperRefusalParts;

  constructor(parts: PaperRefusalParts) {
    this.parts = parts;
  }

  /** Returns why an order is refused, by the codes of the venues; null when it is taken. */
  refusalOf(order: PlaceOrder): DomainError | null {
    const { instrument } = order;
    const against = this.parts.market.depth(instrument.id, order.side === 'BUY' ? 'ask' : 'bid', 256);
    const refPx = this.refPx(order, against?.[0]?.px ?? null);
    const refusal = checkPaperOrder(order, { heldBase: this.parts.account.qtyOf(instrument.id), refPx });
    if (refusal !== null) return refusal;
    if (isConditional(order)) return this.refusalOfTrigger(order);
    const [best] = against ?? [];
    if (order.type === 'limit' && order.tif === 'POST_ONLY' && best !== undefined && order.px !== null) {
      const takes =
        order.side === 'BUY' ? decimal(best.px).lte(decimal(order.px)) : decimal(best.px).gte(decimal(order.px));
      if (takes) return domainError('ORDER_WOULD_TAKE', `px=${order.px} best=${best.px}`);
    }
    return this.refusalOfMoney(order, refPx);
  }

  private refusalOfTrigger(order: PlaceOrder): DomainError | null {
    if (order.instrument.kind === 'spot') return domainError('ORDER_TYPE_UNSUPPORTED', 'no conditional orders on spot');
    const px = triggerSource(this.parts.market, order.instrument.id, order.triggerBy);
    const triggerPx = order.triggerPx === null ? null : decimal(order.triggerPx);
    if (px === null || !isTriggered({ ...order, triggerPx }, px)) return null;
    return domainError('ORDER_TRIGGERS_NOW', `triggerPx=${String(order.triggerPx)} ${order.triggerBy}=${px}`);
  }

  private refusalOfMoney(order: PlaceOrder, refPx: Decimal | null): DomainError | null {
    const { instrument, side, qtyBase } = order;
    if (order.isReduceOnly || qtyBase === null) return null;
    const isCoinSale = instrument.kind === 'spot' && side === 'SELL';
    const asset = isCoinSale ? instrument.baseAsset : instrument.quoteAsset;
    const px = order.px === null ? refPx : decimal(order.px);
    if (px === null && !isCoinSale) return domainError('RISK_BOOK_STALE', `no price of ${instrument.id} is known`);
    const leverage = this.parts.leverageFor(instrument, order.leverage);
    const feeFrac = decimal(this.parts.feesOf(instrument).takerFrac);
    const needed = isCoinSale
      ? decimal(qtyBase)
      : this.parts.account.cashNeeded(instrument, side, {
          qtyBase: decimal(qtyBase),
          px: px ?? ZERO,
          leverage,
          feeFrac,
        });
    const free = this.parts.account.free(asset);
    if (needed.lte(free)) return null;
    const figures = `needed=${toDecimalString(roundTo(needed, FIGURE_DIGITS))} free=${toDecimalString(free)}`;
    return domainError('MARGIN_INSUFFICIENT', `${figures} asset=${asset}`);
  }

  private refPx(order: PlaceOrder, bestPx: number | null): Decimal | null {
    const { market } = this.parts;
    const px = bestPx ?? market.mark(order.instrument.id) ?? market.last(order.instrument.id);
    return px === null ? null : decimal(px);
  }
}
