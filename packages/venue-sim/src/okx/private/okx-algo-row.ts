import type { SimAccounts, SimOrder } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import type { OkxAlgo } from './okx-algos.ts';
import { wireAlgoId, wireOrderId } from './okx-ids.ts';
import { averageText, posSideText, tdModeText } from './okx-order-row.ts';

/** live, effective once a leg fired, canceled, or order_failed when what fired could not be placed. */
export function algoStateOf({ legs }: OkxAlgo): 'live' | 'effective' | 'canceled' | 'order_failed' {
  if (legs.some(({ firedOrderId }) => firedOrderId !== null)) return 'effective';
  if (legs.some(({ status }) => status === 'untriggered')) return 'live';
  return legs.some(({ endReason }) => endReason === 'margin') ? 'order_failed' : 'canceled';
}

/** One algo order object, of REST and of the `orders-algo` channel. */
export function okxAlgoRow(accounts: SimAccounts, listing: OkxListing, algo: OkxAlgo) {
  const [first] = algo.legs;
  if (first === undefined) throw new Error('Invariant: an algo order without legs');
  const { request } = first;
  const fired = algo.legs.find(({ firedOrderId }) => firedOrderId !== null) ?? null;
  const live = fired === null ? null : accounts.order(fired.accountId, { id: fired.firedOrderId ?? -1 });
  const ordId = live === null ? '' : wireOrderId(live.id);
  return {
    instType: listing.instType,
    instId: listing.instId,
    ordId,
    ordIdList: ordId === '' ? [] : [ordId],
    ccy: '',
    clOrdId: '',
    algoId: wireAlgoId(first.id),
    algoClOrdId: request.clientId,
    sz: request.lots === null ? '' : listing.qty(request.lots),
    closeFraction: request.closesPosition ? '1' : '',
    ordType: algo.ordType,
    side: request.side === 'BUY' ? 'buy' : 'sell',
    posSide: posSideText(listing, request.positionSide),
    tdMode: tdModeText(accounts, listing, first),
    tgtCcy: '',
    state: algoStateOf(algo),
    lever: listing.instType === 'SPOT' ? '' : String(accounts.setup(first.accountId, listing.ix).leverage),
    ...legFields(listing, algo),
    actualSz: live === null || live.cumLots === 0 ? '' : listing.qty(live.cumLots),
    actualPx: live === null ? '' : averageText(listing, live.cumLots, live.cumLotTicks),
    actualSide: fired === null ? '' : fired.request.type.startsWith('take') ? 'tp' : 'sl',
    reduceOnly: String(request.isReduceOnly || request.closesPosition),
    triggerTime: fired === null ? '' : String(fired.updatedMs),
    failCode: algoStateOf(algo) === 'order_failed' ? '51008' : '0',
    tag: '',
    cTime: String(first.createdMs),
    uTime: String(Math.max(...algo.legs.map(({ updatedMs }) => updatedMs))),
  };
}

function legFields(listing: OkxListing, { ordType, legs }: OkxAlgo): Record<string, string> {
  const stop = ordType === 'trigger' ? null : (legs.find(({ request }) => request.type.startsWith('stop')) ?? null);
  const profit = legs.find(({ request }) => request.type.startsWith('take')) ?? null;
  const trigger = ordType === 'trigger' ? (legs[0] ?? null) : null;
  return {
    tpTriggerPx: triggerText(listing, profit),
    tpTriggerPxType: profit?.request.triggerBy ?? '',
    tpOrdPx: pxText(listing, profit),
    slTriggerPx: triggerText(listing, stop),
    slTriggerPxType: stop?.request.triggerBy ?? '',
    slOrdPx: pxText(listing, stop),
    triggerPx: triggerText(listing, trigger),
    triggerPxType: trigger?.request.triggerBy ?? '',
    ordPx: pxText(listing, trigger),
  };
}

function triggerText(listing: OkxListing, leg: SimOrder | null): string {
  return leg === null || leg.request.triggerTicks === null ? '' : listing.px(leg.request.triggerTicks);
}

function pxText(listing: OkxListing, leg: SimOrder | null): string {
  if (leg === null) return '';
  return leg.request.ticks === null ? '-1' : listing.px(leg.request.ticks);
}
