import type { Clock, Random, TimerHandle } from '@riptide/core/kernel';
import type { PrivateSide } from '../account/private-side.ts';
import type { SimVenueMarket } from '../market/model.ts';
import type { ServerSocket, VenueProtocol, WireRequest, WireResponse } from '../server/venue-server.ts';
import { BINANCE_TICK_MS, BinanceFeed } from './binance-feed.ts';
import { createBinanceProduct, type BinanceProduct, type BinanceProductKind } from './binance-product.ts';
import { BinanceRest } from './binance-rest.ts';
import {
  BINANCE_SOCKET_LIMITS,
  BinanceSockets,
  parseBinanceSocketPath,
  type BinanceSocketLimits,
} from './binance-sockets.ts';
import { BinanceWeights, type BinanceRestLimits } from './binance-weights.ts';
import { BinancePrivateProduct } from './private/private-product.ts';

/** Behaviour that tests and operators may change; the defaults are the venue's own. */
export interface BinanceOptions {
  readonly spot?: Partial<BinanceSocketLimits & BinanceRestLimits>;
  readonly usdm?: Partial<BinanceSocketLimits & BinanceRestLimits & { readonly listenKeyLifeMs: number }>;
}

export interface BinanceDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly options?: BinanceOptions;
  /** Accounts, orders and faults behind the signed calls; null or absent over recordings, where there are none. */
  readonly privateSide?: PrivateSide | null;
}

interface Product {
  readonly product: BinanceProduct;
  readonly sockets: BinanceSockets;
  readonly rest: BinanceRest;
  readonly keyed: BinancePrivateProduct | null;
}

const PATROL_MS = 250;
const LISTEN_KEY_LIFE_MS = 3_600_000;
const NOT_FOUND: WireResponse = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<html><body><h2>404 Not found</h2></body></html>',
};

/** Creates the Binance wire server over one simulated market: spot below `/spot`, USD-M futures below `/usdm`. */
export function createBinanceProtocol(market: SimVenueMarket, deps: BinanceDeps): VenueProtocol {
  const products = (['spot', 'usdm'] as const).map((kind) => createProduct(kind, market, deps));
  const running: { timers: TimerHandle[]; leave: (() => void)[] } = { timers: [], leave: [] };
  const owner = (path: string): Product | undefined =>
    products.find(({ product }) => path.startsWith(`${product.prefix}/`));
  const socketOwner = (socket: ServerSocket): Product | undefined => owner(socket.path);
  const pathOf = (path: string, query: URLSearchParams) => {
    const found = owner(path);
    if (found === undefined) return null;
    const below = path.slice(found.product.prefix.length);
    if (found.keyed?.isWsApi(below) === true) return { found, parsed: null };
    const parsed = parseBinanceSocketPath(found.product.kind, below, query);
    return parsed === null ? null : { found, parsed };
  };

  return {
    venue: 'BINANCE',
    handleRequest: (request: WireRequest) => owner(request.path)?.rest.handle(request) ?? NOT_FOUND,
    refuseSocket: (path, query) => (pathOf(path, query) === null ? NOT_FOUND : null),
    onSocketOpen: (socket) => {
      const place = pathOf(socket.path, socket.query);
      if (place === null) return;
      const { found, parsed } = place;
      if (parsed === null) return found.keyed?.openWsApi(socket);
      found.sockets.open(socket, parsed);
      found.keyed?.openStream(socket, parsed);
    },
    onSocketText: (socket, text) => {
      const found = socketOwner(socket);
      if (found?.keyed?.receive(socket, text) !== true) found?.sockets.receive(socket, text);
    },
    onSocketPong: (socket) => {
      const found = socketOwner(socket);
      found?.keyed?.pong(socket);
      found?.sockets.pong(socket);
    },
    onSocketClose: (socket) => {
      const found = socketOwner(socket);
      found?.keyed?.close(socket);
      found?.sockets.close(socket);
    },
    start: () => {
      for (const { sockets, keyed } of products) {
        running.leave.push(market.subscribe(sockets.publisher));
        running.timers.push(deps.clock.every(BINANCE_TICK_MS, () => sockets.publisher.tick()));
        running.timers.push(deps.clock.every(PATROL_MS, () => sockets.patrol()));
        if (keyed === null) continue;
        running.leave.push(keyed.start());
        running.timers.push(deps.clock.every(PATROL_MS, () => keyed.patrol()));
      }
    },
    stop: () => {
      for (const timer of running.timers.splice(0)) timer.cancel();
      for (const leave of running.leave.splice(0)) leave();
    },
  };
}

function createProduct(kind: BinanceProductKind, market: SimVenueMarket, deps: BinanceDeps): Product {
  const product = createBinanceProduct(kind, market, Math.floor(deps.random() * 2 ** 32));
  const chosen = deps.options?.[kind] ?? {};
  const limits = { ...BINANCE_SOCKET_LIMITS[kind], listenKeyLifeMs: LISTEN_KEY_LIFE_MS, ...chosen };
  const weights = new BinanceWeights(kind, chosen);
  const sockets = new BinanceSockets(
    kind,
    limits,
    deps.clock,
    (isCombined) => new BinanceFeed(product, market, isCombined),
  );
  const { clock, random, privateSide = null } = deps;
  const keyed =
    privateSide === null
      ? null
      : new BinancePrivateProduct(product, market, privateSide, { clock, random, limits, weights });
  const rest = keyed?.rest ?? new BinanceRest(product, market, { weights, privateRest: null });
  return { product, sockets, rest, keyed };
}
