import type { Instrument, MarginMode, OrderType, PlaceOrder, TimeInForce, Venue } from '@riptide/core/domain';
import { buildOrder, inStepsOf } from '../asks/build-order.ts';
import type { Reading } from '../check-ask.ts';
import type { RequestForm } from '../request-form.ts';
import type { Json } from '../request-row.ts';

/** An order in unified words. */
export interface CcxtOrder {
  readonly type: string;
  readonly side: string;
  readonly amount: Json;
  readonly price: Json;
  readonly params: Json;
}

/** Parameters of unified orders that the product has words for. */
const KNOWN: ReadonlySet<string> = new Set([
  'clientOrderId',
  'newClientOrderId',
  'clientOid',
  'clOrdId',
  'orderLinkId',
  'reduceOnly',
  'postOnly',
  'timeInForce',
  'marginMode',
  'tdMode',
  'leverage',
  'hf',
  'triggerPrice',
  'stopPrice',
  'stopLossPrice',
  'takeProfitPrice',
  'triggerDirection',
  'workingType',
  'triggerBy',
  'triggerPriceType',
  'stopPriceType',
  'closeFraction',
  'closePosition',
  'positionIdx',
  'tgtCcy',
  'createMarketBuyOrderRequiresPrice',
  'type',
  'defaultType',
]);

const WHY: Readonly<Record<string, string>> = {
  cost: 'orders by quote amount',
  quoteOrderQty: 'orders by quote amount',
  posSide: 'position sides of hedge mode',
  positionSide: 'position sides of hedge mode',
  hedged: 'position sides of hedge mode',
  stopLoss: 'stops and take-profits attached to an order',
  takeProfit: 'stops and take-profits attached to an order',
};

/** Reads a unified order as the product would place it. */
export function readCcxtOrder(venue: Venue, instrument: Instrument, order: CcxtOrder, theirs: RequestForm): Reading {
  const { params, price, type } = order;
  const unknown = Object.keys(params).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return { unsupported: WHY[unknown] ?? `orders with ${unknown}` };
  const isSpot = instrument.kind === 'spot';
  if (Number(params.positionIdx ?? 0) !== 0) return { unsupported: 'position sides of hedge mode' };
  if (type !== 'market' && type !== 'limit') return { unsupported: `order type ${type}` };
  if (isSpot && type === 'market' && price !== null && price !== undefined) {
    return { unsupported: 'orders by quote amount' };
  }
  if (isSpot && params.marginMode !== undefined) return { unsupported: 'spot on margin' };
  const trigger = triggerOf(venue, order);
  if ('unsupported' in trigger) return trigger;
  if (trigger.px !== null && type === 'limit') return { unsupported: 'stops with a limit price' };
  const closesPosition = params.closeFraction !== undefined || params.closePosition === true;
  const given = (...names: readonly string[]): string | undefined => valueOf(theirs, names);
  const domain: PlaceOrder = buildOrder(instrument, {
    side: order.side.toUpperCase() === 'SELL' ? 'SELL' : 'BUY',
    type: trigger.px === null ? type : trigger.type,
    tif: tifOf(params),
    qtyBase: closesPosition ? null : inStepsOf(order.amount, given('quantity', 'qty', 'sz', 'size'), 'down'),
    px: type === 'limit' ? inStepsOf(price, given('price', 'px'), 'nearest') : null,
    triggerPx:
      trigger.px === null
        ? null
        : inStepsOf(trigger.px, given('stopPrice', 'triggerPrice', 'slTriggerPx', 'tpTriggerPx'), 'nearest'),
    triggerBy: isByMark(venue, params) ? 'mark' : 'last',
    isReduceOnly:
      params.reduceOnly === true || (trigger.isExit && !isSpot && (venue === 'BYBIT' || venue === 'KUCOIN')),
    closesPosition,
    leverage: isSpot ? null : leverageOf(params, theirs),
  });
  return { ask: { call: 'place', order: domain, modes: orderModes(venue, params, theirs) } };
}

/** Unified orders go out with leverage 1 where the venue wants one. */
function leverageOf(params: Json, theirs: RequestForm): number | null {
  if (params.leverage !== undefined) return Number(params.leverage);
  return valueOf(theirs, ['leverage']) === undefined ? null : 1;
}

/** Whether spot goes by `cash` or `cross` is the account's level, which no row states but by its request. */
function orderModes(
  venue: Venue,
  params: Json,
  theirs: RequestForm,
): { readonly spotTdMode: 'cash' | 'cross'; readonly marginMode: MarginMode } {
  const stated = String(params.marginMode ?? params.tdMode ?? (venue === 'KUCOIN' ? 'isolated' : 'cross'));
  return {
    spotTdMode: valueOf(theirs, ['tdMode']) === 'cross' ? 'cross' : 'cash',
    marginMode: /isolated/i.test(stated) ? 'isolated' : 'cross',
  };
}

type Trigger =
  { readonly px: string | null; readonly type: OrderType; readonly isExit: boolean } | { readonly unsupported: string };

function triggerOf(venue: Venue, { params, side }: CcxtOrder): Trigger {
  const { stopLossPrice, takeProfitPrice, triggerDirection } = params;
  if (stopLossPrice !== undefined && takeProfitPrice !== undefined)
    return { unsupported: 'a stop and a take-profit in one order' };
  if (stopLossPrice !== undefined) return { px: String(stopLossPrice), type: 'stop-market', isExit: true };
  if (takeProfitPrice !== undefined) return { px: String(takeProfitPrice), type: 'take-profit-market', isExit: true };
  const px = params.triggerPrice ?? params.stopPrice;
  if (px === undefined) return { px: null, type: 'market', isExit: false };
  if (venue === 'OKX') return { unsupported: 'plain triggers: stops and take-profits are placed' };
  const rises = triggerDirection === 'above' || triggerDirection === 'ascending' || triggerDirection === 'up';
  const isBuy = side.toUpperCase() === 'BUY';
  const isStop = triggerDirection === undefined || rises === isBuy;
  return { px: String(px), type: isStop ? 'stop-market' : 'take-profit-market', isExit: false };
}

function tifOf(params: Json): TimeInForce {
  const tif = String(params.timeInForce ?? 'GTC').toUpperCase();
  if (params.postOnly === true || tif === 'PO' || tif === 'GTX' || tif === 'POSTONLY') return 'POST_ONLY';
  return tif === 'IOC' || tif === 'FOK' ? tif : 'GTC';
}

/** KuCoin's unified orders trigger on the mark price, the others' on the last one. */
function isByMark(venue: Venue, params: Json): boolean {
  const { workingType, triggerBy, stopPriceType, triggerPriceType } = params;
  const stated =
    workingType ?? triggerBy ?? stopPriceType ?? triggerPriceType ?? (venue === 'KUCOIN' ? 'mark' : 'last');
  return /^(mark|MP$)/i.test(String(stated));
}

/** Returns the first value of the names, also inside a list of one order. */
function valueOf(form: RequestForm, names: readonly string[]): string | undefined {
  const name = names.find((one) => form.params.has(one) || form.params.has(`0.${one}`));
  return name === undefined ? undefined : (form.params.get(name) ?? form.params.get(`0.${name}`));
}
