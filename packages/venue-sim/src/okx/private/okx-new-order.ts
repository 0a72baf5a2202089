import type { SimOrderRequest, SimTif } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import type { WantedAlgo } from './okx-algos.ts';
import { readAttached } from './okx-new-algo.ts';
import type { OkxCaller, OkxParams, OkxPrivateContext } from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { readClientId, readHead, type OkxOrderHead } from './okx-order-head.ts';
import type { OkxWords } from './okx-refusals.ts';

const TYPES: Readonly<Record<string, { readonly type: 'market' | 'limit'; readonly tif: SimTif }>> = {
  market: { type: 'market', tif: 'GTC' },
  optimal_limit_ioc: { type: 'market', tif: 'IOC' },
  limit: { type: 'limit', tif: 'GTC' },
  post_only: { type: 'limit', tif: 'POST_ONLY' },
  fok: { type: 'limit', tif: 'FOK' },
  ioc: { type: 'limit', tif: 'IOC' },
};
/** An order read from one item of a call. */
export interface ReadOkxOrder {
  readonly listing: OkxListing;
  readonly request: SimOrderRequest;
  readonly attached: readonly WantedAlgo[];
}

/** Reads a new order, or refuses its parameters. */
export function readOkxOrder(
  context: OkxPrivateContext,
  caller: OkxCaller,
  params: OkxParams,
): ReadOkxOrder | { readonly refusal: OkxWords } {
  const read = new OkxFields(params);
  const head = readHead(context, caller, read);
  const kind = read.choice('ordType', TYPES);
  if (head === null || kind === null) return { refusal: read.refusal ?? ['51000', 'Parameter ordType error'] };
  const { listing } = head;
  const isHedged = head.positionSide !== null;
  const request: SimOrderRequest = {
    ix: listing.ix,
    side: head.side,
    type: kind.type,
    tif: kind.tif,
    ...readSize(read, head, kind.type),
    ticks: kind.type === 'limit' ? read.ticks('px', listing) : null,
    triggerTicks: null,
    triggerBy: 'last',
    triggerDirection: null,
    // In hedge mode the side decides what closes and the flag has no effect; spot has no such thing.
    isReduceOnly: read.flag('reduceOnly') && !isHedged && listing.instType === 'SWAP',
    closesPosition: false,
    clientId: readClientId(read, 'clOrdId'),
    leverage: null,
    marginMode: head.marginMode,
    positionSide: head.positionSide,
  };
  const attached = read.items('attachAlgoOrds').flatMap((item) => {
    const inner = new OkxFields(item);
    const wanted = readAttached(context, inner, head);
    if (inner.refusal !== null) read.refuse(inner.refusal);
    return wanted === null ? [] : [wanted];
  });
  if (attached.length > 0 && request.isReduceOnly) {
    read.refuse(['51333', 'TP/SL cannot be attached to a reduce-only order.']);
  }
  return read.refusal === null ? { listing, request, attached } : { refusal: read.refusal };
}

/** A market buy on spot is sized in quote unless `tgtCcy` says otherwise. */
function readSize(
  read: OkxFields,
  { listing, side }: OkxOrderHead,
  type: 'market' | 'limit',
): Pick<SimOrderRequest, 'lots' | 'quoteAmount'> {
  const unit = read.text('tgtCcy') ?? (side === 'BUY' ? 'quote_ccy' : 'base_ccy');
  if (listing.instType === 'SWAP' || type === 'limit' || unit === 'base_ccy') {
    return { lots: read.lots('sz', listing), quoteAmount: null };
  }
  return { lots: null, quoteAmount: read.amount('sz') };
}
