import type { SimOrderRequest, SimOrderSide, SimOrderType, SimTif } from '../../account/model.ts';
import type { BinanceListing, BinanceProduct } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { missing } from './binance-auth.ts';
import { BinanceParams, invalidData, notRequired } from './binance-params.ts';

const SIDES: Readonly<Record<string, SimOrderSide>> = { BUY: 'BUY', SELL: 'SELL' };
const SPOT_TIFS: Readonly<Record<string, SimTif>> = { GTC: 'GTC', IOC: 'IOC', FOK: 'FOK' };
const FUTURES_TIFS: Readonly<Record<string, SimTif>> = { ...SPOT_TIFS, GTX: 'POST_ONLY' };
const SPOT_TYPES: Readonly<Record<string, SimOrderType>> = {
  LIMIT: 'limit',
  MARKET: 'market',
  LIMIT_MAKER: 'limit',
  STOP_LOSS: 'stop-market',
  STOP_LOSS_LIMIT: 'stop-limit',
  TAKE_PROFIT: 'take-profit-market',
  TAKE_PROFIT_LIMIT: 'take-profit-limit',
};
const ALGO_TYPES: Readonly<Record<string, SimOrderType>> = {
  STOP: 'stop-limit',
  STOP_MARKET: 'stop-market',
  TAKE_PROFIT: 'take-profit-limit',
  TAKE_PROFIT_MARKET: 'take-profit-market',
};
const FUTURES_TYPES: Readonly<Record<string, SimOrderType>> = { LIMIT: 'limit', MARKET: 'market' };
const POSITION_SIDES = { BOTH: 'BOTH', LONG: 'LONG', SHORT: 'SHORT' } as const;

const BAD_SIDE = new BinanceRefusal(-1117, 'Invalid side.');
const BAD_TYPE = new BinanceRefusal(-1116, 'Invalid orderType.');
const BAD_TIF = new BinanceRefusal(-1115, 'Invalid timeInForce.');
const USE_ALGO = new BinanceRefusal(
  -4120,
  'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
);

/** An order read from a call, and the listing it is for. */
export interface ReadOrder {
  readonly listing: BinanceListing;
  readonly request: SimOrderRequest;
}

type Core = Pick<SimOrderRequest, 'side' | 'type' | 'tif' | 'lots' | 'ticks'> & Partial<SimOrderRequest>;

function requestOf(listing: BinanceListing, core: Core): SimOrderRequest {
  return {
    ix: listing.ix,
    quoteAmount: null,
    triggerTicks: null,
    triggerBy: 'last',
    triggerDirection: null,
    isReduceOnly: false,
    closesPosition: false,
    clientId: '',
    leverage: null,
    marginMode: null,
    positionSide: null,
    ...core,
  };
}

/** Reads a spot order, or refuses its parameters. */
export function readSpotOrder(product: BinanceProduct, params: URLSearchParams): ReadOrder | BinanceRefusal {
  const read = new BinanceParams(params, product);
  const listing = read.listing();
  const side = read.choice('side', SIDES, BAD_SIDE);
  const type = read.choice('type', SPOT_TYPES, BAD_TYPE);
  if (listing === null || side === null || type === null) return read.refusal ?? BAD_TYPE;
  const wireType = read.text('type') ?? '';
  const takesTif = wireType === 'LIMIT' || wireType.endsWith('_LIMIT');
  const tif = takesTif
    ? (read.choice('timeInForce', SPOT_TIFS, BAD_TIF) ?? 'GTC')
    : wireType === 'LIMIT_MAKER'
      ? 'POST_ONLY'
      : 'GTC';
  if (!takesTif && read.text('timeInForce') !== null) read.refuse(notRequired('timeInForce'));
  const takesPx = type === 'limit' || type.endsWith('-limit');
  if (!takesPx && read.text('price') !== null) read.refuse(notRequired('price'));
  const quoteAmount = read.amount('quoteOrderQty');
  if (quoteAmount !== null && type !== 'market') read.refuse(notRequired('quoteOrderQty'));
  if (quoteAmount !== null && read.text('quantity') !== null) read.refuse(notRequired('quoteOrderQty'));
  const lots = quoteAmount === null ? read.lots('quantity', listing) : null;
  const ticks = takesPx ? read.ticks('price', listing) : null;
  const triggers = type.startsWith('stop') || type.startsWith('take');
  if (triggers && read.text('trailingDelta') !== null) read.refuse(invalidData('trailingDelta'));
  const triggerTicks = triggers ? read.ticks('stopPrice', listing) : null;
  const clientId = read.clientId('newClientOrderId');
  if (read.refusal !== null) return read.refusal;
  return {
    listing,
    request: requestOf(listing, { side, type, tif, lots, ticks, quoteAmount, triggerTicks, clientId }),
  };
}

/** Reads a plain futures order; conditional types belong to the algo service. */
export function readFuturesOrder(product: BinanceProduct, params: URLSearchParams): ReadOrder | BinanceRefusal {
  const read = new BinanceParams(params, product);
  const wireType = read.text('type') ?? '';
  if (ALGO_TYPES[wireType] !== undefined || wireType === 'TRAILING_STOP_MARKET') return USE_ALGO;
  return readFutures(product, params, { types: FUTURES_TYPES, idName: 'newClientOrderId' });
}

/** Reads an order of the algo service. */
export function readAlgoOrder(product: BinanceProduct, params: URLSearchParams): ReadOrder | BinanceRefusal {
  if (params.get('algoType') !== 'CONDITIONAL')
    return params.has('algoType') ? invalidData('algoType') : missing('algoType');
  return readFutures(product, params, { types: ALGO_TYPES, idName: 'clientAlgoId' });
}

interface FuturesForm {
  readonly types: Readonly<Record<string, SimOrderType>>;
  readonly idName: string;
}

function readFutures(product: BinanceProduct, params: URLSearchParams, form: FuturesForm): ReadOrder | BinanceRefusal {
  const read = new BinanceParams(params, product);
  const listing = read.listing();
  const side = read.choice('side', SIDES, BAD_SIDE);
  const type = read.choice('type', form.types, BAD_TYPE);
  if (listing === null || side === null || type === null) return read.refusal ?? BAD_TYPE;
  const takesPx = type === 'limit' || type.endsWith('-limit');
  const closesPosition = read.flag('closePosition');
  if (closesPosition && !type.endsWith('-market')) {
    read.refuse(new BinanceRefusal(-4136, 'Target strategy invalid for orderType, closePosition.'));
  }
  if (closesPosition && read.text('quantity') !== null) {
    read.refuse(new BinanceRefusal(-4137, 'Quantity must be zero with closePosition equals true.'));
  }
  const isReduceOnly = read.flag('reduceOnly');
  if (closesPosition && read.text('reduceOnly') !== null) read.refuse(notRequired('reduceOnly'));
  const positionSide = readPositionSide(read);
  const needsTif = type === 'limit' || (takesPx && read.text('timeInForce') !== null);
  const request = requestOf(listing, {
    side,
    type,
    tif: needsTif ? (read.choice('timeInForce', FUTURES_TIFS, BAD_TIF) ?? 'GTC') : 'GTC',
    lots: closesPosition ? null : read.lots('quantity', listing),
    ticks: takesPx ? read.ticks('price', listing) : null,
    triggerTicks: form.types === ALGO_TYPES ? read.ticks('triggerPrice', listing) : null,
    triggerBy: read.text('workingType') === 'MARK_PRICE' ? 'mark' : 'last',
    isReduceOnly,
    closesPosition,
    clientId: read.clientId(form.idName),
    positionSide,
  });
  if (read.text('priceMatch') !== null && read.text('priceMatch') !== 'NONE') read.refuse(invalidData('priceMatch'));
  return read.refusal ?? { listing, request };
}

function readPositionSide(read: BinanceParams): 'LONG' | 'SHORT' | null {
  if (read.text('positionSide') === null) return null;
  const side = read.choice('positionSide', POSITION_SIDES, invalidData('positionSide'));
  if (side === null || side === 'BOTH') return null;
  if (read.text('reduceOnly') !== null) {
    read.refuse(notRequired('reduceOnly'));
  }
  return side;
}
