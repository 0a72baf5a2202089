import type { SimOrderRequest, SimOrderSide, SimPosition, SimTif, SimTriggerBy } from '../../account/model.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import {
  bad,
  type KucoinCaller,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';

const SIDES: Readonly<Record<string, SimOrderSide>> = { buy: 'BUY', sell: 'SELL' };
const TYPES: Readonly<Record<string, 'market' | 'limit'>> = { limit: 'limit', market: 'market' };
const TIFS: Readonly<Record<string, SimTif>> = { GTC: 'GTC', IOC: 'IOC' };
const TRIGGERS: Readonly<Record<string, SimTriggerBy>> = { TP: 'last', MP: 'mark', IP: 'index' };
const DIRECTIONS: Readonly<Record<string, 'rises' | 'falls'>> = { up: 'rises', down: 'falls' };
const POSITION_SIDES: Readonly<Record<string, 'BOTH' | 'LONG' | 'SHORT'>> = {
  BOTH: 'BOTH',
  LONG: 'LONG',
  SHORT: 'SHORT',
};
const MARGIN_MODES: Readonly<Record<string, 'isolated' | 'cross'>> = { ISOLATED: 'isolated', CROSS: 'cross' };

/** A futures order read from a call. */
export interface ReadFuturesOrder {
  readonly listing: KucoinListing;
  readonly request: SimOrderRequest;
  /** Closing stops of `st-orders`. */
  readonly stops: readonly SimOrderRequest[];
}

/** Reads a new futures order, or refuses its parameters. */
export function readFuturesOrder(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  params: KucoinParams,
): ReadFuturesOrder | KucoinReply {
  const read = new KucoinFields('futures', params);
  const clientId = read.clientOid();
  if (clientId === '') return bad('100001', 'clientOid parameter can not be empty.');
  const listing = read.listing(context.listings.futures);
  if (listing === null) return read.refusal ?? kucoinRefusalOf('futures', 'unknown-symbol');
  const positionSide = readPositionSide(context, caller, read);
  const closes = read.flag('closeOrder');
  const held = closes ? positionOf(context, caller, { listing, positionSide }) : null;
  if (closes && held === null) return kucoinRefusalOf('futures', 'reduce-only');
  const side = held === null ? read.choice('side', SIDES) : held.lots > 0 ? 'SELL' : 'BUY';
  const isStop = read.text('stop') !== null;
  const type = read.choice('type', TYPES, closes ? 'market' : 'limit');
  if (type === 'market' && read.text('timeInForce') !== null) read.wrong('timeInForce');
  const setup = readSetup(context, caller, { read, listing });
  if (side === null || type === null) return read.refusal ?? bad('100001', 'side parameter invalid.');
  const closesLater = closes && isStop;
  const request: SimOrderRequest = {
    ix: listing.ix,
    side,
    type: isStop ? `stop-${type}` : type,
    tif: type === 'market' ? 'GTC' : readTif(read),
    lots: closesLater ? null : held === null ? readLots(read, listing) : Math.abs(held.lots),
    quoteAmount: null,
    ticks: type === 'limit' ? read.ticks('price', listing) : null,
    triggerTicks: isStop ? read.ticks('stopPrice', listing) : null,
    triggerBy: isStop ? (read.choice('stopPriceType', TRIGGERS) ?? 'last') : 'last',
    triggerDirection: isStop ? read.choice('stop', DIRECTIONS) : null,
    isReduceOnly: (read.flag('reduceOnly') || closes) && !closesLater,
    closesPosition: closesLater,
    clientId,
    leverage: read.flag('reduceOnly') || closes ? null : setup.leverage,
    marginMode: null,
    positionSide,
  };
  const stops = readStops(read, listing, request);
  return read.refusal ?? { listing, request, stops };
}

function readTif(read: KucoinFields): SimTif {
  const tif = read.choice('timeInForce', TIFS, 'GTC') ?? 'GTC';
  if (!read.flag('postOnly')) return tif;
  if (tif === 'IOC' || read.flag('hidden') || read.flag('iceberg')) read.wrong('postOnly');
  return 'POST_ONLY';
}

/** Exactly one of lots, base quantity and quote value; value counts at the order's price. */
function readLots(read: KucoinFields, listing: KucoinListing): number | null {
  const given = ['size', 'qty', 'valueQty'].filter((name) => read.text(name) !== null);
  if (given.length !== 1) return read.wrong('size');
  const { qtyScale, qtyStep } = listing.instrument;
  if (given[0] === 'size') return read.lots('size', listing);
  if (given[0] === 'valueQty') return read.refuse(bad('100001', 'valueQty is not simulated.'));
  const qty = read.amount('qty');
  if (qty === null) return null;
  const lots = qty.div(qtyScale).div(qtyStep).toNumber();
  return Number.isInteger(lots) ? lots : read.refuse(kucoinRefusalOf('futures', 'qty-off-step'));
}

/** In hedge mode an order names the position; in one-way mode it must not. */
function readPositionSide(
  context: KucoinPrivateContext,
  caller: KucoinCaller,
  read: KucoinFields,
): 'LONG' | 'SHORT' | null {
  const isHedged = context.side.accounts.positionMode(caller.accountId) === 'hedge';
  const side = read.choice('positionSide', POSITION_SIDES, 'BOTH');
  if (side !== null && (side === 'BOTH') === isHedged) {
    read.refuse(
      isHedged
        ? bad('330012', 'Your order is in One-Way Mode, while your account is set to Hedge Mode.')
        : kucoinRefusalOf('futures', 'position-side'),
    );
  }
  return side === 'BOTH' ? null : side;
}

/** The margin mode is ISOLATED unless said and must be that of the symbol; leverage counts in isolated mode only. */
function readSetup(
  { side }: KucoinPrivateContext,
  { accountId }: KucoinCaller,
  { read, listing }: { readonly read: KucoinFields; readonly listing: KucoinListing },
): { readonly leverage: number | null } {
  const mode = read.choice('marginMode', MARGIN_MODES, 'isolated');
  if (mode !== null && mode !== side.accounts.setup(accountId, listing.ix).marginMode) {
    const msg = "The order's margin mode does not match the selected one. Please switch and try again.";
    read.refuse(bad('330005', msg));
  }
  const opens = !read.flag('reduceOnly') && !read.flag('closeOrder');
  if (mode === 'cross' || !opens) return { leverage: null };
  const leverage = read.amount('leverage');
  return { leverage: leverage === null ? null : leverage.toNumber() };
}

/** The position that an order would close; null when flat. */
function positionOf(
  { side }: KucoinPrivateContext,
  { accountId }: KucoinCaller,
  of: { readonly listing: KucoinListing; readonly positionSide: 'LONG' | 'SHORT' | null },
): SimPosition | null {
  const wanted = of.positionSide ?? 'BOTH';
  const found = side.accounts.positions(accountId, { ix: of.listing.ix }).find((one) => one.positionSide === wanted);
  return found === undefined || found.lots === 0 ? null : found;
}

/** `st-orders`: for a buy the upper trigger takes profit and the lower one stops the loss; both close the position. */
function readStops(read: KucoinFields, listing: KucoinListing, entry: SimOrderRequest): readonly SimOrderRequest[] {
  const stops: SimOrderRequest[] = [];
  for (const [name, direction] of [
    ['triggerStopUpPrice', 'rises'],
    ['triggerStopDownPrice', 'falls'],
  ] as const) {
    if (read.text(name) === null) continue;
    const isProfit = (direction === 'rises') === (entry.side === 'BUY');
    stops.push({
      ...entry,
      side: entry.side === 'BUY' ? 'SELL' : 'BUY',
      type: isProfit ? 'take-profit-market' : 'stop-market',
      tif: 'GTC',
      lots: null,
      ticks: null,
      triggerTicks: read.ticks(name, listing),
      triggerBy: read.choice('stopPriceType', TRIGGERS, 'last') ?? 'last',
      triggerDirection: direction,
      isReduceOnly: false,
      closesPosition: true,
      clientId: '',
      leverage: null,
    });
  }
  return stops;
}
