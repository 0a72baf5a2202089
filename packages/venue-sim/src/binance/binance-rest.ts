import type { SimVenueMarket } from '../market/model.ts';
import type { WireRequest, WireResponse } from '../server/venue-server.ts';
import type { BinanceCalls } from './binance-call.ts';
import type { BinanceProduct } from './binance-product.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { futuresCalls } from './binance-rest-futures.ts';
import { spotCalls } from './binance-rest-spot.ts';
import { refusedResponse, type BinanceWeights } from './binance-weights.ts';
import type { BinancePrivateRest } from './private/private-rest.ts';

const NOT_FOUND: WireResponse = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h2>404 Not found</h2></body></html>',
};

/** The REST side of one product: the public endpoints, and the keyed ones where there are accounts. */
export class BinanceRest {
  private readonly product: BinanceProduct;
  private readonly market: SimVenueMarket;
  private readonly weights: BinanceWeights;
  private readonly privateRest: BinancePrivateRest | null;
  private readonly calls: BinanceCalls;

  constructor(
    product: BinanceProduct,
    market: SimVenueMarket,
    deps: { readonly weights: BinanceWeights; readonly privateRest: BinancePrivateRest | null },
  ) {
    this.product = product;
    this.market = market;
    this.weights = deps.weights;
    this.privateRest = deps.privateRest;
    this.calls = product.kind === 'spot' ? spotCalls(product, market) : futuresCalls(product, market);
  }

  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    const path = request.path.slice(this.product.prefix.length);
    const keyed = this.privateRest?.find(request.method, path) ?? null;
    if (keyed !== null && this.privateRest !== null) return this.privateRest.handle(request, keyed);
    const call = this.calls[path];
    if (call === undefined) return NOT_FOUND;
    if (request.method !== 'GET') {
      return refusedResponse(new BinanceRefusal(-1002, 'You are not authorized to execute this request.', 401), {});
    }
    const taken = this.weights.take(request.remote, call.weight(request.query), this.market.nowMs());
    if (taken.refusal !== null) return refusedResponse(taken.refusal, taken.headers);
    const answer = call.answer(request.query);
    return answer instanceof BinanceRefusal
      ? refusedResponse(answer, taken.headers)
      : { status: 200, headers: taken.headers, body: JSON.stringify(answer) };
  }

  /** Answers one public endpoint without HTTP around it; null for a path the venue doesn't have. */
  answerPublic(path: string, params: URLSearchParams): { readonly weight: number; answer(): unknown } | null {
    const call = this.calls[path];
    return call === undefined ? null : { weight: call.weight(params), answer: () => call.answer(params) };
  }
}
