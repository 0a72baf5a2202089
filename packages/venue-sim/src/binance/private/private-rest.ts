import type { PrivateCallFault } from '../../account/model.ts';
import { callUnderFault, type FaultWords } from '../../server/call-fault.ts';
import type { WireRequest, WireResponse } from '../../server/venue-server.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { refusedResponse, type BinanceWeights } from '../binance-weights.ts';
import { BinanceAuth, restSigned, type BinanceProof } from './binance-auth.ts';
import { binanceRefusalOf } from './binance-refusals.ts';
import { OrderCounts, type OrderCount } from './order-counts.ts';
import type { BinancePrivateCall, BinancePrivateCalls, BinancePrivateContext } from './private-call.ts';

/** What a keyed call came to, before REST or the WebSocket API dress it. */
export interface PrivateAnswer {
  readonly answer: unknown;
  readonly retryAfterS: number | null;
  readonly count: OrderCount | null;
}

const UNKNOWN_OUTCOME = 'Unknown error, please check your request or try again later.';

/** The keyed endpoints of one product: key, signature, order limits, planned faults, then the call. */
export class BinancePrivateRest {
  private readonly context: BinancePrivateContext;
  private readonly calls: BinancePrivateCalls;
  private readonly weights: BinanceWeights;
  private readonly auth: BinanceAuth;
  private readonly counts: OrderCounts;

  constructor(context: BinancePrivateContext, calls: BinancePrivateCalls, weights: BinanceWeights) {
    this.context = context;
    this.calls = calls;
    this.weights = weights;
    this.counts = new OrderCounts(context.product.kind);
    this.auth = new BinanceAuth(context.side.accounts, context.product.kind, () => context.market.nowMs());
  }

  /** The endpoint at a path below the product's prefix. */
  find(method: string, path: string): BinancePrivateCall | null {
    return this.calls[`${method} ${path}`] ?? null;
  }

  /** Checks a proof of identity; for calls that aren't in the table. */
  identify(proof: BinanceProof): ReturnType<BinanceAuth['check']> {
    return this.auth.check(proof);
  }

  handle(request: WireRequest, call: BinancePrivateCall): WireResponse | Promise<WireResponse> {
    const params = mergedParams(request);
    const apiKey = request.headers['x-mbx-apikey'] ?? '';
    const address = this.weights.addressOf(request.remote, apiKey);
    const taken = this.weights.take(address, call.weight(params), this.context.market.nowMs());
    if (taken.refusal !== null) return refusedResponse(taken.refusal, taken.headers);
    const answered = this.answer(call, {
      apiKey,
      remote: request.remote,
      params,
      signed: call.security === 'key' ? null : restSigned(request.rawQuery ?? request.query.toString(), request.body),
    });
    const dress = (given: PrivateAnswer): WireResponse => responseOf(given, taken.headers);
    return answered instanceof Promise ? answered.then(dress) : dress(answered);
  }

  /** Makes one call for whoever the proof names. */
  answer(call: BinancePrivateCall, proof: BinanceProof): PrivateAnswer | Promise<PrivateAnswer> {
    const key = this.auth.check(proof);
    if (key instanceof BinanceRefusal) return plain(key, null);
    const denied = call.trades ? this.auth.checkTrading(key, proof.remote) : null;
    if (denied !== null) return plain(denied, null);
    const orders = call.orders(proof.params);
    const count = orders > 0 ? this.counts.take(key.accountId, orders, this.context.market.nowMs()) : null;
    if (count !== null && count.refusal !== null) return plain(count.refusal, count);
    const { accountId } = key;
    return callUnderFault(
      this.takeFault(call, proof.params),
      this.context.side.clock,
      (fillFrac) => plain(call.answer({ key, accountId, fillFrac }, proof.params), count),
      this.wordsFor(count),
    );
  }

  /** How many orders an account has sent, without counting one. */
  countOf(accountId: number): OrderCount {
    return this.counts.take(accountId, 0, this.context.market.nowMs());
  }

  private takeFault(call: BinancePrivateCall, params: URLSearchParams): PrivateCallFault | null {
    return this.context.side.faults.takeCallFault(call.name, params.get('symbol'));
  }

  private wordsFor(count: OrderCount | null): FaultWords<PrivateAnswer> {
    return {
      refuse: (refusal) => plain(binanceRefusalOf(this.context.product.kind, refusal), count),
      status: (status, retryAfterS) => ({
        answer: statusRefusal(status, this.untilMs(retryAfterS)),
        retryAfterS,
        count,
      }),
      maintenance: () => plain(new BinanceRefusal(-1001, 'Service Unavailable.', 503), count),
    };
  }

  private untilMs(retryAfterS: number | null): number {
    return this.context.market.nowMs() + (retryAfterS ?? 120) * 1_000;
  }
}

/** Parameters of query and form body; the query wins. */
function mergedParams(request: WireRequest): URLSearchParams {
  const params = new URLSearchParams(request.query);
  for (const [name, value] of new URLSearchParams(request.body)) {
    if (!params.has(name)) params.set(name, value);
  }
  return params;
}

function plain(answer: unknown, count: OrderCount | null): PrivateAnswer {
  return { answer, retryAfterS: null, count };
}

function statusRefusal(status: number, untilMs: number): BinanceRefusal {
  if (status === 429) return new BinanceRefusal(-1003, 'Too many requests queued.', 429);
  if (status === 418) return new BinanceRefusal(-1003, `Way too many requests; IP banned until ${untilMs}.`, 418);
  return status === 504
    ? new BinanceRefusal(
        -1007,
        'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
        504,
      )
    : new BinanceRefusal(-1000, UNKNOWN_OUTCOME, status);
}

function responseOf(given: PrivateAnswer, weightHeaders: Readonly<Record<string, string>>): WireResponse {
  const retry = given.retryAfterS === null ? {} : { 'retry-after': String(given.retryAfterS) };
  const headers = { ...weightHeaders, ...given.count?.headers, ...retry };
  return given.answer instanceof BinanceRefusal
    ? refusedResponse(given.answer, headers)
    : { status: 200, headers, body: JSON.stringify(given.answer) };
}
