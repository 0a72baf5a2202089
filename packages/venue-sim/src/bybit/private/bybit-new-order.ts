import type { SimOrderRequest, SimOrderSide, SimTif, SimTriggerBy } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import type { WantedStop } from './attached-stops.ts';
import { invalid, type BybitAnswer } from './bybit-answer.ts';
import type { BybitPrivateContext } from './bybit-context.ts';
import { BybitFields, type BybitParams } from './bybit-fields.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

const SIDES: Readonly<Record<string, SimOrderSide>> = { Buy: 'BUY', Sell: 'SELL' };
const TYPES: Readonly<Record<string, 'market' | 'limit'>> = { Market: 'market', Limit: 'limit' };
const TIFS: Readonly<Record<string, SimTif>> = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK', PostOnly: 'POST_ONLY' };
const DIRECTIONS: Readonly<Record<string, 'rises' | 'falls'>> = { 1: 'rises', 2: 'falls' };
const POSITION_SIDES: Readonly<Record<string, 'BOTH' | 'LONG' | 'SHORT'>> = { 0: 'BOTH', 1: 'LONG', 2: 'SHORT' };
const TPSL_TYPES: Readonly<Record<string, boolean>> = { Market: false, Limit: true };

/** Words for the price that a trigger watches. */
export const TRIGGERS: Readonly<Record<string, SimTriggerBy>> = {
  LastPrice: 'last',
  MarkPrice: 'mark',
  IndexPrice: 'index',
};

/** An order read from a call. */
export interface ReadOrder {
  readonly listing: BybitListing;
  readonly request: SimOrderRequest;
  /** Stops sent along with it. */
  readonly stops: readonly WantedStop[];
}

/** Reads a new order of either category, or refuses its parameters. */
export function readOrder(
  context: BybitPrivateContext,
  accountId: number,
  params: BybitParams,
): ReadOrder | BybitAnswer {
  const read = new BybitFields(params);
  const listing = read.listing(context.categories);
  if (listing === null) return read.refusal ?? invalid('Illegal category');
  const side = read.choice('side', SIDES);
  const type = read.choice('orderType', TYPES);
  if (side === null || type === null) return read.refusal ?? invalid('params error: side invalid');
  const clientId = read.text('orderLinkId') ?? '';
  if (!/^[A-Za-z0-9_-]{0,36}$/.test(clientId)) read.refuse(invalid('params error: orderLinkId invalid'));
  const positionSide = readPositionSide(read, listing);
  const trigger = readTrigger(context, read, listing);
  const closes = closesAll(read) && trigger.ticks !== null;
  const size = closesAll(read)
    ? { lots: closes ? null : positionLots(context, { accountId, listing, positionSide }), quoteAmount: null }
    : readSize(read, listing, { side, type });
  if (size.lots === 0) return bybitRefusalOf(listing.category, 'reduce-only');
  const request: SimOrderRequest = {
    ix: listing.ix,
    side,
    type: trigger.ticks === null ? type : `stop-${type}`,
    tif: type === 'market' ? 'GTC' : (read.choice('timeInForce', TIFS, 'GTC') ?? 'GTC'),
    ...size,
    ticks: type === 'limit' ? read.ticks('price', listing) : null,
    triggerTicks: trigger.ticks,
    triggerBy: read.choice('triggerBy', TRIGGERS, 'last') ?? 'last',
    triggerDirection: trigger.direction,
    isReduceOnly: read.flag('reduceOnly') && !closes,
    closesPosition: closes,
    clientId,
    leverage: null,
    marginMode: null,
    positionSide,
  };
  const stops = listing.category === 'linear' ? readStops(read, listing) : [];
  return read.refusal ?? { listing, request, stops };
}

/** Quantity 0, reduce-only and close-on-trigger together mean the whole position. */
function closesAll(read: BybitFields): boolean {
  return read.amount('qty')?.eq(0) === true && read.flag('reduceOnly') && read.flag('closeOnTrigger');
}

function positionLots(
  { side }: BybitPrivateContext,
  of: { readonly accountId: number; readonly listing: BybitListing; readonly positionSide: 'LONG' | 'SHORT' | null },
): number {
  const wanted = of.positionSide ?? 'BOTH';
  const positions = side.accounts.positions(of.accountId, { ix: of.listing.ix });
  return Math.abs(positions.find(({ positionSide }) => positionSide === wanted)?.lots ?? 0);
}

/** A market buy on spot is sized by its cost unless `marketUnit` says otherwise. */
function readSize(
  read: BybitFields,
  listing: BybitListing,
  order: { readonly side: SimOrderSide; readonly type: 'market' | 'limit' },
): Pick<SimOrderRequest, 'lots' | 'quoteAmount'> {
  const unit = read.text('marketUnit') ?? (order.side === 'BUY' ? 'quoteCoin' : 'baseCoin');
  const isByCost = listing.category === 'spot' && order.type === 'market' && unit === 'quoteCoin';
  if (!isByCost) return { lots: read.lots('qty', listing), quoteAmount: null };
  const quoteAmount = read.amount('qty');
  if (quoteAmount === null || quoteAmount.lte(0)) read.refuse(invalid('Qty invalid'));
  return { lots: null, quoteAmount };
}

/** The position that `positionIdx` names; null in one-way mode. */
export function readPositionSide(read: BybitFields, listing: BybitListing): 'LONG' | 'SHORT' | null {
  if (listing.category === 'spot') return null;
  const side = read.choice('positionIdx', POSITION_SIDES, 'BOTH');
  return side === 'LONG' || side === 'SHORT' ? side : null;
}

interface ReadTrigger {
  readonly ticks: number | null;
  readonly direction: 'rises' | 'falls' | null;
}

/** Linear says which way the price must go; on spot it follows from where the price stands. */
function readTrigger(context: BybitPrivateContext, read: BybitFields, listing: BybitListing): ReadTrigger {
  if (read.text('triggerPrice') === null) return { ticks: null, direction: null };
  const ticks = read.ticks('triggerPrice', listing);
  if (listing.category === 'linear') return { ticks, direction: read.choice('triggerDirection', DIRECTIONS) };
  const lastPx = context.market.dayStats(listing.ix).lastPx;
  const isAbove = ticks !== null && ticks * listing.instrument.pxTick > lastPx;
  return { ticks, direction: isAbove ? 'rises' : 'falls' };
}

/** Take-profit and stop-loss that come with an order. */
function readStops(read: BybitFields, listing: BybitListing): readonly WantedStop[] {
  const stops: WantedStop[] = [];
  for (const [kind, short] of [
    ['takeProfit', 'tp'],
    ['stopLoss', 'sl'],
  ] as const) {
    const text = read.text(kind);
    if (text === null || Number(text) === 0) continue;
    const triggerTicks = read.ticks(kind, listing);
    const isLimit = read.choice(`${short}OrderType`, TPSL_TYPES, false) === true;
    const limitTicks = isLimit ? read.ticks(`${short}LimitPrice`, listing) : null;
    const triggerBy = read.choice(`${short}TriggerBy`, TRIGGERS, 'last') ?? 'last';
    if (triggerTicks !== null) stops.push({ kind, triggerTicks, triggerBy, limitTicks, lots: null });
  }
  return stops;
}
