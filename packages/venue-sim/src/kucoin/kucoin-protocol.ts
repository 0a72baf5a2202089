import type { Clock, Random, TimerHandle } from '@riptide/core/kernel';
import type { PrivateSide } from '../account/private-side.ts';
import type { SimMarketListener, SimVenueMarket } from '../market/model.ts';
import { WindowLimiter } from '../server/rate-limiter.ts';
import type { VenueProtocol, WireRequest, WireResponse } from '../server/venue-server.ts';
import { KucoinBooks } from './kucoin-books.ts';
import { futuresRest } from './kucoin-futures-rest.ts';
import { wireJson } from './kucoin-json.ts';
import { kucoinListings, type KucoinListing, type KucoinListings, type KucoinProduct } from './kucoin-listing.ts';
import { KUCOIN_TICK_MS, KucoinPublisher } from './kucoin-publisher.ts';
import { KucoinSockets } from './kucoin-sockets.ts';
import { spotRest } from './kucoin-spot-rest.ts';
import { createKucoinPrivate, type KucoinSigned } from './private/kucoin-private.ts';
import { KucoinTokens } from './kucoin-tokens.ts';
import { KucoinTopics } from './kucoin-topics.ts';

/** Behaviour that tests and operators may change; the defaults are the venue's own. */
export interface KucoinOptions {
  readonly pingIntervalMs: number;
  readonly pingTimeoutMs: number;
  readonly tokenTtlMs: number;
  readonly topicsPerMessage: number;
  readonly topicsPerConnection: number;
  readonly messagesPer10s: number;
  /** Requests per 30 s and client of the public pool (2,000 weight; a request costs about 3). */
  readonly requestsPer30s: number;
}

export interface KucoinDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly options?: Partial<KucoinOptions>;
  /** Accounts, orders and faults behind the signed calls; null or absent over recordings, where there are none. */
  readonly privateSide?: PrivateSide | null;
}

interface Product {
  readonly name: KucoinProduct;
  readonly listings: KucoinListings;
  /** Null where there are no accounts. */
  readonly signed: KucoinSigned | null;
  readonly books: KucoinBooks;
  readonly tokens: KucoinTokens;
  readonly sockets: KucoinSockets;
  readonly publisher: KucoinPublisher;
}

const DEFAULTS: KucoinOptions = {
  pingIntervalMs: 18_000,
  pingTimeoutMs: 10_000,
  tokenTtlMs: 86_400_000,
  topicsPerMessage: 100,
  topicsPerConnection: 400,
  messagesPer10s: 100,
  requestsPer30s: 660,
};
const SILENCE_CHECK_MS = 1_000;
const RATE_WINDOW_MS = 30_000;

/** Creates the KuCoin wire server over one simulated market: spot below `/spot`, futures below `/futures`. */
export function createKucoinProtocol(market: SimVenueMarket, deps: KucoinDeps): VenueProtocol {
  const options = { ...DEFAULTS, ...deps.options };
  const { privateSide = null } = deps;
  const listings = {
    spot: kucoinListings(market.instruments, 'spot'),
    futures: kucoinListings(market.instruments, 'futures'),
  };
  const signed = privateSide === null ? null : createKucoinPrivate(market, listings, privateSide);
  const products: Readonly<Record<KucoinProduct, Product>> = {
    spot: createProduct('spot', market, { ...deps, options, listings: listings.spot, signed: signed?.spot ?? null }),
    futures: createProduct('futures', market, {
      ...deps,
      options,
      listings: listings.futures,
      signed: signed?.futures ?? null,
    }),
  };
  const limiter = new WindowLimiter(options.requestsPer30s, RATE_WINDOW_MS);
  const running: { timers: TimerHandle[]; leave: (() => void)[] } = { timers: [], leave: [] };
  const both = [products.spot, products.futures];

  return {
    venue: 'KUCOIN',
    handleRequest(request) {
      const product = productOf(products, request.path);
      if (product === null) return failure(404, '404000', 'Url Not Found');
      const given =
        product.signed === null ? null : signedAnswer(product, product.signed, { nowMs: deps.clock.nowMs(), request });
      if (given !== null) return given;
      const used = limiter.take(request.remote, 1, deps.clock.nowMs());
      const answer = used.allowed
        ? answerOf(product, { market, nowMs: deps.clock.nowMs() }, request)
        : failure(429, '429000', 'too many requests');
      return withRateHeaders(answer, { limit: options.requestsPer30s, used: used.used, resetMs: used.resetInMs });
    },
    refuseSocket: (path) =>
      /^\/(spot|futures)\/endpoint\/?$/.test(path) ? null : failure(404, '404000', 'Url Not Found'),
    onSocketOpen: (socket) => productOf(products, socket.path)?.sockets.open(socket),
    onSocketText: (socket, text) => productOf(products, socket.path)?.sockets.receive(socket, text),
    onSocketPong: () => undefined,
    onSocketClose: (socket) => productOf(products, socket.path)?.sockets.close(socket),
    start() {
      running.leave = [market.subscribe(listener(market, products))];
      if (signed !== null) running.leave.push(signed.start());
      running.timers = [
        deps.clock.every(KUCOIN_TICK_MS, () => both.forEach((product) => product.publisher.tick())),
        deps.clock.every(SILENCE_CHECK_MS, () => both.forEach((product) => product.sockets.closeSilent())),
      ];
    },
    stop() {
      for (const leave of running.leave.splice(0)) leave();
      for (const timer of running.timers) timer.cancel();
    },
  };
}

function createProduct(
  name: KucoinProduct,
  market: SimVenueMarket,
  deps: Pick<KucoinDeps, 'clock' | 'random'> &
    Pick<Product, 'listings' | 'signed'> & { readonly options: KucoinOptions },
): Product {
  const { clock, options, random, listings, signed } = deps;
  const books = new KucoinBooks(market, random);
  const topics = new KucoinTopics(name, listings, random);
  const rules = {
    pingIntervalMs: options.pingIntervalMs,
    pingTimeoutMs: options.pingTimeoutMs,
    ttlMs: options.tokenTtlMs,
  };
  const tokens = new KucoinTokens(name, rules, random);
  const limits = {
    silenceMs: options.pingIntervalMs + options.pingTimeoutMs,
    topicsPerMessage: options.topicsPerMessage,
    // Futures connections have no such limit.
    topicsPerConnection: name === 'spot' ? options.topicsPerConnection : Number.POSITIVE_INFINITY,
    messagesPer10s: options.messagesPer10s,
  };
  const sockets = new KucoinSockets({
    topics,
    tokens,
    limits,
    signed: signed?.topics ?? null,
    nowMs: () => clock.nowMs(),
  });
  const publisher = new KucoinPublisher({ product: name, market, listings, topics, books });
  return { name, listings, signed, books, tokens, sockets, publisher };
}

/** Routes what happens in the market to the product of the instrument. Liquidations have no public channel here. */
function listener(market: SimVenueMarket, products: Readonly<Record<KucoinProduct, Product>>): SimMarketListener {
  const homes = market.instruments.map((instrument): { product: Product; listing: KucoinListing } => {
    const product = instrument.kind === 'perp' ? products.futures : products.spot;
    const listing = product.listings.bySymbol(instrument.wireSymbol);
    if (listing === null) throw new Error(`Invariant: ${instrument.wireSymbol} is not listed`);
    return { product, listing };
  });
  const homeOf = (ix: number): { product: Product; listing: KucoinListing } => {
    const home = homes[ix];
    if (home === undefined) throw new Error(`Invariant: no listing ${ix}`);
    return home;
  };
  return {
    onBook: (ix, changes, atMs) => homeOf(ix).product.publisher.onBook(homeOf(ix).listing, changes, atMs),
    onTrade: (ix, trade) => homeOf(ix).product.publisher.onTrade(homeOf(ix).listing, trade),
    onLiquidation: () => undefined,
  };
}

function productOf(products: Readonly<Record<KucoinProduct, Product>>, path: string): Product | null {
  if (path.startsWith('/spot/')) return products.spot;
  return path.startsWith('/futures/') ? products.futures : null;
}

/** The answer of a signed call; null when the request is none. */
function signedAnswer(
  product: Product,
  { rest }: KucoinSigned,
  { nowMs, request }: { readonly nowMs: number; readonly request: WireRequest },
): WireResponse | Promise<WireResponse> | null {
  const path = request.path.slice(product.name.length + 1);
  if (path !== '/api/v1/bullet-private') return rest.has(request.method, path) ? rest.handle(request, path) : null;
  if (request.method !== 'POST') return failure(405, '405', 'Method Not Allowed');
  const key = rest.check(request, path);
  if ('code' in key) return failure(key.status ?? 200, key.code, key.msg ?? '');
  return product.tokens.issue(request.headers['host'] ?? '', nowMs, key.accountId);
}

function answerOf(
  product: Product,
  { market, nowMs }: { readonly market: SimVenueMarket; readonly nowMs: number },
  request: WireRequest,
): WireResponse {
  const path = request.path.slice(product.name.length + 1);
  if (path === '/api/v1/bullet-public') {
    if (request.method !== 'POST') return failure(405, '405', 'Method Not Allowed');
    return product.tokens.issue(request.headers['host'] ?? '', nowMs);
  }
  if (request.method !== 'GET') return failure(404, '404000', 'Url Not Found');
  const handle = product.name === 'spot' ? spotRest : futuresRest;
  const answer = handle({ market, listings: product.listings, books: product.books }, path, request);
  if (answer === null) return failure(404, '404000', 'Url Not Found');
  // Errors of the exchange itself come with HTTP 200; only the code tells.
  if ('code' in answer) return failure(answer.code === '400001' ? 401 : 200, answer.code, answer.msg);
  return { status: 200, body: wireJson({ code: '200000', data: answer.data }) };
}

function failure(status: number, code: string, msg: string): WireResponse {
  return { status, body: JSON.stringify({ code, msg }) };
}

function withRateHeaders(answer: WireResponse, rate: { limit: number; used: number; resetMs: number }): WireResponse {
  const headers = {
    'gw-ratelimit-limit': String(rate.limit),
    'gw-ratelimit-remaining': String(Math.max(0, rate.limit - rate.used)),
    'gw-ratelimit-reset': String(rate.resetMs),
  };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
